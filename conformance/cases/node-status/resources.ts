import { fieldOf } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { agentNode } from '../../fixtures/agent-node.ts';
import { amountOf } from '../../wire/format/quantity.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'resources',
  title: 'A node MUST report capacity and allocatable of cpu, memory and pods, with allocatable never above capacity.',
  requirements: ['NSTAT-011', 'NSTAT-012', 'NSTAT-036'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const node = await (await agentNode(c)).read();
    const capacity = (fieldOf(node, 'status.capacity') ?? {}) as Readonly<Record<string, unknown>>;
    const allocatable = (fieldOf(node, 'status.allocatable') ?? {}) as Readonly<Record<string, unknown>>;
    for (const name of ['cpu', 'memory', 'pods']) {
      expectThat(`capacity of ${name}`, amountOf(capacity[name]) > 0, 'an amount above 0', capacity[name]);
      expectThat(`allocatable ${name}`, amountOf(allocatable[name]) >= 0, 'an amount', allocatable[name]);
    }
    for (const [name, amount] of Object.entries(allocatable)) {
      expectThat(
        `allocatable ${name}`,
        amountOf(amount) <= amountOf(capacity[name]),
        `no more than ${String(capacity[name])}`,
        amount,
      );
    }
  },
} satisfies Case;
