// A server in memory leaves nothing on the disk: no objects, no keys, no folder.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import t from 'tap';

import { programFile } from '../../../fixtures/process/program-file.ts';
import { createClient } from '../../../shared/client/index.ts';

for (const args of [['--data-dir=memory'], []]) {
  t.test(`${args[0] ?? 'no --data-dir'}: nothing is written but the connection file`, async (t) => {
    const folder = t.testdir({});
    const temporary = join(folder, 'tmp');
    await mkdir(temporary);
    const shared = new Set(await readdir('/dev/shm').catch(() => []));
    const kubeconfig = join(folder, 'kubeconfig');
    // The connection file is there when the server answers, and its namespaces when it is ready.
    const outside = await mkdtemp(join(tmpdir(), 'ready-'));
    t.teardown(() => rm(outside, { recursive: true }));
    const ready = join(outside, 'ready');
    const server = spawn(
      process.execPath,
      [
        programFile('orch-apiserver'),
        '--secure-port=0',
        '--bind-address=127.0.0.1',
        `--kubeconfig-out=${kubeconfig}`,
        `--ready-file=${ready}`,
        ...args,
      ],
      { cwd: folder, env: { ...process.env, TMPDIR: temporary }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const ended = once(server, 'close');
    t.teardown(() => server.kill('SIGKILL'));
    let errors = '';
    server.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    for (let turn = 0; turn < 600 && !existsSync(ready); turn += 1) await sleep(50);
    await using client = await createClient({ kubeconfig });
    const maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' }).in('default');
    const made = await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
    t.equal((await maps.get('a')).metadata.resourceVersion, made.metadata.resourceVersion);
    t.strictSame((await readdir(folder)).sort(), ['kubeconfig', 'tmp']);
    t.strictSame(await readdir(temporary), []);
    const own = (await readdir('/dev/shm').catch(() => [])).filter((name) => name.includes(`-${server.pid}-`));
    t.strictSame(
      own.filter((name) => !shared.has(name)),
      [],
    );
    server.kill('SIGTERM');
    t.strictSame((await ended)[0], 0);
    t.equal(errors.includes('all data are in memory and end with the program'), args.length === 0);
    t.notMatch(errors, / WARN /, 'a start warns of nothing');
  });
}
