import { itemsOf } from '../../wire/format/cbor-items.ts';
import { expectContentType } from '../../wire/expect/headers.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'cbor-watch',
  title: 'With the gate on a watch that accepts CBOR MUST be a sequence of CBOR events with that Content-Type.',
  requirements: ['MEDIA-030', 'MEDIA-031', 'MEDIA-065'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 3);
    const query = { watch: '1', resourceVersion: '0', timeoutSeconds: '2', ...createdSelector };
    for (const accept of ['application/cbor', 'application/cbor, application/json;q=0.1']) {
      const got = await c.wire.get(maps.collection, { accept, query });
      expectOk(got);
      expectContentType(got, 'application/cbor-seq');
      const events = itemsOf('watch', got.body).filter((event) => fieldOf(event, 'type') !== 'BOOKMARK');
      const types = events.map((event) => fieldOf(event, 'type'));
      expectEqual('types', types, ['ADDED', 'ADDED', 'ADDED']);
      const seen = events.map((event) => String(fieldOf(event, 'object.metadata.name')));
      expectEqual('names', seen.sort(), names);
    }
  },
} satisfies Case;
