import { expectEnvelope } from '../../wire/expect/envelope.ts';
import { expectContentType } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { serviceAccount } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'protobuf-round-trip',
  title: 'A protobuf response MUST be accepted as the body of a write.',
  requirements: ['MEDIA-010', 'MEDIA-060'],
  needs: ['namespace'],
  async run(c) {
    const other = await c.otherNamespace();
    const type = c.vendor.fill('application/vnd.{maker}.protobuf');
    const reviews = c.resource('v1', 'serviceaccounts');
    await createObject(c, reviews.collection, serviceAccount('robot'));
    const binary = await c.wire.get(reviews.item('robot'), { accept: type });
    if (binary.status === 406) throw new NotObservable('the target does not offer the binary type');
    expectOk(binary);
    const dry = await c.wire.put(reviews.item('robot'), binary.body, {
      contentType: type,
      accept: 'application/json',
      query: { dryRun: 'All' },
    });
    expectOk(dry);
    expectContentType(dry, 'application/json');
    expectField(dry, 'metadata.name', 'robot');
    // The other way round: what is sent in JSON is answered in protobuf.
    const answered = await c.wire.post(reviews.collection, serviceAccount('other'), {
      accept: type,
      query: { dryRun: 'All' },
    });
    expectCreated(answered);
    expectContentType(answered, type);
    const { apiVersion, kind } = expectEnvelope(answered);
    expectEqual('type of the answer', { apiVersion, kind }, { apiVersion: 'v1', kind: 'ServiceAccount' });
    expectStatus(
      await c.wire.post(c.resource('v1', 'serviceaccounts', other).collection, binary.body, { contentType: type }),
      400,
      409,
      422,
    );
  },
} satisfies Case;
