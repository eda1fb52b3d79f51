import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'no-collection-subresource',
  title: 'A sub-resource name in place of an object name MUST be read as an object name.',
  requirements: ['VERB-016'],
  needs: ['namespace'],
  async run(c) {
    const refused = await c.wire.get(c.resource('v1', 'pods').item('log'));
    expectFailure(refused, 404, 'NotFound');
    expectField(refused, 'details.name', 'log');
  },
} satisfies Case;
