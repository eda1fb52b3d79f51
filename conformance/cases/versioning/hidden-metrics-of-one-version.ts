import { expectThat } from '../../wire/expect/value.ts';
import { expectStart } from '../../fixtures/access/starts.ts';
import { releaseBefore } from '../../fixtures/launches.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'hidden-metrics-of-one-version',
  title:
    'A start that asks to show hidden metrics of any version but the previous one SHOULD fail, and of that one succeed.',
  requirements: ['VERS-007'],
  needs: ['launch-server'],
  async run(c) {
    await expectStart(c, 'the previous version', releaseBefore);
    for (const version of ['1.32', '1.34', 'all']) {
      const { code, output } = await c.runServer(`--show-hidden-metrics-for-version=${version}`);
      expectThat(`exit code with ${version}`, code !== 0, 'not 0', code);
      expectThat(`output with ${version}`, output.includes('1.33'), 'the version that can be named', output);
    }
  },
} satisfies Case;
