import { expectEqual } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { during, inTime, nodeInOwnZone, shortGraceServer } from '../../fixtures/node-heartbeats.ts';

export default {
  id: 'pressure-taints',
  title: 'A node SHOULD have the NoSchedule taint of a pressure as long as it reports the pressure.',
  requirements: ['NLIFE-012U'],
  launch: shortGraceServer,
  run: (c) => inTime(() => run(c)),
} satisfies Case;

async function run(c: CaseContext): Promise<void> {
  const taintOf = (name: string) => c.vendor.fill(`node.{label}/${name}:NoSchedule`);
  const all = ['memory-pressure', 'disk-pressure', 'pid-pressure'].map(taintOf);
  const { node, companion, since } = await nodeInOwnZone(c);
  const tainted = async (): Promise<readonly string[]> =>
    (await node.taints()).filter((taint) => all.includes(taint)).sort();
  await during(c, since, [companion.renewLease, node.renewLease], async () => {
    await node.report('True', { MemoryPressure: 'True', PIDPressure: 'True' });
    const expected = [taintOf('memory-pressure'), taintOf('pid-pressure')];
    await c.eventually(async () => expectEqual('taints under pressure', await tainted(), expected));
    await node.report('True');
    await c.eventually(async () => expectEqual('taints without pressure', await tainted(), []));
  });
}
