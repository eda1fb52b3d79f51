import { expectArray, expectField, expectText } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'listed-collections-answer',
  title: 'Every collection that discovery lists with the verb list SHOULD return a list.',
  requirements: ['OBJ-004', 'VERS-041', 'MEDIA-022'],
  // Other cases create and delete custom kinds meanwhile.
  alone: true,
  async run(c) {
    const groups = expectArray(await c.wire.get('/apis'), 'groups');
    const roots = ['/api/v1', ...groups.map((group) => `/apis/${expectText(group, 'preferredVersion.groupVersion')}`)];
    for (const root of roots) {
      for (const resource of expectArray(await c.wire.get(root), 'resources')) {
        const name = expectText(resource, 'name');
        if (name.includes('/') || !expectArray(resource, 'verbs').includes('list')) continue;
        const list = await c.wire.get(`${root}/${name}`, { query: { limit: '1' }, accept: 'application/json' });
        expectOk(list);
        expectField(list, 'kind', `${expectText(resource, 'kind')}List`);
      }
    }
  },
} satisfies Case;
