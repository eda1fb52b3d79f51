import { namesOf } from '../../wire/expect/list.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'list-most-recent',
  title: 'A list without version MUST show a create that completed before it, chunked or not.',
  requirements: ['RV-010', 'RV-013', 'RV-039'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const name of ['a', 'b', 'c', 'd']) {
      await createObject(c, maps.collection, configMap(name));
      for (const query of [{}, { limit: '500' }]) {
        const names = namesOf(await c.wire.get(maps.collection, { query }));
        expectThat('names of the list', names.includes(name), `a list with ${name}`, names);
      }
    }
  },
} satisfies Case;
