import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import {
  during,
  expectInsidePeriod,
  inTime,
  nodeInOwnZone,
  shortGrace,
  shortGraceServer,
} from '../../fixtures/node-heartbeats.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
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
  const { node, companion, another, since } = await nodeInOwnZone(c);
  const returning = await another();
  const pods = c.resource('v1', 'pods');
  const tolerations = [{ key, operator: 'Exists', effect: 'NoExecute' }];
  // Other names in each try.
  const [staying, going] = [c.unique('stays'), c.unique('goes')];
  await createPod(c, pod(staying, { nodeName: node.name, tolerations }));
  await createPod(c, pod(going, { nodeName: node.name }));
  const isTainted = async (which = node): Promise<boolean> =>
    (await which.taints()).some((taint) => taint.startsWith(`${key}:`));
  const isDelayed = c.vendor.behaviour.taintDelay === 'one-grace-period';
  let isBack = false;
  const beats = [companion.renewLease, async () => (isBack ? returning.renewLease() : undefined)];
  await during(c, since, beats, async () => {
    let early = false;
    let lastReady = c.clock.monotonic();
    await c.eventually(async () => {
      const asked = c.clock.monotonic();
      const tainted = await isTainted();
      const ready = await node.condition('Ready');
      if (ready === 'True') lastReady = asked;
      early ||= tainted && ready === 'True';
      expectEqual('Ready', ready, 'Unknown');
      if (isDelayed && tainted) early = true;
    });
    // One that is Unknown for less than the period gets no taint.
    await c.eventually(async () => expectEqual('Ready', await returning.condition('Ready'), 'Unknown'));
    // The controller has looked at it meanwhile.
    await c.clock.sleep(shortGrace / 3, c.signal);
    await returning.report('True');
    if (isDelayed) expectInsidePeriod(c, lastReady);
    isBack = true;
    expectEqual('tainted before its time', early, false);
    let tooSoon = false;
    await c.eventually(async () => {
      tooSoon ||= await isTainted(returning);
      const taints = await node.taints();
      const wanted = taints.includes(`${key}:NoExecute`) && taints.includes(`${key}:NoSchedule`);
      expectThat('taints', wanted, `${key} with NoSchedule and NoExecute`, taints);
    });
    // From a moment when it was not Unknown yet: what a slow answer adds is on the safe side.
    const unknownFor = c.clock.monotonic() - lastReady;
    if (isDelayed)
      expectThat('milliseconds until the taint', unknownFor > 0.9 * shortGrace, 'a grace period', unknownFor);
    if (isDelayed) {
      await expectLasting(c, async () => {
        tooSoon ||= await isTainted(returning);
        expectEqual('whether the node that came back was tainted', tooSoon, false);
      });
      expectEqual('its Ready', await returning.condition('Ready'), 'True');
    }
    await c.eventually(async () => {
      const answer = await c.wire.get(pods.item(going));
      const leaves = answer.status === 404 || answer.text().includes('"deletionTimestamp"');
      expectThat('pod without a toleration', leaves, 'deleted', answer.status);
    });
    const stays = await c.wire.get(pods.item(staying));
    expectThat(
      'pod that tolerates the taint',
      !stays.text().includes('"deletionTimestamp"'),
      'untouched',
      stays.status,
    );
    expectEqual('status of its GET', stays.status, 200);
  });
}
