import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { agentNode, conditionsOf } from '../../fixtures/agent-node.ts';
import { type Case, NotObservable } from '../../contract/case.ts';

export default {
  id: 'condition-meanings',
  title: 'A healthy node MUST be Ready; pressures and network faults that are not there MUST be False.',
  requirements: ['NSTAT-018', 'NSTAT-021', 'NSTAT-022', 'NSTAT-023', 'NSTAT-024'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const conditions = conditionsOf(await (await agentNode(c)).read());
    const statusOf = (type: string): string | undefined => conditions.find((one) => one.type === type)?.status;
    for (const type of ['DiskPressure', 'MemoryPressure', 'PIDPressure']) {
      const status = statusOf(type);
      expectThat(`status of ${type}`, status === 'True' || status === 'False', 'True or False', status);
    }
    const network = statusOf('NetworkUnavailable');
    if (network !== undefined) {
      expectThat('status of NetworkUnavailable', network === 'True' || network === 'False', 'True or False', network);
    }
    if (statusOf('Ready') !== 'True') throw new NotObservable('the node is not ready just now');
    if (network !== undefined) expectEqual('NetworkUnavailable of a node that is ready', network, 'False');
  },
} satisfies Case;
