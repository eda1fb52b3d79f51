import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { playDevicePlugin } from '../../fixtures/device-plugin.ts';

export default {
  id: 'device-versions',
  title: 'The agent MUST accept device plug-ins of the API versions that it supports, and no other.',
  requirements: ['MISC-005'],
  needs: ['launch-agent'],
  async run(c) {
    const agent = await c.launchAgent({ flags: [] });
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
      } finally {
        await plugin.close();
      }
    }
  },
} satisfies Case;
