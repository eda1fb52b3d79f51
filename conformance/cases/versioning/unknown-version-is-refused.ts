import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'unknown-version-is-refused',
  title:
    'A start that enables an unknown version, or sets one to a value that is not a boolean, SHOULD fail and name it.',
  requirements: ['VERS-042'],
  needs: ['launch-server'],
  async run(c) {
    for (const setting of ['conformance.example/v1=true', 'apps/v1=perhaps']) {
      const { code, output } = await c.runServer(`--runtime-config=${setting}`);
      expectThat(`exit code with ${setting}`, code !== 0, 'not 0', code);
      const key = setting.split('=')[0] ?? '';
      expectThat(`output with ${setting}`, output.includes(key), `the key ${key}`, output);
    }
  },
} satisfies Case;
