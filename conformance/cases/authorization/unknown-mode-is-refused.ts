import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'unknown-mode-is-refused',
  title: 'A start with an unknown authorization mode MUST fail.',
  requirements: ['AUTHZ-040'],
  needs: ['launch-server'],
  async run(c) {
    const { code, output } = await c.runServer('--authorization-mode=RBAC,Nonsense');
    expectThat('exit code', code !== 0, 'another than 0', code);
    expectThat('last words', output.includes('Nonsense'), 'the name of the mode', output);
  },
} satisfies Case;
