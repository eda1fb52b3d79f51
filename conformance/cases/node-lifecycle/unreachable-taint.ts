import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { during, inTime, nodeInOwnZone, shortGrace, shortGraceServer } from '../../fixtures/node-heartbeats.ts';
import { createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'unreachable-taint',
  title: 'A node that stays Unknown MUST get the unreachable taint; pods that tolerate it MUST stay, others MAY go.',
  requirements: ['NLIFE-005', 'NLIFE-006', 'NLIFE-007', 'NLIFE-010', 'NLIFE-014U'],
  needs: ['namespace'],
  launch: shortGraceServer,
  run: (c) => inTime(() => run(c)),
} satisfies Case;

async function run(c: CaseContext): Promise<void> {
  const key = c.vendor.fill('node.{label}/unreachable');
  const { node, companion, since } = await nodeInOwnZone(c);
  const pods = c.resource('v1', 'pods');
  const tolerations = [{ key, operator: 'Exists', effect: 'NoExecute' }];
  await createPod(c, pod('stays', { nodeName: node.name, tolerations }));
  await createPod(c, pod('goes', { nodeName: node.name }));
  const isTainted = async (): Promise<boolean> => (await node.taints()).some((taint) => taint.startsWith(`${key}:`));
  await during(c, since, [companion.renewLease], async () => {
    let early = false;
    let lastReady = c.clock.monotonic();
    await c.eventually(async () => {
      const asked = c.clock.monotonic();
      const tainted = await isTainted();
      const ready = await node.condition('Ready');
      if (ready === 'True') lastReady = asked;
      early ||= tainted && ready === 'True';
      expectEqual('Ready', ready, 'Unknown');
      if (c.vendor.behaviour.taintDelay === 'one-grace-period' && tainted) early = true;
    });
    expectEqual('tainted before its time', early, false);
    await c.eventually(async () => {
      const taints = await node.taints();
      const wanted = taints.includes(`${key}:NoExecute`) && taints.includes(`${key}:NoSchedule`);
      expectThat('taints', wanted, `${key} with NoSchedule and NoExecute`, taints);
    });
    // From a moment when it was not Unknown yet: what a slow answer adds is on the safe side.
    const unknownFor = c.clock.monotonic() - lastReady;
    if (c.vendor.behaviour.taintDelay === 'one-grace-period')
      expectThat('milliseconds until the taint', unknownFor > 0.9 * shortGrace, 'a grace period', unknownFor);
    await c.eventually(async () => {
      const answer = await c.wire.get(pods.item('goes'));
      const leaves = answer.status === 404 || answer.text().includes('"deletionTimestamp"');
      expectThat('pod without a toleration', leaves, 'deleted', answer.status);
    });
    const stays = await c.wire.get(pods.item('stays'));
    expectThat(
      'pod that tolerates the taint',
      !stays.text().includes('"deletionTimestamp"'),
      'untouched',
      stays.status,
    );
    expectEqual('status of its GET', stays.status, 200);
  });
}
