import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'answers-without-metadata',
  title: 'Responses that are not objects MAY have kind and version without name, uid or labels.',
  requirements: ['OBJ-068'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const absent = await c.wire.get(maps.item('absent'));
    expectStatus(absent, 404);
    for (const [answer, kind] of [
      [absent, 'Status'],
      [await c.wire.get(maps.collection), 'ConfigMapList'],
      [await c.wire.get('/api/v1', { accept: 'application/json' }), 'APIResourceList'],
    ] as const) {
      expectField(answer, 'kind', kind);
      for (const name of ['name', 'uid', 'namespace', 'labels', 'creationTimestamp']) {
        expectAbsent(answer, ['metadata', name]);
      }
    }
  },
} satisfies Case;
