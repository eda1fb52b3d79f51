import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject, definitionOf } from '../../fixtures/created-objects.ts';

export default {
  id: 'definition-markers',
  title: 'A definition whose schema has invalid list markers MUST be refused.',
  requirements: ['APPLY-001', 'APPLY-009', 'APPLY-075'],
  async run(c) {
    const definitions = c.clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions');
    const marker = (name: string) => c.vendor.fill(`x-{maker}-${name}`);
    const definition = (list: object) => {
      const made = definitionOf(c, { list: { type: 'array', ...list } });
      c.removeLater(definitions.item(made.metadata.name));
      return made;
    };
    const refuse = async (list: object) =>
      expectFailure(await c.wire.post(definitions.collection, definition(list)), [400, 422]);
    const text = { items: { type: 'string' } };
    const keyed = (key: object) => ({ items: { type: 'object', required: ['key'], properties: { key } } });
    const keys = { [marker('list-map-keys')]: ['key'] };
    await c.holds('APPLY-001', () => refuse({ ...text, [marker('list-type')]: 'bag' }));
    await c.holds('APPLY-009', async () => {
      await refuse({ ...text, [marker('list-type')]: 'set', ...keys });
      await refuse({ ...text, [marker('list-type')]: 'atomic', ...keys });
    });
    await c.holds('APPLY-075', () =>
      refuse({
        ...keyed({ type: 'object', properties: { a: { type: 'string' } } }),
        [marker('list-type')]: 'map',
        ...keys,
      }),
    );
    const good = { ...keyed({ type: 'string' }), [marker('list-type')]: 'map', ...keys };
    await createObject(c, definitions.collection, definition(good));
    await createObject(c, definitions.collection, definition({ ...text, [marker('list-type')]: 'set' }));
    await createObject(c, definitions.collection, definition({ ...text, [marker('list-type')]: 'atomic' }));
  },
} satisfies Case;
