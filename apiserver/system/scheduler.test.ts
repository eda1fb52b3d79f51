// The scheduler of the server (`--controllers=*,scheduler`), as its users see it.

import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { createClient } from '../../shared/client/index.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { startApiServer } from '../server.ts';

t.setTimeout(240_000);
const core = (resource: string) => ({ group: '', version: 'v1', resource });

interface Pod extends ApiObject {
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

interface Event extends ApiObject {
  readonly reason?: string;
  readonly message?: string;
  readonly involvedObject?: { readonly name?: string };
}

async function scene(controllers: readonly string[]) {
  const server = await startApiServer({ vendor: 'kubernetes', controllers });
  const client = await createClient({ kubeconfig: server.kubeconfig });
  const pods = client.resource<Pod>(core('pods')).in('default');
  const events = client.resource<Event>(core('events')).in('default');
  const node = (name: string, cpu: string, spec: object = {}) =>
    client.resource(core('nodes')).create({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name },
      spec,
      status: { capacity: { cpu, memory: '1Gi', pods: '10' }, allocatable: { cpu, memory: '1Gi', pods: '10' } },
    });
  /** As soon as the account is there that every pod has. */
  const make = async (name: string, spec: object = {}): Promise<void> => {
    for (;;) {
      try {
        const object = { containers: [{ name: 'c', image: 'i:1' }], ...spec };
        await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: object } as Pod);
        return;
      } catch (error) {
        if (!String(error).includes('serviceaccount')) throw error;
        await sleep(50);
      }
    }
  };
  const until = async <T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> => {
    for (;;) {
      const found = await look();
      if (holds(found)) return found;
      await sleep(50);
    }
  };
  const podWith = (name: string, holds: (pod: Pod) => boolean) => until(() => pods.get(name), holds);
  const told = (name: string, reason: string) =>
    until(
      async () =>
        (await events.list()).items.filter((one) => one.involvedObject?.name === name && one.reason === reason),
      (found) => found.length > 0,
    );
  const end = async (): Promise<void> => {
    await client[Symbol.asyncDispose]();
    await server.stop();
  };
  return { server, client, pods, node, make, podWith, told, end };
}

const asking = (cpu: string) => ({ containers: [{ name: 'c', image: 'i:1', resources: { requests: { cpu } } }] });
const scheduled = (pod: Pod) => pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');

t.test('pods get a node, or say why not and get one when there is', async (t) => {
  const { server, client, pods, node, make, podWith, told, end } = await scene(['*', 'scheduler']);
  t.teardown(end);
  await make('early');
  const waiting = await podWith('early', (pod) => scheduled(pod) !== undefined);
  t.match(scheduled(waiting), {
    status: 'False',
    reason: 'Unschedulable',
    message: 'no nodes available to schedule pods',
  });
  t.match(await told('early', 'FailedScheduling'), [{ type: 'Warning', source: { component: 'default-scheduler' } }]);

  // The node lifecycle taints nodes without an agent: the pods of this test tolerate that.
  const tolerations = [{ operator: 'Exists' }];
  await node('n1', '2');
  await make('one', { tolerations });
  t.match(scheduled(await podWith('one', ({ spec }) => spec?.nodeName === 'n1')), { status: 'True' });
  t.match(await told('one', 'Scheduled'), [{ type: 'Normal', message: 'Successfully assigned default/one to n1' }]);

  await make('large', { ...asking('3'), tolerations });
  const large = await podWith('large', (pod) => scheduled(pod)?.status === 'False');
  t.match(scheduled(large), {
    reason: 'Unschedulable',
    message: '0/1 nodes are available: 1 Insufficient cpu.',
  });
  await node('n2', '4');
  await podWith('large', ({ spec }) => spec?.nodeName === 'n2');

  await make('full', { ...asking('2'), tolerations });
  await podWith('full', ({ spec }) => spec?.nodeName === 'n1');
  await make('next', { ...asking('2'), tolerations });
  await podWith('next', (pod) => scheduled(pod)?.status === 'False');
  await pods.delete('full', { gracePeriodSeconds: 0 });
  await podWith('next', ({ spec }) => spec?.nodeName === 'n1');

  await make('gated', { schedulingGates: [{ name: 'example.com/wait' }], tolerations });
  await make('foreign', { schedulerName: 'another', tolerations });
  await make('last', { tolerations });
  await podWith('last', ({ spec }) => spec?.nodeName !== undefined);
  for (const name of ['gated', 'foreign']) t.equal((await pods.get(name)).spec?.nodeName, undefined, name);
  await client
    .resource<Pod>(core('pods'))
    .in('default')
    .patch('gated', 'merge', { spec: { schedulingGates: null } });
  await podWith('gated', ({ spec }) => spec?.nodeName !== undefined);

  const { text } = await administratorOf(server)('GET', '/metrics');
  t.match(text, /scheduler_schedule_attempts_total\{profile="default-scheduler",result="scheduled"\} [4-9]/);
  t.match(text, /scheduler_schedule_attempts_total\{profile="default-scheduler",result="unschedulable"\} [1-9]/);
});

t.test('without being named it does not run', async (t) => {
  const { pods, node, make, podWith, end } = await scene(['*']);
  t.teardown(end);
  await node('n1', '2');
  await make('p', { tolerations: [{ operator: 'Exists' }] });
  await make('bound', { nodeName: 'n1' });
  await podWith('bound', ({ spec }) => spec?.nodeName === 'n1');
  t.equal((await pods.get('p')).spec?.nodeName, undefined);
});
