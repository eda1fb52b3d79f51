import { itemBytes } from '../../wire/format/cbor-items.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';

const contentType = 'application/cbor';
const mark = Buffer.from('d9d9f7', 'hex');

export default {
  id: 'cbor-body',
  title: 'With its gate on the service SHOULD accept CBOR bodies, and MUST refuse malformed ones.',
  requirements: ['MEDIA-063', 'MEDIA-029', 'MEDIA-044'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const plain = itemBytes(configMap('plain', { k: 'välue' }));
    const marked = new Uint8Array(Buffer.concat([mark, itemBytes(configMap('marked', { k: 'v' }))]));
    expectCreated(await c.wire.post(maps.collection, plain, { contentType }));
    expectCreated(await c.wire.post(maps.collection, marked, { contentType }));
    expectField(await c.wire.get(maps.item('plain')), 'data', { k: 'välue' });
    const changed = itemBytes(configMap('plain', { k: 'new' }));
    expectOk(await c.wire.put(maps.item('plain'), changed, { contentType, accept: 'application/json' }));
    expectField(await c.wire.get(maps.item('plain')), 'data.k', 'new');
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'of-another' } };
    expectStatus(await c.wire.delete(maps.item('plain'), itemBytes(options), { contentType }), 409);
    expectDeleted(await c.wire.delete(maps.item('plain'), undefined));
    const good = Buffer.from(itemBytes(configMap('bad')));
    const repeated = Buffer.from('a2646b696e6469436f6e6669674d6170646b696e6469436f6e6669674d6170', 'hex');
    for (const body of [
      Buffer.concat([good, Buffer.from([0])]),
      good.subarray(0, -1),
      Buffer.from(JSON.stringify(configMap('bad'))),
      repeated,
      Buffer.alloc(100_000, 0x81),
      Buffer.from('a1', 'hex'),
      Buffer.from('bf', 'hex'),
      Buffer.from('9bffffffffffffffff', 'hex'),
      Buffer.from('f97e00', 'hex'),
    ]) {
      expectFailure(await c.wire.post(maps.collection, new Uint8Array(body), { contentType }), [400, 422]);
    }
    expectStatus(await c.wire.get(maps.item('bad')), 404);
  },
} satisfies Case;
