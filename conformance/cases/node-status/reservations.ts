import { agentPatience, type JoinedAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { amountOf } from '../../wire/format/quantity.ts';

const mebi = 2 ** 20;
export default {
  id: 'reservations',
  title:
    "A node's allocatable MUST be its capacity less the reservations for the system, the agent and the thresholds.",
  requirements: ['NSTAT-011', 'NSTAT-012'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const reserved = {
      [c.vendor.fill('{short}Reserved')]: { cpu: '100m', memory: '64Mi' },
      systemReserved: { cpu: '50m', memory: '32Mi' },
    };
    for (const [configuration, kept] of [
      [
        { evictionHard: { 'memory.available': '10Mi' }, maxPods: 17 },
        { cpu: 0, memory: 10 * mebi, pods: 17 },
      ],
      [
        { ...reserved, evictionHard: { 'memory.available': '10Mi' }, maxPods: 23 },
        { cpu: 0.15, memory: 106 * mebi, pods: 23 },
      ],
    ] as const) {
      await withJoinedAgent(c, { configuration }, (joined) => keeps(c, joined, kept));
    }
  },
} satisfies Case;

async function keeps(
  c: CaseContext,
  { node }: JoinedAgent,
  kept: { readonly cpu: number; readonly memory: number; readonly pods: number },
): Promise<void> {
  const [capacity, allocatable] = await c.eventually(async () => {
    const found = await c.wire.get(node);
    expectOk(found);
    return ['capacity', 'allocatable'].map((list) => {
      const amounts = fieldOf(found, `status.${list}`) as Readonly<Record<string, string>> | undefined;
      expectThat(list, amounts?.['memory'] !== undefined, 'amounts', amounts);
      return new Map(Object.entries(amounts ?? {}).map(([name, amount]) => [name, amountOf(amount)]));
    }) as [Map<string, number>, Map<string, number>];
  }, agentPatience);
  const difference = (name: string) => (capacity.get(name) ?? 0) - (allocatable.get(name) ?? 0);
  await c.holds('NSTAT-011', async () => {
    for (const list of [capacity, allocatable]) expectEqual('pods', list.get('pods'), kept.pods);
  });
  await c.holds('NSTAT-012', async () => {
    expectEqual('cores that are kept', Math.round(difference('cpu') * 1_000) / 1_000, kept.cpu);
    // Huge pages are memory that pods get under another resource name.
    const huge = [...capacity]
      .filter(([name]) => name.startsWith('hugepages-'))
      .reduce((sum, [, size]) => sum + size, 0);
    expectEqual('bytes that are kept', difference('memory') - huge, kept.memory);
  });
}
