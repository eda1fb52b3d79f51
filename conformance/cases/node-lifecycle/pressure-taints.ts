import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { during, inTime, nodeInOwnZone, shortGraceServer } from '../../fixtures/node-heartbeats.ts';

export default {
  id: 'pressure-taints',
  title:
    'A node SHOULD have the NoSchedule taint of a pressure as long as it reports it, and while it is unschedulable.',
  requirements: ['NLIFE-014U'],
  launch: shortGraceServer,
  run: (c) => inTime(() => run(c)),
} satisfies Case;

async function run(c: CaseContext): Promise<void> {
  const keyOf = (name: string) => c.vendor.fill(`node.{label}/${name}`);
  const taintOf = (name: string) => `${keyOf(name)}:NoSchedule`;
  const all = ['memory-pressure', 'disk-pressure', 'pid-pressure', 'network-unavailable', 'unschedulable'].map(keyOf);
  const { node, companion, since } = await nodeInOwnZone(c);
  const path = c.clusterResource('v1', 'nodes').item(node.name);
  const expectTaints = (what: string, ...expected: readonly string[]) =>
    c.eventually(async () => {
      const found = (await node.taints()).filter((taint) => all.some((key) => taint.startsWith(`${key}:`)));
      expectEqual(`taints ${what}`, [...found].sort(), [...expected].sort());
    });
  await during(c, since, [companion.renewLease, node.renewLease], async () => {
    await node.report('True', { MemoryPressure: 'True', PIDPressure: 'True' });
    await expectTaints('under pressure', taintOf('memory-pressure'), taintOf('pid-pressure'));
    await node.report('True', { DiskPressure: 'True', NetworkUnavailable: 'True' });
    await expectTaints('under other pressure', taintOf('disk-pressure'), taintOf('network-unavailable'));
    await node.report('True', { MemoryPressure: 'Unknown', PIDPressure: 'True' });
    await expectTaints('under pressure and perhaps under another', taintOf('pid-pressure'));
    await node.report('True');
    await expectTaints('without pressure');
    // One that is set by hand with an effect of its own stays.
    const byHand = { key: keyOf('memory-pressure'), effect: 'PreferNoSchedule' };
    expectOk(await c.wire.patch(path, 'merge', { spec: { taints: [byHand], unschedulable: true } }));
    const kept = `${byHand.key}:${byHand.effect}`;
    await expectTaints('of an unschedulable node', kept, taintOf('unschedulable'));
    expectOk(await c.wire.patch(path, 'merge', { spec: { unschedulable: null } }));
    await expectTaints('of a schedulable node', kept);
  });
}
