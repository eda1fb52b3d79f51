import { createPod } from '../../fixtures/created-objects.ts';
import { pod } from '../../fixtures/manifests.ts';
import { during, inTime, nodeInOwnZone, shortGraceServer } from '../../fixtures/node-heartbeats.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import { expectTime } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'lost-nodes-are-told',
  title: 'A lost node SHOULD have Unknown conditions; it and its pods SHOULD have events, and evicted pods the reason.',
  requirements: ['NLIFE-012U', 'EVT-023'],
  needs: ['namespace'],
  launch: shortGraceServer,
  run: (c) => inTime(() => run(c)),
} satisfies Case;

/** Of the node's agent. Conditions of others do not follow from its silence. */
const pressures = ['MemoryPressure', 'DiskPressure', 'PIDPressure'];

const eviction = 'TaintManagerEviction';

async function run(c: CaseContext): Promise<void> {
  const { node, companion, since } = await nodeInOwnZone(c);
  const pods = c.resource('v1', 'pods');
  const nodePath = c.clusterResource('v1', 'nodes').item(node.name);
  const name = c.unique('evicted');
  const held = { finalizers: ['conformance.example/hold'] };
  const evicted = await createPod(c, pod(name, { nodeName: node.name }, held));
  const conditions = [{ type: 'Ready', status: 'True' }];
  expectOk(await c.wire.patch(pods.item(name, 'status'), 'merge', { status: { phase: 'Running', conditions } }));
  const uid = textAt(evicted.json(), 'metadata.uid');
  const nodeUid = textAt((await c.wire.get(nodePath)).json(), 'metadata.uid');
  try {
    await during(c, since, [companion.renewLease], async () => {
      await isTold(c, { kind: 'Node', name: node.name, uid: nodeUid }, 'default', 'RegisteredNode', 'Normal');
      await c.holds('NLIFE-012U', () =>
        c.eventually(async () => {
          for (const type of [...pressures, 'Ready']) {
            const condition = await conditionOf(c, nodePath, type);
            expectEqual(`status of ${type}`, textAt(condition, 'status'), 'Unknown');
            expectEqual(`reason of ${type}`, textAt(condition, 'reason'), 'NodeStatusUnknown');
            const [heard, changed] = ['lastHeartbeatTime', 'lastTransitionTime'].map((at) => expectTime(condition, at));
            expectThat(`transition of ${type}`, (changed ?? 0) > (heard ?? 0), 'later than the heartbeat', condition);
          }
        }),
      );
      await isTold(c, { kind: 'Node', name: node.name, uid: nodeUid }, 'default', 'NodeNotReady', 'Normal');
      const subject = { kind: 'Pod', name, uid };
      await isTold(c, subject, c.namespace, 'NodeNotReady', 'Warning');
      expectEqual('Ready of the pod', textAt(await conditionOf(c, pods.item(name), 'Ready'), 'status'), 'False');
      await isTold(c, subject, c.namespace, eviction, 'Normal');
      await c.eventually(async () => {
        const reason = await conditionOf(c, pods.item(name), 'DisruptionTarget');
        expectEqual('status of DisruptionTarget', textAt(reason, 'status'), 'True');
        expectEqual('reason of DisruptionTarget', textAt(reason, 'reason'), 'DeletionByTaintManager');
      });
    });
  } finally {
    await c.wire.patch(pods.item(name), 'merge', { metadata: { finalizers: null } });
  }
}

async function conditionOf(c: CaseContext, path: string, type: string): Promise<unknown> {
  const found = await c.wire.get(path);
  expectOk(found);
  return listAt(found.json(), 'status.conditions').find((condition) => textAt(condition, 'type') === type);
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** Waits for the event with this reason about the subject, and judges what it says beside. */
async function isTold(c: CaseContext, subject: Subject, namespace: string, reason: string, type: string) {
  const { kind, name, uid } = subject;
  const events = c.resource('events.{api}/v1', 'events', namespace);
  const query = { fieldSelector: `regarding.kind=${kind},regarding.name=${name}` };
  const event = await c.eventually(async () => {
    const answer = await c.wire.get(events.collection, { query });
    expectOk(answer);
    const all = listAt(answer.json(), 'items');
    const found = all.find((one) => textAt(one, 'reason') === reason);
    expectThat(
      `event ${reason} about a ${kind}`,
      found !== undefined,
      'one',
      all.map((one) => textAt(one, 'reason')),
    );
    return found;
  });
  expectEqual(`type of ${reason}`, textAt(event, 'type'), type);
  // Of a pod that it evicts a controller may know the name only.
  const told = textAt(event, 'regarding.uid');
  await c.holds('EVT-023', async () => {
    expectThat(`what ${reason} is about`, told === uid || (told === '' && reason === eviction), uid, told);
  });
  expectThat(`note of ${reason}`, textAt(event, 'note') !== '', 'some words', event);
  expectThat(`controller of ${reason}`, textAt(event, 'reportingController') !== '', 'a name', event);
}
