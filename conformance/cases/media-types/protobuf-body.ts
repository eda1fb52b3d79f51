import { envelopeOf } from '../../wire/expect/envelope.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import { messageOf } from '../../wire/format/protobuf-fields.ts';
import { type Case, NotObservable } from '../../contract/case.ts';

export default {
  id: 'protobuf-body',
  title: 'A protobuf body SHOULD be accepted whatever type its envelope names, and refused when it is truncated.',
  requirements: ['MEDIA-015', 'MEDIA-059', 'MEDIA-060'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const type = c.vendor.fill('application/vnd.{maker}.protobuf');
    const object = (name: string): Uint8Array => {
      const entry = messageOf([
        [1, 'key'],
        [2, 'välue'],
      ]);
      return messageOf([
        [1, messageOf([[1, name]])],
        [2, entry],
        [99, 'a field that nobody knows'],
      ]);
    };
    const probe = await c.wire.get(maps.collection, { accept: type, query: { limit: '1' } });
    if (probe.status === 406) throw new NotObservable('the target does not offer the binary type');
    for (const [name, claimed] of [
      ['plain', undefined],
      ['claimed', 'application/x-none'],
    ] as const) {
      const body = envelopeOf('v1', 'ConfigMap', object(name), claimed);
      const created = await c.wire.post(maps.collection, body, { contentType: type, accept: 'application/json' });
      expectCreated(created);
      expectField(created, 'metadata.name', name);
      expectField(created, 'data', { key: 'välue' });
    }
    const whole = envelopeOf('v1', 'ConfigMap', object('cut'));
    for (const body of [whole.slice(0, -3), whole.slice(4), whole.slice(0, 4), new Uint8Array([0x6b, 0x38])]) {
      expectRefused(await c.wire.post(maps.collection, body, { contentType: type }));
    }
    expectStatus(await c.wire.get(maps.item('cut')), 404);
  },
} satisfies Case;
