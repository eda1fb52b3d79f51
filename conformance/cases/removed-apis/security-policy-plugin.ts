import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'security-policy-plugin',
  title: 'A start with the removed admission plug-in for pod security policies MUST fail.',
  requirements: ['REMOVED-030'],
  needs: ['launch-server'],
  async run(c) {
    const { code, output } = await c.runServer('--enable-admission-plugins=PodSecurityPolicy');
    expectThat('exit code', code !== 0, 'not 0', code);
    expectThat('output', output.includes('PodSecurityPolicy'), 'the name of the plug-in', output);
  },
} satisfies Case;
