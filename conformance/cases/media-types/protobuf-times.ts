import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

/** Times with microseconds: none, few, many, before the epoch, the first and the last that fit. */
const times = [
  '2024-05-06T07:08:09.000000Z',
  '2024-05-06T07:08:09.000042Z',
  '2024-05-06T07:08:09.042000Z',
  '2024-05-06T07:08:09.100000Z',
  '2024-05-06T07:08:09.999999Z',
  '1969-12-31T23:59:59.000001Z',
  '1969-12-31T23:59:58.999999Z',
  '0001-01-02T00:00:00.500000Z',
  '9999-12-31T23:59:59.999999Z',
] as const;

export default {
  id: 'protobuf-times',
  title: 'Times MUST be the same in protobuf and in JSON, to the microsecond where a field has them.',
  requirements: ['MEDIA-010', 'MEDIA-060'],
  needs: ['namespace'],
  async run(c) {
    const type = c.vendor.fill('application/vnd.{maker}.protobuf');
    const apiVersion = c.vendor.fill('coordination.{api}/v1');
    const leases = c.resource(apiVersion, 'leases');
    for (const [at, time] of times.entries()) {
      const name = `timed-${at}`;
      const spec = { holderIdentity: 'x', acquireTime: time, renewTime: time };
      await createObject(c, leases.collection, { apiVersion, kind: 'Lease', metadata: { name }, spec });
      const binary = await c.wire.get(leases.item(name), { accept: type });
      if (binary.status === 406) throw new NotObservable('the target does not offer the binary type');
      expectOk(binary);
      const stored = await c.wire.get(leases.item(name));
      expectField(stored, 'spec.renewTime', time);
      const written = await c.wire.put(leases.item(name), binary.body, {
        contentType: type,
        accept: 'application/json',
        query: { dryRun: 'All' },
      });
      expectOk(written);
      expectField(written, 'spec', spec);
      expectField(written, 'metadata.creationTimestamp', fieldOf(stored, 'metadata.creationTimestamp'));
    }
  },
} satisfies Case;
