import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'malformed-body',
  title: 'A body that cannot be parsed MUST be refused with a Status.',
  requirements: ['MEDIA-044'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const body of [
      '{',
      'nonsense',
      '',
      '[]',
      '"text"',
      'null',
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}} trailing',
    ]) {
      expectFailure(await c.wire.post(maps.collection, body, { contentType: 'application/json' }), [400, 422]);
    }
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
