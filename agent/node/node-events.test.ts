// Which events a change of the node makes.

import t from 'tap';
import type { Node } from './node.ts';
import type { EventRecorder } from '../../shared/client/event/event-recorder.ts';
import { nodeEvents, NodeEventRecorder } from './node-events.ts';
import { nextNodeStatus } from './node-status.ts';
import { sampleFacts, sampleInput } from '../../fixtures/agent/host.fixture.ts';

const node = (change: Partial<typeof sampleInput> = {}): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1' },
  status: nextNodeStatus({ ...sampleInput, ...change }),
});
const reasons = (before: Node | undefined, after: Node): readonly string[] =>
  nodeEvents(before, after).map(({ reason }) => reason);
const healthy = ['NodeHasSufficientMemory', 'NodeHasNoDiskPressure', 'NodeHasSufficientPID'];

t.test('a new node says what it has enough of, and whether it is ready', async (t) => {
  t.strictSame(reasons(undefined, node()), [...healthy, 'NodeReady']);
  t.strictSame(reasons(undefined, node({ runtime: { state: 'unknown' } })), healthy, 'not ready yet is no news');
  t.strictSame(reasons({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }, node()), [
    ...healthy,
    'NodeReady',
  ]);
  t.strictSame(nodeEvents(undefined, node()).at(-1), {
    type: 'Normal',
    reason: 'NodeReady',
    message: 'Node n1 status is now: NodeReady',
  });
});

t.test('an unchanged node makes no event, even when heartbeats change', async (t) => {
  t.strictSame(reasons(node(), node({ now: sampleInput.now + 60_000 })), []);
});

t.test('every condition has an event when it changes, and when it changes back', async (t) => {
  const bad = node({
    pressures: new Set(['MemoryPressure', 'DiskPressure', 'PIDPressure']),
    runtime: { state: 'down' },
  });
  t.strictSame(reasons(node(), bad), [
    'NodeHasInsufficientMemory',
    'NodeHasDiskPressure',
    'NodeHasInsufficientPID',
    'NodeNotReady',
  ]);
  t.strictSame(reasons(bad, node()), [...healthy, 'NodeReady']);
});

t.test('a condition that the API service set to Unknown has an event when it is known again', async (t) => {
  const unknown = node();
  const conditions = (unknown.status?.conditions ?? []).map((one) => ({ ...one, status: 'Unknown' as const }));
  t.strictSame(reasons({ ...unknown, status: { ...unknown.status, conditions } }, node()), [...healthy, 'NodeReady']);
});

t.test('another boot is a warning; a boot that is not known is none', async (t) => {
  const rebooted = node({ facts: { ...sampleFacts, bootId: 'other' } });
  t.strictSame(nodeEvents(node(), rebooted), [
    { type: 'Warning', reason: 'Rebooted', message: 'Node n1 has been rebooted, boot id: other' },
  ]);
  t.strictSame(reasons(node(), node({ facts: { ...sampleFacts, bootId: '' } })), []);
});

t.test('the subject of an event is the node, by its name, without a version', async (t) => {
  const recorded: unknown[] = [];
  const recorder = { record: (event: unknown) => recorded.push(event) } as unknown as EventRecorder;
  new NodeEventRecorder(recorder, 'n1').started();
  t.strictSame(recorded, [
    {
      subject: { kind: 'Node', name: 'n1', uid: 'n1' },
      type: 'Normal',
      reason: 'Starting',
      message: 'Starting kubelet.',
    },
  ]);
});
