import { continueOf, expectList } from '../../wire/expect/list.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { service } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'remaining-count',
  title: 'Without a selector each chunk that leaves items out SHOULD report how many remain.',
  requirements: ['OBJ-074', 'OBJ-078', 'LIST-024'],
  needs: ['namespace'],
  async run(c) {
    const services = c.resource('v1', 'services');
    for (const name of ['a', 'b', 'c', 'd', 'e']) await createObject(c, services.collection, service(name));
    let token = '';
    const counts: unknown[] = [];
    do {
      const chunk = await c.wire.get(services.collection, {
        query: { limit: '2', ...(token === '' ? {} : { continue: token }) },
      });
      expectList(chunk, 'ServiceList');
      counts.push(fieldOf(chunk, 'metadata.remainingItemCount') ?? null);
      token = continueOf(chunk);
    } while (token !== '' && counts.length < 10);
    expectEqual('remainingItemCount over the chunks', counts, [3, 1, null]);
  },
} satisfies Case;
