import { expectContentType } from '../../wire/expect/headers.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'protobuf-envelope',
  title: 'A protobuf response MUST start with the magic bytes and have kind and version in its envelope.',
  requirements: ['MEDIA-009', 'MEDIA-025'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const got = await c.wire.get(maps.item('m-00'), { accept: c.vendor.fill('application/vnd.{maker}.protobuf') });
    if (got.status === 406) throw new NotObservable('the target does not offer the binary type');
    expectOk(got);
    expectContentType(got, c.vendor.fill('application/vnd.{maker}.protobuf'));
    expectEqual('first bytes', Buffer.from(got.body.slice(0, 4)).toString('hex'), '6b387300');
    expectThat('envelope', got.text().includes('ConfigMap'), 'the kind', got.text().slice(0, 60));
  },
} satisfies Case;
