import { ExpectationFailed } from '../../wire/contract/failure.ts';
import { envelopeOf } from '../../wire/expect/envelope.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject, defineKind, definitionOf } from '../../fixtures/created-objects.ts';

export default {
  id: 'defined-kinds',
  title: 'Objects of a defined kind MUST NOT be served or accepted as protobuf, nor patched by strategic merge.',
  requirements: ['MEDIA-019', 'MEDIA-040'],
  needs: ['namespace'],
  async run(c) {
    const definition = definitionOf(c, { spec: { type: 'object', properties: { text: { type: 'string' } } } });
    const things = await defineKind(c, definition);
    const { kind } = definition.spec.names;
    const made = { apiVersion: 'conformance.example/v1', kind, metadata: { name: 'a' }, spec: { text: 'x' } };
    await createObject(c, things.collection, made);
    const protobuf = c.vendor.fill('application/vnd.{maker}.protobuf');
    await c.holds('MEDIA-019', async () => {
      expectStatus(await c.wire.get(things.item('a'), { accept: protobuf }), 406);
      expectStatus(await c.wire.get(things.collection, { accept: protobuf }), 406);
      const body = envelopeOf('conformance.example/v1', kind, new Uint8Array());
      const answer = await c.wire.post(things.collection, body, { contentType: protobuf }).catch((error: Error) => {
        throw new ExpectationFailed('answer to a body in protobuf', '415', error.message);
      });
      expectFailure(answer, 415);
    });
    await c.holds('MEDIA-040', async () => {
      const patch = { spec: { text: 'y' } };
      expectFailure(await c.wire.patch(things.item('a'), 'strategic', patch), 415, 'UnsupportedMediaType');
      expectField(await c.wire.get(things.item('a')), 'spec.text', 'x');
    });
  },
} satisfies Case;
