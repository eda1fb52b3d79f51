import { openEnvelope } from '../../wire/expect/envelope.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { bytesField, fieldsOf, textField } from '../../wire/format/protobuf-fields.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'protobuf-watch',
  title: 'In a protobuf watch each event SHOULD have its length in front and an envelope inside.',
  requirements: ['MEDIA-025', 'VERB-083U'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 2);
    const accept = c.vendor.fill('application/vnd.{maker}.protobuf');
    const query = { watch: '1', resourceVersion: '0', timeoutSeconds: '2', ...createdSelector };
    const got = await c.wire.get(maps.collection, { accept, query });
    if (got.status === 406) throw new NotObservable('the target does not offer the binary type');
    expectOk(got);
    const type = got.header('content-type')?.replaceAll(' ', '');
    expectEqual('content type', type, `${accept};stream=watch`);
    const seen: string[] = [];
    const bytes = Buffer.from(got.body);
    for (let at = 0; at < bytes.length; ) {
      expectThat('frame', bytes.length >= at + 4, 'a length before each event', bytes.length - at);
      const end = at + 4 + bytes.readUInt32BE(at);
      expectThat('frame', bytes.length >= end, 'as many bytes as the length says', bytes.length - at);
      const event = fieldsOf('event', bytes.subarray(at + 4, end));
      const raw = bytesField(fieldsOf('object of the event', bytesField(event, 2)), 1);
      const { object } = openEnvelope('object of the event', raw);
      const metadata = fieldsOf('metadata', bytesField(object, 1));
      if (textField(event, 1) === 'ADDED') seen.push(textField(metadata, 1) ?? '');
      at = end;
    }
    expectEqual('names', seen.sort(), names);
  },
} satisfies Case;
