// Which statuses reach the server: the last one of each pod, whatever happened to the writes before it.

import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import type { ResourceClient } from '../../../shared/client/request/api-client.ts';
import { failureOf } from '../../../shared/client/request/failure.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import type { Pod, PodStatus } from '../object/pod.ts';
import { StatusWriter } from './status-writer.ts';

const podOf = (status: PodStatus, resourceVersion = '1'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'default', uid: 'u', resourceVersion },
  status,
});

/** A server that keeps one pod; each patch is answered when the test says how. */
function scene(t: Test) {
  const end = new AbortController();
  const clock = new FakeClock();
  const asked: { readonly body: { readonly status: PodStatus }; readonly answer: (error?: Error) => void }[] = [];
  let server: Pod = podOf({ phase: 'Pending' });
  const patch = (_name: string, _type: string, body: { readonly status: PodStatus }): Promise<Pod> =>
    new Promise((resolve, reject) => {
      const answer = (error?: Error): void => {
        if (error !== undefined) return reject(error);
        server = podOf({ ...server.status, ...body.status }, String(Number(server.metadata.resourceVersion) + 1));
        resolve(server);
      };
      asked.push({ body, answer });
    });
  const client = { in: () => ({ patch, get: async () => server, delete: async () => server }) };
  const writer = new StatusWriter({ pods: client as unknown as ResourceClient<Pod>, clock, log: silentLog });
  const run = writer.run(end.signal);
  t.teardown(async () => {
    end.abort();
    for (const { answer } of asked) answer();
    await run;
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { writer, asked, clock, settle, server: () => server, takes: (pod: Pod) => (server = pod) };
}

t.test('a status that is as before while another is being written is written again', async (t) => {
  const { writer, asked, settle, server } = scene(t);
  writer.set(podOf({ phase: 'Pending' }), { phase: 'Running' }, false);
  await settle();
  writer.set(podOf({ phase: 'Pending' }), { phase: 'Pending' }, false);
  asked[0]?.answer();
  await settle();
  t.equal(asked.length, 2);
  asked[1]?.answer();
  await settle();
  t.equal(server().status?.phase, 'Pending');
});

t.test('a write that failed may have been done: the server is asked before the next', async (t) => {
  const { writer, asked, clock, settle, takes } = scene(t);
  writer.set(podOf({ phase: 'Pending' }), { phase: 'Running' }, false);
  await settle();
  takes(podOf({ phase: 'Running' }, '2'));
  asked[0]?.answer(new Error('the connection broke'));
  await settle();
  writer.set(podOf({ phase: 'Pending' }), { phase: 'Pending' }, false);
  await clock.advance(20_000);
  await settle();
  t.strictSame(asked[1]?.body.status, { phase: 'Pending' });
});

t.test('a conflict of two writers is no end of the pod, another uid is', async (t) => {
  const { writer, asked, clock, settle, takes } = scene(t);
  const conflict = (): Error => failureOf('PATCH', 409, undefined, 'x');
  writer.set(podOf({ phase: 'Pending' }), { phase: 'Running' }, false);
  await settle();
  asked[0]?.answer(conflict());
  await settle();
  await clock.advance(20_000);
  await settle();
  t.equal(asked.length, 2, 'it is tried again');
  takes({ ...podOf({}), metadata: { ...podOf({}).metadata, uid: 'other' } });
  asked[1]?.answer(conflict());
  await settle();
  await clock.advance(60_000);
  await settle();
  t.equal(asked.length, 2, 'nothing more is said about it');
});

t.test('changes of another client are overwritten, unless they are older than the last write', async (t) => {
  const { writer, asked, settle } = scene(t);
  writer.set(podOf({ phase: 'Pending' }), { phase: 'Running' }, false);
  await settle();
  asked[0]?.answer();
  await settle();
  writer.seen(podOf({ phase: 'Pending' }, '1'));
  await settle();
  t.equal(asked.length, 1, 'an event from before the write');
  writer.seen(podOf({ phase: 'Running' }, '2'));
  await settle();
  t.equal(asked.length, 1, 'its own write');
  writer.seen(podOf({ phase: 'Failed' }, '3'));
  await settle();
  t.strictSame(asked[1]?.body.status, { phase: 'Running' });
  asked[1]?.answer();
});
