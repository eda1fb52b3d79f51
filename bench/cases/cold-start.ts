// From starting the program to its first authenticated write, against a bare Node HTTPS server's first answer.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { configMap } from '../harness/objects.ts';
import { start } from '../harness/processes.ts';
import { startBare } from '../reference/bare.ts';
import type { Row } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import { call, open, programPath, readAccess } from '../harness/target.ts';

const aim = 0.5;

export async function measureColdStart({ rounds }: { rounds: number }): Promise<readonly Row[]> {
  const [ours, theirs] = await interleave(rounds, [
    { name: 'ours', run: firstWrite },
    {
      name: 'bare Node',
      run: async () => {
        const begin = performance.now();
        const bare = await startBare({ one: Buffer.from('{}') });
        const elapsed = (performance.now() - begin) / 1000;
        await bare.stop();
        return elapsed;
      },
    },
  ]);
  if (ours === undefined || theirs === undefined) return [];
  const reference = { name: theirs.name, value: theirs.median };
  return [
    {
      measure: 'cold start to first write',
      value: ours.median,
      unit: 's',
      reference,
      aim: { text: `<= ${aim} s`, met: ours.median <= aim },
    },
  ];
}

async function firstWrite(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-cold-'));
  const kubeconfig = join(folder, 'admin.kubeconfig');
  const begin = performance.now();
  const child = start('server', process.execPath, [
    programPath('orch-apiserver'),
    `--data-dir=${join(folder, 'data')}`,
    '--secure-port=0',
    '--bind-address=127.0.0.1',
    `--kubeconfig-out=${kubeconfig}`,
    '--authorization-mode=Node,RBAC',
  ]);
  while (!existsSync(kubeconfig)) await sleep(1);
  const session = open(readAccess(kubeconfig));
  for (;;) {
    const { status } = await call(session, 'POST', '/api/v1/namespaces/default/configmaps', configMap('first'));
    if (status < 300) break;
    await sleep(1);
  }
  const elapsed = (performance.now() - begin) / 1000;
  session.destroy();
  await child.stop();
  rmSync(folder, { recursive: true, force: true });
  return elapsed;
}
