import { continueOf } from '../../wire/expect/list.ts';
import { expectTable } from '../../wire/expect/table.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'table-chunks',
  title: 'A Table of a chunked list SHOULD carry the token to the next chunk.',
  requirements: ['MEDIA-001', 'LIST-005'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 3);
    const options = {
      accept: c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1'),
      query: { ...createdSelector, limit: '2' },
    };
    const first = await c.wire.get(maps.collection, options);
    expectEqual('rows of the first chunk', expectTable(first, c.vendor.fill('meta.{api}/v1')).rows.length, 2);
    const second = await c.wire.get(maps.collection, {
      ...options,
      query: { ...options.query, continue: continueOf(first) },
    });
    expectThat('token of the last chunk', (fieldOf(second, 'metadata.continue') ?? '') === '', 'none', second.text());
    expectEqual('rows of the second chunk', expectTable(second, c.vendor.fill('meta.{api}/v1')).rows.length, 1);
  },
} satisfies Case;
