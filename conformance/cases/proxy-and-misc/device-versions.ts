import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { agentPatience, type JoinedAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { playDevicePlugin } from '../../fixtures/device-plugin.ts';

export default {
  id: 'device-versions',
  title: 'The agent MUST accept device plug-ins of the API versions that it supports, and no other.',
  requirements: ['MISC-005'],
  needs: ['launch-agent', 'impersonation'],
  run: (c) => withJoinedAgent(c, {}, (joined) => expectDevices(c, joined)),
} satisfies Case;

async function expectDevices(c: CaseContext, { agent, node }: JoinedAgent): Promise<void> {
  for (const version of c.vendor.behaviour.deviceVersions) {
    const plugin = await playDevicePlugin(c, agent, version);
    try {
      const unknown = await plugin.register('conformance.example/unknown', 'v0conformance');
      expectThat('registration of an unknown version', unknown.code !== 0, 'a refusal', unknown);
      expectThat('words of the refusal', unknown.words !== '', 'why', unknown);
      const known = await plugin.register(`conformance.example/${version}`, version);
      expectEqual(`status of the registration of ${version}`, known.code, 0);
      await c.eventually(async () => {
        expectThat(`questions for devices of ${version}`, plugin.watches() > 0, 'one', plugin.watches());
      });
      // The agent would have called the refused plug-in before this one.
      expectEqual('questions for devices, also of the refused plug-in', plugin.watches(), 1);
      await expectAmounts(c, node, version, { capacity: '1', allocatable: '1' });
    } finally {
      await plugin.close();
    }
    // Without its plug-in a device is there, and nobody can have it.
    await expectAmounts(c, node, version, { capacity: '1', allocatable: '0' });
  }
}

/** Waits until the node tells so many devices of the version, and can give so many away. */
async function expectAmounts(
  c: CaseContext,
  node: string,
  version: string,
  amounts: Readonly<Record<'capacity' | 'allocatable', string>>,
): Promise<void> {
  await c.eventually(async () => {
    const answer = await c.wire.get(node);
    const amountOf = (part: string) => fieldOf(answer, ['status', part, `conformance.example/${version}`]);
    expectEqual(
      `devices of ${version}`,
      { capacity: amountOf('capacity'), allocatable: amountOf('allocatable') },
      amounts,
    );
  }, agentPatience);
}
