import { createConfigMaps, createdSelector, createObject } from '../../fixtures/created-objects.ts';
import { secret } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectNames } from '../../wire/expect/list.ts';
import { expectDeleted, expectRefused } from '../../wire/expect/status.ts';

export default {
  id: 'collection-by-field',
  title: 'DELETE of a collection MUST delete exactly what its field selector selects, of each kind.',
  requirements: ['VERB-040', 'DEL-037'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 3);
    const left = async (...names: readonly string[]) =>
      c.eventually(async () => expectNames(await c.wire.get(maps.collection, { query: createdSelector }), names));
    const remove = (path: string, fieldSelector: string, more: object = {}) =>
      c.wire.delete(path, undefined, { query: { fieldSelector, ...more } });
    expectRefused(await remove(maps.collection, 'data.n=1'));
    await left('m-00', 'm-01', 'm-02');
    expectDeleted(await remove(maps.collection, 'metadata.name=m-01'));
    await left('m-00', 'm-02');
    // Both selectors must match.
    expectDeleted(await remove(maps.collection, 'metadata.name=m-02', { labelSelector: 'parity=odd' }));
    expectDeleted(await remove(maps.collection, 'metadata.name=none'));
    await left('m-00', 'm-02');
    const secrets = c.resource('v1', 'secrets');
    const labels = { stock: 'yes' };
    await createObject(c, secrets.collection, secret('plain', {}, { labels }));
    await createObject(c, secrets.collection, {
      ...secret('typed', {}, { labels }),
      type: 'conformance.example/typed',
    });
    expectDeleted(await remove(secrets.collection, 'type=conformance.example/typed'));
    await c.eventually(async () =>
      expectNames(await c.wire.get(secrets.collection, { query: createdSelector }), ['plain']),
    );
  },
} satisfies Case;
