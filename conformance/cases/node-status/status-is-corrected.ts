import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { agentNode, conditionsOf } from '../../fixtures/agent-node.ts';
import { type Case, NotObservable } from '../../contract/case.ts';

const type = 'PIDPressure';

export default {
  id: 'status-is-corrected',
  title: 'The agent MUST overwrite a condition that differs from what it observes within seconds.',
  requirements: ['NSTAT-003', 'NSTAT-026', 'NSTAT-038'],
  needs: ['agent', 'agent-credentials'],
  alone: true,
  async run(c) {
    const node = await agentNode(c);
    const before = conditionsOf(await node.read()).find((one) => one.type === type);
    if (before?.status !== 'False') throw new NotObservable('the node is short of process numbers just now');
    const lie = { type, status: 'True', reason: 'ConformanceTest', message: 'not true' };
    const patch = { status: { conditions: [lie] } };
    expectOk(await c.wire.patch(`${node.path}/status`, 'application/strategic-merge-patch+json', patch));
    await c.eventually(async () => {
      const after = conditionsOf(await node.read()).find((one) => one.type === type);
      expectEqual(`status of ${type}`, after?.status, 'False');
      expectEqual(`reason of ${type}`, after?.['reason'], before['reason']);
    }, 30_000);
  },
} satisfies Case;
