import { warningsAbout } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'duplicates-warn',
  title: 'By default the last of duplicate fields MUST be kept, with one warning for each field, which names it.',
  requirements: ['FVAL-007', 'FVAL-017', 'FVAL-036'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const body =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","generateName":"x","generateName":"x"},' +
      '"immutable":true,"immutable":false,"data":{"k":"1"}}';
    const created = await c.wire.post(maps.collection, body);
    expectCreated(created);
    for (const field of ['immutable', 'metadata.generateName'])
      expectEqual(`warnings about ${field}`, warningsAbout(created, `"${field}"`), 1);
    const got = await c.wire.get(maps.item('a'));
    expectField(got, 'data', { k: '1' });
    expectField(got, 'immutable', false);
  },
} satisfies Case;
