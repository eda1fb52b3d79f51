import { itemsOf } from '../../wire/format/cbor-items.ts';
import { expectContentType } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

const accept = 'application/cbor';

export default {
  id: 'cbor-answer',
  title: 'With its gate on the service MUST return objects, lists and errors as one CBOR item each.',
  requirements: ['MEDIA-026', 'MEDIA-029', 'MEDIA-046'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 2);
    // An exact version, because other clients may write between the two requests.
    const list = `${maps.collection}?resourceVersion=${versions[1]}&resourceVersionMatch=Exact`;
    for (const path of [maps.item('m-00'), list]) {
      const got = await c.wire.get(path, { accept });
      expectOk(got);
      expectContentType(got, accept);
      const items = itemsOf(`body of ${got.title}`, got.body);
      expectEqual('items', items.length, 1);
      expectEqual('content', items[0], (await c.wire.get(path)).json());
    }
    const refused = await c.wire.get(maps.item('absent'), { accept });
    expectStatus(refused, 404);
    expectContentType(refused, accept);
    const [status] = itemsOf('status', refused.body);
    expectField(status, 'kind', 'Status');
    expectField(status, 'reason', 'NotFound');
    const table = await c.wire.get(maps.collection, {
      accept: c.vendor.fill(`${accept};as=Table;g=meta.{api};v=v1, ${accept}`),
    });
    expectOk(table);
    expectContentType(table, accept);
    const fallback = await c.wire.get(maps.item('m-00'), { accept: `${accept};q=0.1, application/json` });
    expectContentType(fallback, 'application/json');
    expectStatus(await c.wire.get(maps.item('m-00'), { accept: 'application/cbor-seq' }), 406);
  },
} satisfies Case;
