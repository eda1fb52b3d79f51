// The node object and its lease on a real API service, when another client deletes the node of a running agent, or creates
// another one in its place.

import t, { type Test } from 'tap';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { vendorIds } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import type { Node } from '../node/node.ts';
import { nodeScene, type NodeScene, until } from '../../fixtures/agent/node-system.fixture.ts';

t.setTimeout(400_000);
t.jobs = vendorIds.length;

function scene(t: Test, vendor: VendorId): Promise<NodeScene> {
  const configuration = [
    'nodeLeaseDurationSeconds: 4',
    'nodeStatusUpdateFrequency: 300ms',
    'registerWithTaints: [{key: dedicated, value: x, effect: NoSchedule}]',
    // The host that the test runs on may be short of what the usual thresholds demand.
    'evictionHard: {memory.available: 1Ki, nodefs.available: 1Ki, pid.available: "1"}',
  ];
  return nodeScene(t, { vendor, nodeName: 'n1', containers: [], configuration });
}

interface Event extends ApiObject {
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly source: { readonly component: string; readonly host?: string };
  readonly involvedObject: { readonly kind: string; readonly name: string; readonly uid: string };
}

/** The events that the agent wrote about its node, by reason. */
async function eventsOf({ client }: NodeScene): Promise<ReadonlyMap<string, Event>> {
  const events = client.resource<Event>({ group: '', version: 'v1', resource: 'events' }).in('default');
  const { items } = await events.list({ fieldSelector: 'involvedObject.kind=Node,involvedObject.uid=n1' });
  return new Map(items.filter(({ source }) => source.component === 'kubelet').map((event) => [event.reason, event]));
}

const isReady = (node: Node): boolean =>
  node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;

for (const id of vendorIds) {
  void t.test(`${id}: a node that is deleted comes back as it was, and its lease with it`, async (t) => {
    const made = await scene(t, id);
    const { vendor, nodes, leases, system } = made;
    const readyAgain = (before: string | undefined) => async () => {
      const node = await nodes.get('n1');
      return node.metadata.uid !== before && isReady(node) && node;
    };
    const owned = (uid: string | undefined) => async () =>
      (await leases.get('n1')).metadata.ownerReferences?.some((owner) => owner.uid === uid);
    const first = await until(readyAgain(undefined), 'ready');
    await until(owned(first.metadata.uid), 'the lease');
    await eventsTell(t, made);
    await nodes.delete('n1');
    const second = await until(readyAgain(first.metadata.uid), 'ready again');
    t.match(second, {
      metadata: { labels: { [vendor.fill('{label}/hostname')]: 'n1' } },
      spec: { taints: [{ key: 'dedicated', value: 'x', effect: 'NoSchedule' }] },
    });
    await until(owned(second.metadata.uid), 'the lease of the new node');
    t.match(system.agent.output(), /the node is registered again.*cause="?deleted/);

    // Others make a node of the name at once: the agent brings it in line and leaves what they wrote.
    await nodes.delete('n1');
    await nodes
      .create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', labels: { theirs: 'x' } } })
      .catch(() => t.comment('the agent was faster'));
    const third = await until(readyAgain(second.metadata.uid), 'ready a third time');
    const labelled = await until(async () => {
      const node = await nodes.get('n1');
      return node.metadata.labels?.[vendor.fill('{label}/hostname')] === 'n1' && node;
    }, 'the labels');
    if (labelled.metadata.labels?.['theirs'] !== undefined)
      t.equal(labelled.spec?.taints?.some(({ key }) => key === 'dedicated') ?? false, false);
    await until(owned(third.metadata.uid), 'the lease of the third node');
  });
}

/** Every change of the node has one event, whose count grows when the change happens again. */
async function eventsTell(t: Test, made: NodeScene): Promise<void> {
  const { nodes } = made;
  const told = (reason: string, count: number) => () =>
    eventsOf(made).then((events) => (events.get(reason)?.count ?? 0) >= count && events.get(reason));
  for (const reason of ['Starting', 'NodeHasSufficientMemory', 'NodeHasNoDiskPressure', 'NodeHasSufficientPID']) {
    await until(told(reason, 1), reason);
  }
  t.match(await until(told('NodeReady', 1), 'NodeReady'), {
    type: 'Normal',
    message: 'Node n1 status is now: NodeReady',
    source: { component: 'kubelet', host: 'n1' },
    reportingInstance: 'n1',
    involvedObject: { kind: 'Node', name: 'n1', uid: 'n1' },
  });
  for (const count of [1, 2]) {
    await nodes.patch('n1', 'merge', { spec: { unschedulable: true } });
    await until(told('NodeNotSchedulable', count), `not schedulable ${count}`);
    await nodes.patch('n1', 'merge', { spec: { unschedulable: null } });
    await until(told('NodeSchedulable', count), `schedulable ${count}`);
  }
}
