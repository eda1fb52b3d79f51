import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { agentNode, conditionsOf } from '../../fixtures/agent-node.ts';
import { type Case, NotObservable } from '../../contract/case.ts';

export default {
  id: 'condition-meanings',
  title: 'A healthy node MUST be Ready, and MUST NOT report its network as unavailable.',
  requirements: ['NSTAT-018', 'NSTAT-024'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const conditions = conditionsOf(await (await agentNode(c)).read());
    const statusOf = (type: string): string | undefined => conditions.find((one) => one.type === type)?.status;
    const ready = statusOf('Ready');
    // An agent that reports no status is a failure; one that is not ready just now is skipped.
    expectThat('the condition Ready', ready !== undefined, 'a status', conditions);
    if (ready !== 'True') throw new NotObservable('the node is not ready just now');
    await c.holds('NSTAT-024', async () => {
      const network = statusOf('NetworkUnavailable');
      if (network === undefined) throw new NotObservable('this node has no condition about its network');
      expectEqual('NetworkUnavailable of a node that is ready', network, 'False');
    });
    await c.holds('NSTAT-018', async () => expectOk(await c.agent.get('/healthz')));
  },
} satisfies Case;
