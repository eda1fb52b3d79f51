import { itemBytes, itemsOf } from '../../wire/format/cbor-items.ts';
import { expectContentType } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { createConfigMaps, createObject, defineKind, definitionOf } from '../../fixtures/created-objects.ts';

const cbor = 'application/cbor';
const apiVersion = 'conformance.example/v1';

/** Removes the version of a list, which other writers change. */
function unversioned(value: unknown): unknown {
  const { metadata, ...content } = value as { readonly metadata?: object; readonly items?: unknown };
  return content.items === undefined ? value : { ...content, metadata: { ...metadata, resourceVersion: '' } };
}

export default {
  id: 'cbor-of-every-kind',
  title: 'With its gate on the service MUST return and accept CBOR for built-in and defined kinds.',
  requirements: ['MEDIA-028', 'MEDIA-063'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const definition = definitionOf(c, { spec: { type: 'object', properties: { text: { type: 'string' } } } });
    const things = await defineKind(c, definition);
    const { kind } = definition.spec.names;
    const { maps } = await createConfigMaps(c, 1);
    await createObject(c, things.collection, { apiVersion, kind, metadata: { name: 'm-00' }, spec: { text: 'x' } });
    await c.holds('MEDIA-028', async () => {
      for (const path of [maps.item('m-00'), things.item('m-00'), things.collection]) {
        const got = await c.wire.get(path, { accept: cbor });
        expectOk(got);
        expectContentType(got, cbor);
        const [item] = itemsOf(`body of ${got.title}`, got.body);
        expectEqual('content', unversioned(item), unversioned((await c.wire.get(path)).json()));
      }
      // Protobuf exists for built-in kinds only.
      const protobuf = c.vendor.fill('application/vnd.{maker}.protobuf');
      expectOk(await c.wire.get(maps.item('m-00'), { accept: protobuf }));
      expectStatus(await c.wire.get(things.item('m-00'), { accept: protobuf }), 406);
    });
    await c.holds('MEDIA-063', async () => {
      const spec = { text: 'y', unknown: 1 };
      const body = itemBytes({ apiVersion, kind, metadata: { name: 'made' }, spec });
      expectCreated(await c.wire.post(things.collection, body, { contentType: cbor }));
      const made = await c.wire.get(things.item('made'));
      expectField(made, 'spec', { text: 'y' });
      const wrong = itemBytes({ apiVersion, kind, metadata: { name: 'wrong' }, spec: { text: 1 } });
      expectStatus(await c.wire.post(things.collection, wrong, { contentType: cbor }), 422);
      expectStatus(await c.wire.get(things.item('wrong')), 404);
    });
  },
} satisfies Case;
