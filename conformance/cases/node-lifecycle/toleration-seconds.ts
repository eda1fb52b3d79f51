import { createPod } from '../../fixtures/created-objects.ts';
import { pod } from '../../fixtures/manifests.ts';
import { during, inTime, nodeInOwnZone, shortGraceServer } from '../../fixtures/node-heartbeats.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { listAt, textAt, valueAt } from '../../wire/format/json-path.ts';
import { expectAbsent, expectTime } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

const seconds = 3;

export default {
  id: 'toleration-seconds',
  title:
    'A pod with tolerationSeconds MUST stay on a lost node for that time; a pod without a matching toleration MAY go at once.',
  requirements: ['NLIFE-006', 'NLIFE-007', 'NLIFE-014U'],
  needs: ['namespace'],
  launch: shortGraceServer,
  run: (c) => inTime(() => run(c)),
} satisfies Case;

async function run(c: CaseContext): Promise<void> {
  const key = c.vendor.fill('node.{label}/unreachable');
  const { node, companion, another, since } = await nodeInOwnZone(c);
  const marked = await another();
  const pods = c.resource('v1', 'pods');
  const make = async (kind: string, toleration: object) => {
    const name = c.unique(kind);
    await createPod(c, pod(name, { nodeName: node.name, tolerations: [{ operator: 'Exists', ...toleration }] }));
    return pods.item(name);
  };
  const effect = 'NoExecute';
  const stays = [
    await make('always', { key, effect }),
    await make('long', { key, effect, tolerationSeconds: 3_600 }),
    await make('any', {}),
  ];
  const later = await make('later', { key, effect, tolerationSeconds: seconds });
  const goes = [
    await make('another-key', { key: 'conformance.example/x', effect }),
    await make('another-effect', { key, effect: 'NoSchedule' }),
    await make('never', { key, effect, tolerationSeconds: 0 }),
  ];
  await during(c, since, [companion.renewLease, marked.renewLease], async () => {
    const byHand = await mark(c, marked.name);
    await c.holds('NLIFE-007', async () => {
      for (const path of goes) await c.eventually(() => isLeaving(c, path));
    });
    await c.holds('NLIFE-014U', async () => {
      const [deleted, added] = await c.eventually(async () => [
        await timeOfDelete(c, later),
        await timeOfTaint(c, node.name, key),
      ]);
      const stayed = deleted - added;
      // Both times have a resolution of one second.
      expectThat('seconds that the pod stayed', stayed > seconds - 1, `at least ${seconds}`, stayed);
    });
    await c.holds('NLIFE-014U', async () => {
      for (const path of byHand.goes) await c.eventually(() => isLeaving(c, path));
      for (const path of byHand.stays) await expectUntouched(c, path);
    });
    await c.holds('NLIFE-006', async () => {
      for (const path of stays) await expectUntouched(c, path);
    });
  });
}

/**
 * Sets taints by hand: one without a time, from which a pod has to go in a second, and one that says it is an hour old. Of several
 * tolerations of a taint the first counts, of several taints the shortest time, and a pod that came after a taint has its whole time.
 */
async function mark(c: CaseContext, nodeName: string): Promise<{ readonly goes: string[]; readonly stays: string[] }> {
  const effect = 'NoExecute';
  const [timeless, old] = ['conformance.example/timeless', 'conformance.example/old'];
  const time = new Date(c.clock.now() - 3_600_000).toISOString().replace(/\.\d+/, '');
  const make = async (kind: string, ...tolerations: readonly object[]) => {
    const name = c.unique(kind);
    await createPod(c, pod(name, { nodeName, tolerations }));
    return c.resource('v1', 'pods').item(name);
  };
  const tolerating = (key: string, tolerationSeconds?: number) => ({
    key,
    operator: 'Exists',
    effect,
    tolerationSeconds,
  });
  const goes = [
    await make('by-hand', tolerating(timeless, 1), tolerating(old)),
    await make('shortest-of-two', tolerating(timeless, 3_600), tolerating(old, 1)),
  ];
  const first = await make('first-counts', tolerating(old), tolerating(timeless, 3_600), {
    operator: 'Exists',
    effect,
    tolerationSeconds: 0,
  });
  const unlimited = await make('no-limit-first', tolerating(timeless), tolerating(timeless, 0), tolerating(old));
  const taints = [
    { key: timeless, effect },
    { key: old, effect, timeAdded: time },
  ];
  expectOk(await c.wire.patch(`/api/v1/nodes/${nodeName}`, 'merge', { spec: { taints } }));
  return { goes, stays: [first, unlimited, await make('after-the-taint', tolerating(timeless), tolerating(old, 600))] };
}

async function expectUntouched(c: CaseContext, path: string): Promise<void> {
  const answer = await c.wire.get(path);
  expectOk(answer);
  expectAbsent(answer, 'metadata.deletionTimestamp');
}

async function isLeaving(c: CaseContext, path: string): Promise<void> {
  const answer = await c.wire.get(path);
  const leaves = answer.status === 404 || answer.text().includes('"deletionTimestamp"');
  expectThat('pod that does not tolerate the taint', leaves, 'deleted', answer.status);
}

/** The time of the delete request in seconds: the deletion timestamp less the grace period. */
async function timeOfDelete(c: CaseContext, path: string): Promise<number> {
  const answer = await c.wire.get(path);
  expectOk(answer);
  const grace = Number(valueAt(answer.json(), 'metadata.deletionGracePeriodSeconds') ?? 0);
  return expectTime(answer, 'metadata.deletionTimestamp') / 1_000 - grace;
}

async function timeOfTaint(c: CaseContext, node: string, key: string): Promise<number> {
  const answer = await c.wire.get(`/api/v1/nodes/${node}`);
  const taints = listAt(answer.json(), 'spec.taints');
  const taint = taints.find((each) => textAt(each, 'key') === key && textAt(each, 'effect') === 'NoExecute');
  return expectTime(taint, 'timeAdded') / 1_000;
}
