import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'conditional-patch',
  title: 'A patch of any type that carries a version MUST be refused as a conflict unless it is the current one.',
  requirements: ['UPD-006', 'UPD-015U'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const item = maps.item('m-00');
    const change = (type: string, resourceVersion: string | undefined, n: string) =>
      c.wire.patch(
        item,
        type,
        type === 'json'
          ? [
              { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
              { op: 'replace', path: '/data/n', value: n },
            ]
          : { metadata: { resourceVersion }, data: { n } },
      );
    expectOk(await c.wire.patch(item, 'merge', { data: { n: 'first' } }));
    const types = ['merge', 'strategic', 'json'];
    for (const type of types) expectFailure(await change(type, versions[0], `stale ${type}`), 409, 'Conflict');
    expectField(await c.wire.get(item), 'data.n', 'first');
    for (const type of types) {
      expectOk(await change(type, versionOf(await c.wire.get(item)), type));
      expectField(await c.wire.get(item), 'data.n', type);
    }
  },
} satisfies Case;
