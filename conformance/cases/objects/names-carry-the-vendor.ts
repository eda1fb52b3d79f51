import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'names-carry-the-vendor',
  title: "Group names MUST end in the vendor's domain wherever the documentation says so.",
  requirements: ['OBJ-083', 'VERS-039', 'VERS-041'],
  async run(c) {
    const groups = expectArray(await c.wire.get('/apis'), 'groups').map((group) => expectText(group, 'name'));
    for (const group of [
      'rbac.authorization',
      'authentication',
      'authorization',
      'coordination',
      'events',
      'discovery',
      'storage',
    ]) {
      const name = c.vendor.fill(`${group}.{api}`);
      expectThat('groups of /apis', groups.includes(name), `a list with ${name}`, groups);
    }
  },
} satisfies Case;
