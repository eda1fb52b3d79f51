import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'unknown-version-is-refused',
  title:
    'A start that enables an unknown version, or sets one to a value that is not a boolean, SHOULD fail and name it.',
  requirements: ['VERS-042'],
  needs: ['launch-server'],
  async run(c) {
    // Of a group that is unknown as a whole, the group is enough of a name.
    for (const [setting, key] of [
      ['conformance.example/v1=true', 'conformance.example'],
      ['apps/v1=perhaps', 'apps/v1'],
      // Each pair of a list counts.
      ['batch/v1=true,apps/v1=perhaps', 'apps/v1'],
      ['apps/v1=perhaps,batch/v1', 'apps/v1'],
    ] as const) {
      const { code, output } = await c.runServer(`--runtime-config=${setting}`);
      expectThat(`exit code with ${setting}`, code !== 0, 'not 0', code);
      expectThat(`output with ${setting}`, output.includes(key), `the key ${key}`, output);
    }
  },
} satisfies Case;
