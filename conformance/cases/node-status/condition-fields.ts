import { expectText, expectTime } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { agentNode, conditionsOf } from '../../fixtures/agent-node.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'condition-fields',
  title: 'The conditions of a node MUST have the documented types, once each, and all six fields.',
  requirements: ['NSTAT-009', 'NSTAT-010', 'NSTAT-034', 'NSTAT-035U'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const conditions = conditionsOf(await (await agentNode(c)).read());
    const types = conditions.map(({ type }) => type);
    const wanted = [
      'Ready',
      'DiskPressure',
      'MemoryPressure',
      'PIDPressure',
      ...(c.vendor.behaviour.networkCondition === 'agent' ? ['NetworkUnavailable'] : []),
    ];
    for (const type of wanted) expectThat('condition types', types.includes(type), `${type} among them`, types);
    expectThat('condition types', new Set(types).size === types.length, 'each once', types);
    for (const condition of conditions.filter(({ type }) => wanted.includes(type))) {
      const { type, status } = condition;
      expectThat(`status of ${type}`, ['True', 'False', 'Unknown'].includes(status), 'True, False or Unknown', status);
      for (const field of ['reason', 'message']) expectText(condition, field);
      const [heartbeat, transition] = ['lastHeartbeatTime', 'lastTransitionTime'].map((name) =>
        expectTime(condition, name),
      );
      expectThat(
        `times of ${type}`,
        (transition ?? 0) <= (heartbeat ?? 0),
        'a change that is not after the last report',
        condition,
      );
    }
  },
} satisfies Case;
