import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withConfiguration } from '../../fixtures/agent-config.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type StandInRuntime, withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, type CaseContext, NotObservable, type OwnAgent } from '../../contract/case.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { Unavailable } from '../../wire/exchange/grpc.ts';
import { fieldsOf, messageOf, textField } from '../../wire/format/protobuf-fields.ts';

const place = { namespace: 'conformance', pod: 'logging', sandbox: 'now' };
const time = '2026-01-01T00:00:01.5Z';
const full = (text: string) => `${time} stdout F ${text}\n`;

/** Logs in the forms in which runtimes write them, and what a reader gets; `timed` with the times in front. */
const forms: Readonly<Record<string, { readonly log: string; readonly plain: string; readonly timed: string }>> = {
  'continued-entries': {
    log: `${time} stdout P one-\n${time} stdout P two-\n${time} stdout F three\n${full('four')}`,
    plain: 'one-two-three\nfour\n',
    timed: '2026-01-01T00:00:01.500000000Z one-two-three\n2026-01-01T00:00:01.500000000Z four\n',
  },
  'entries-with-further-tags': {
    log: `${time} stderr F:x:y one\n${time} stdout P:z two\n${time} stdout F\n`,
    plain: 'one\ntwo\n',
    timed: '2026-01-01T00:00:01.500000000Z one\n2026-01-01T00:00:01.500000000Z two\n',
  },
  'lines-that-are-none': {
    log: `nothing\n${time} other F no\nsoon stdout F no\n${time} stdout X no\n\n${full('yes')}`,
    plain: 'yes\n',
    timed: '2026-01-01T00:00:01.500000000Z yes\n',
  },
  'other-zones': {
    log: '2026-01-01T02:00:01.123456789+02:00 stdout F east\n2026-01-01T00:00:02Z stdout F   spaces  \n',
    plain: 'east\n  spaces  \n',
    timed: '2026-01-01T02:00:01.123456789+02:00 east\n2026-01-01T00:00:02.000000000Z   spaces  \n',
  },
  'an-unfinished-end': {
    log: `${full('one')}${time} stdout F tw`,
    plain: 'one\ntw',
    timed: '2026-01-01T00:00:01.500000000Z one\n2026-01-01T00:00:01.500000000Z tw',
  },
  empty: { log: '', plain: '', timed: '' },
  'one-of-many-blocks': {
    log: full('x'.repeat(200_000)) + full('y'),
    plain: `${'x'.repeat(200_000)}\ny\n`,
    timed: `2026-01-01T00:00:01.500000000Z ${'x'.repeat(200_000)}\n2026-01-01T00:00:01.500000000Z y\n`,
  },
};

export default {
  id: 'endpoints-follow-logs',
  title:
    'An agent SHOULD read the logs of containers in all forms in which runtimes write them, and follow one across rotation, truncation and a restart of the runtime until its container ends.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent'],
  async run(c) {
    await withTemporaryFolder(async (folder) => {
      await withStandInRuntime(undefined, async (runtime) => {
        const container = { ...place, id: 'followed', container: 'followed' };
        runtime.containers = [
          container,
          ...Object.keys(forms).map((name) => ({ ...place, id: name, container: name, isRunning: false })),
        ];
        const tellsStatus = () =>
          runtime.serve('ContainerStatus', async (request) => {
            const id = textField(fieldsOf('ContainerStatus', request), 1) ?? '';
            const isRunning = runtime.containers.find((one) => one.id === id)?.isRunning !== false;
            const rows = [[1, id] as const, [3, isRunning ? 1 : 2] as const, [15, join(folder, id)] as const];
            return messageOf([[1, messageOf(rows)]]);
          });
        tellsStatus();
        await mkdir(folder, { recursive: true });
        for (const [name, { log }] of Object.entries(forms)) await writeFile(join(folder, name), log);
        await writeFile(join(folder, 'followed'), full('one'));
        await withConfiguration(c, { 'main.yaml': { podLogsDir: folder } }, async ([main = '']) => {
          const agent = await c.launchAgent({ flags: [main, `--container-runtime-endpoint=${runtime.endpoint}`] });
          const first = await read(agent, 'empty');
          if (first.status === 404) throw new NotObservable('the agent knows no pod but those that it started');
          for (const [name, { plain, timed }] of Object.entries(forms)) {
            for (const [query, wanted] of [
              ['', plain],
              ['?timestamps=true', timed],
              ['?follow=true', plain],
            ] as const) {
              const answer = await read(agent, `${name}${query}`);
              expectStatus(answer, 200);
              expectEqual(`log of ${name} with ${query}`, answer.text(), wanted);
            }
          }
          await tails(agent);
          await follows(c, agent, runtime, join(folder, 'followed'), tellsStatus);
        });
      });
    });
  },
} satisfies Case;

function read({ wire }: OwnAgent, path: string) {
  return wire.get(`/containerLogs/conformance/logging/${path}`);
}

/** Numbers of lines count entries; older clients call them otherwise. */
async function tails(agent: OwnAgent): Promise<void> {
  for (const [path, wanted] of [
    ['continued-entries?tailLines=2', 'three\nfour\n'],
    ['continued-entries?tail=1', 'four\n'],
    ['continued-entries?tail=1&tailLines=3', 'four\n'],
    ['continued-entries?tail=all&tailLines=1', 'one-two-three\nfour\n'],
    ['an-unfinished-end?tailLines=1', 'tw'],
    ['one-of-many-blocks?tailLines=1', 'y\n'],
    ['one-of-many-blocks?tailLines=2&limitBytes=3', 'xxx'],
    ['continued-entries?limitBytes=100000', 'one-two-three\nfour\n'],
    ['other-zones?sinceTime=2026-01-01T00:00:02Z', '  spaces  \n'],
    ['other-zones?sinceTime=2026-01-01T00:00:01Z', 'east\n  spaces  \n'],
  ] as const) {
    const answer = await read(agent, path);
    expectStatus(answer, 200);
    expectEqual(`log of ${path}`, answer.text(), wanted);
  }
}

async function follows(
  c: CaseContext,
  agent: OwnAgent,
  runtime: StandInRuntime,
  path: string,
  tellsStatus: () => void,
): Promise<void> {
  const statuses = () => runtime.called.filter((call) => call.endsWith('/ContainerStatus')).length;
  /** A reader that waits for more asks again and again whether the container runs. */
  const asked = async (times: number) => {
    const before = statuses();
    await c.eventually(async () => expectThat('questions', statuses() >= before + times, `${times} more`, statuses()));
  };
  const answer = read(agent, 'followed?follow=true');
  answer.catch(() => {});
  await asked(2);
  await appendFile(path, full('two'));
  await asked(2);
  // The last line before the rotation, and the first after it.
  await appendFile(path, full('three'));
  await rename(path, `${path}.1`);
  await writeFile(path, full('four') + full('five'));
  await asked(2);
  await writeFile(path, full('six'));
  await asked(2);
  runtime.serve('ContainerStatus', async () => {
    throw new Unavailable('the runtime is not there');
  });
  await asked(2);
  await appendFile(path, full('seven'));
  await asked(1);
  runtime.containers = runtime.containers.map((one) => (one.id === 'followed' ? { ...one, isRunning: false } : one));
  await appendFile(path, full('eight'));
  tellsStatus();
  const whole = await answer;
  expectStatus(whole, 200);
  const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  expectEqual('followed log', whole.text(), `${lines.join('\n')}\n`);
}
