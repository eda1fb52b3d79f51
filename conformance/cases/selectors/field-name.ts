import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'field-name',
  title: 'A field selector on the name MUST select that object, or all others.',
  requirements: ['LIST-023', 'OBJ-076'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 3);
    for (const fieldSelector of ['metadata.name=m-01', 'metadata.name==m-01'])
      expectNames(await c.wire.get(maps.collection, { query: { fieldSelector } }), ['m-01']);
    expectNames(
      await c.wire.get(maps.collection, { query: { ...createdSelector, fieldSelector: 'metadata.name!=m-01' } }),
      ['m-00', 'm-02'],
    );
    expectNames(
      await c.wire.get(maps.collection, { query: { fieldSelector: 'metadata.name=m-01,metadata.name=m-02' } }),
      [],
    );
    expectNames(
      await c.wire.get(maps.everywhere, {
        query: { fieldSelector: `metadata.namespace=${c.namespace}`, ...createdSelector },
      }),
      ['m-00', 'm-01', 'm-02'],
    );
    // A selector shows nothing of another namespace than the path names.
    const own = `metadata.namespace=${c.namespace}`;
    const elsewhere = maps.collection.replace(c.namespace, 'default');
    for (const fieldSelector of [own, `${own},metadata.name=m-00`, 'metadata.name=m-00'])
      expectNames(await c.wire.get(elsewhere, { query: { ...createdSelector, fieldSelector } }), []);
    for (const fieldSelector of [own, 'metadata.namespace!=default'])
      expectNames(await c.wire.get(maps.collection, { query: { ...createdSelector, fieldSelector } }), names);
    for (const fieldSelector of [`metadata.namespace!=${c.namespace}`, 'metadata.namespace=default'])
      expectNames(await c.wire.get(maps.collection, { query: { ...createdSelector, fieldSelector } }), []);
    const query = { ...createdSelector, fieldSelector: 'metadata.name!=m-01', limit: '1' };
    const chunk = await c.wire.get(maps.collection, { query });
    expectOk(chunk);
    expectNames(chunk, ['m-00']);
    const token = continueOf(chunk);
    expectThat('token of the next chunk', token !== '', 'one', token);
    await c.holds('OBJ-076', async () => expectAbsent(chunk, 'metadata.remainingItemCount'));
    await c.holds('LIST-023', async () =>
      expectNames(await c.wire.get(maps.collection, { query: { ...query, continue: token } }), ['m-02']),
    );
  },
} satisfies Case;
