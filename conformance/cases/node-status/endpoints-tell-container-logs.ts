import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withConfiguration } from '../../fixtures/agent-config.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectHeader } from '../../wire/expect/headers.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { fieldsOf, messageOf, textField } from '../../wire/format/protobuf-fields.ts';

const place = { namespace: 'conformance', pod: 'logging' };
const lines = [
  ['2026-01-01T00:00:01.000000001Z', 'stdout', 'one'],
  ['2026-01-01T00:00:02.000000001Z', 'stderr', 'two'],
  ['2026-01-01T00:00:03.000000001Z', 'stdout', 'three'],
  ['2026-01-01T00:00:04.000000001Z', 'stderr', 'four'],
] as const;
const log = lines.map(([time, stream, text]) => `${time} ${stream} F ${text}\n`).join('');
const words = (...texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');

export default {
  id: 'endpoints-tell-container-logs',
  title: 'An agent SHOULD serve the logs of containers by lines, bytes and times, and no file outside their folder.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent'],
  async run(c) {
    await withTemporaryFolder(async (folder) => {
      await mkdir(join(folder, 'pods'));
      await writeFile(join(folder, 'secret'), log);
      for (const name of ['main', 'ended']) await writeFile(join(folder, 'pods', name), log);
      await writeFile(join(folder, 'pods', 'before'), '2026-01-01T00:00:00Z stdout F earlier\n');
      await symlink(join(folder, 'secret'), join(folder, 'pods', 'link'));
      await withStandInRuntime(undefined, async (runtime) => {
        runtime.containers = [
          { ...place, id: 'main', sandbox: 'now', container: 'main', attempt: 1 },
          { ...place, id: 'before', sandbox: 'now', container: 'main', attempt: 0, isRunning: false },
          { ...place, id: 'ended', sandbox: 'now', container: 'ended', isRunning: false },
          { ...place, id: 'link', sandbox: 'now', container: 'link' },
          { ...place, id: 'secret', sandbox: 'now', container: 'secret' },
          { ...place, id: 'lost', sandbox: 'now', container: 'lost' },
          { ...place, id: 'silent', sandbox: 'now', container: 'silent' },
        ];
        const paths: Readonly<Record<string, string>> = { secret: join(folder, 'secret'), silent: '' };
        runtime.serve('ContainerStatus', async (request) => {
          const id = textField(fieldsOf('ContainerStatus', request), 1) ?? '';
          const isRunning = runtime.containers.find((one) => one.id === id)?.isRunning !== false;
          const status = messageOf([
            [1, id],
            [3, isRunning ? 1 : 2],
            [15, paths[id] ?? join(folder, 'pods', id)],
          ]);
          return messageOf([[1, status]]);
        });
        await withConfiguration(c, { 'main.yaml': { podLogsDir: join(folder, 'pods') } }, async ([main = '']) => {
          const flags = [main, `--container-runtime-endpoint=${runtime.endpoint}`];
          const { wire } = await c.launchAgent({ flags });
          const read = (query: string, container = 'main') =>
            wire.get(`/containerLogs/conformance/logging/${container}${query}`);
          const first = await read('');
          if (first.status === 404) throw new NotObservable('the agent knows no pod but those that it started');
          expectStatus(first, 200);
          expectHeader(first, 'content-type', /^text\/plain/);
          for (const [query, text] of [
            ['', words('one', 'two', 'three', 'four')],
            ['?tailLines=2', words('three', 'four')],
            ['?tailLines=0', ''],
            ['?tailLines=9', words('one', 'two', 'three', 'four')],
            ['?limitBytes=7', 'one\ntwo'],
            ['?tailLines=3&limitBytes=5', 'two\nt'],
            ['?sinceTime=2026-01-01T00:00:03Z', words('three', 'four')],
            ['?sinceSeconds=1', ''],
            ['?sinceSeconds=1000000000', words('one', 'two', 'three', 'four')],
            ['?timestamps=true&tailLines=1', `${lines[3][0]} four\n`],
            ['?stream=All', words('one', 'two', 'three', 'four')],
            ['?previous=true', 'earlier\n'],
          ] as const) {
            const answer = await read(query);
            expectStatus(answer, 200);
            expectEqual(`log with ${query}`, answer.text(), text);
          }
          const ended = await read('?follow=true&tailLines=1', 'ended');
          expectStatus(ended, 200);
          expectEqual('followed log of a container that has ended', ended.text(), 'four\n');
          for (const [query, container, status] of [
            ['', 'no-such-container', 404],
            ['', 'link', 400],
            ['', 'secret', 400],
            ['', 'lost', 400],
            ['', 'silent', 400],
            ['?previous=true', 'ended', 400],
          ] as const) {
            expectStatus(await read(query, container), status);
          }
          expectStatus(await wire.get('/containerLogs/conformance/no-such-pod/main'), 404);
          expectStatus(await wire.get('/containerLogs/default/logging/main'), 404);
          expectStatus(await wire.get('/containerLogs/Bad_Name/logging/main'), 404);
          runtime.serve('ContainerStatus', async () => {
            throw new Error('no status today');
          });
          expectStatus(await read(''), 400);
        });
      });
    });
  },
} satisfies Case;
