import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { during, inTime, nodeInOwnZone, shortGrace, shortGraceServer } from '../../fixtures/node-heartbeats.ts';

export default {
  id: 'silence-makes-unknown',
  title: 'A node without heartbeats MUST be Unknown after the configured grace period, and not before.',
  requirements: ['NLIFE-001', 'NLIFE-003', 'NLIFE-004'],
  launch: shortGraceServer,
  run: (c) => inTime(() => run(c)),
} satisfies Case;

async function run(c: CaseContext): Promise<void> {
  const { node, companion, another, since } = await nodeInOwnZone(c);
  const silent = await another();
  await during(c, since, [companion.renewLease], async () => {
    let silentSince = 0;
    const renew = async (): Promise<void> => {
      silentSince = c.clock.monotonic();
      await node.renewLease();
    };
    await during(c, since, [renew], async () => {
      await c.eventually(async () => expectEqual('Ready of another', await silent.condition('Ready'), 'Unknown'));
      await expectLasting(c, async () => {
        expectEqual('Ready of a node with heartbeats', await node.condition('Ready'), 'True');
      });
    });
    await c.eventually(async () => expectEqual('Ready', await node.condition('Ready'), 'Unknown'));
    const silence = c.clock.monotonic() - silentSince;
    expectThat('time until Unknown', silence > 0.9 * shortGrace, `about ${shortGrace} ms at least`, silence);
    expectEqual('Ready of the companion', await companion.condition('Ready'), 'True');
  });
}
