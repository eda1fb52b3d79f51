import { link, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withConfiguration } from '../../fixtures/agent-config.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, NotObservable, type OwnAgent } from '../../contract/case.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { fieldsOf, messageOf, textField } from '../../wire/format/protobuf-fields.ts';
import { samplesOf } from '../../wire/format/metrics.ts';

/** Requests of each kind, and files that may be open after them for other reasons. */
const [times, most] = [30, 12];
const place = { namespace: 'conformance', pod: 'logging', sandbox: 'now' };

export default {
  id: 'endpoints-close-files',
  title: 'An agent SHOULD close the files of logs that it has opened for a request, also when it refuses to send them.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent'],
  async run(c) {
    await withTemporaryFolder(async (folder) => {
      await mkdir(join(folder, 'pods'));
      await writeFile(join(folder, 'elsewhere'), 'secret');
      await writeFile(join(folder, 'pods', 'whole'), '2026-01-01T00:00:01Z stdout F one\n'.repeat(10_000));
      await link(join(folder, 'elsewhere'), join(folder, 'pods', 'linked'));
      await mkdir(join(folder, 'pods', 'folder'));
      await symlink(folder, join(folder, 'pods', 'way'));
      await withStandInRuntime(undefined, async (runtime) => {
        const names = ['whole', 'linked', 'folder', 'elsewhere'];
        runtime.containers = names.map((name) => ({ ...place, id: name, container: name, isRunning: false }));
        runtime.serve('ContainerStatus', async (request) => {
          const id = textField(fieldsOf('ContainerStatus', request), 1) ?? '';
          const path = id === 'elsewhere' ? join(folder, 'pods', 'way', id) : join(folder, 'pods', id);
          const rows = [[1, id] as const, [3, 2] as const, [15, path] as const];
          return messageOf([[1, messageOf(rows)]]);
        });
        await withConfiguration(c, { 'main.yaml': { podLogsDir: join(folder, 'pods') } }, async ([main = '']) => {
          const agent = await c.launchAgent({ flags: [main, `--container-runtime-endpoint=${runtime.endpoint}`] });
          const log = '/containerLogs/conformance/logging';
          if ((await agent.wire.get(`${log}/whole`)).status === 404)
            throw new NotObservable('the agent knows no pod but those that it started');
          await closes(agent, `${log}/linked`, 400);
          await closes(agent, `${log}/elsewhere`, 400);
          await closes(agent, `${log}/folder`, 400);
          await closes(agent, `${log}/whole`, 200);
          await closes(agent, `${log}/whole?limitBytes=3`, 200);
          const file = await hostLog();
          if (file === undefined || (await agent.wire.get('/logs/')).status !== 200) return;
          await closes(agent, `/logs/${file.name}`, 200);
          await closes(agent, `/logs/${file.name}/`, 301);
          await closes(agent, `/logs/${file.name}`, 304, { 'if-modified-since': new Date(file.until).toUTCString() });
          await closes(agent, `/logs/${file.name}`, 416, { range: 'bytes=9000000000-' });
        });
      });
    });
  },
} satisfies Case;

/** Fails when files stay open after many requests. */
async function closes(
  agent: OwnAgent,
  path: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const before = await openFiles(agent);
  for (let time = 0; time < times; time += 1) expectStatus(await agent.wire.get(path, { headers }), status);
  const more = (await openFiles(agent)) - before;
  expectThat(
    `files that stay open after ${times} requests of ${path} (${status})`,
    more < most,
    `less than ${most}`,
    more,
  );
}

async function openFiles({ wire }: OwnAgent): Promise<number> {
  const count = samplesOf((await wire.get('/metrics')).text(), 'process_open_fds')[0]?.value;
  if (count === undefined) throw new NotObservable('the agent does not tell how many files it has open');
  return count;
}

/** A small log of this host, and a time until which it has not changed. */
async function hostLog(): Promise<{ readonly name: string; readonly until: number } | undefined> {
  for (const entry of await readdir('/var/log', { withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || !/^[a-z0-9.-]+$/i.test(entry.name)) continue;
    const { size, mtimeMs } = await stat(join('/var/log', entry.name));
    if (size > 0 && size < 200_000) return { name: entry.name, until: mtimeMs + 3_600_000 };
  }
  return undefined;
}
