import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'level-names',
  title: 'The name of a served version MUST show its level, and alpha versions MUST NOT be served by default.',
  requirements: ['VERS-023', 'VERS-026', 'VERS-033'],
  async run(c) {
    const groups = expectArray(await c.wire.get('/apis'), 'groups');
    for (const group of groups) {
      for (const version of expectArray(group, 'versions')) {
        const name = expectText(version, 'version');
        expectThat(
          `version of ${expectText(group, 'name')}`,
          /^v[1-9]\d*(beta[1-9]\d*)?$/.test(name),
          'a stable or beta version',
          name,
        );
      }
    }
  },
} satisfies Case;
