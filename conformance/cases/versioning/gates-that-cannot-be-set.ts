import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gates-that-cannot-be-set',
  title: 'A start with a removed gate, or one that disables a stable feature, MUST fail and name the gate.',
  requirements: ['VERS-015', 'VERS-019', 'VERS-103U'],
  needs: ['launch-server'],
  async run(c) {
    for (const [name, value] of [
      ['NoSuchGateEverWas', 'true'],
      ['ConsistentListFromCache', 'false'],
    ]) {
      const { code, output } = await c.runServer(`--feature-gates=${name}=${value}`);
      expectThat(`exit code with ${name}=${value}`, code !== 0, 'not 0', code);
      expectThat(`output with ${name}=${value}`, output.includes(name ?? ''), `the name ${name}`, output);
    }
  },
} satisfies Case;
