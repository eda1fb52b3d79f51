import { versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'unchanged-write-is-silent',
  title: 'A write that changes nothing SHOULD NOT cause an event or a new version.',
  requirements: ['OBJ-044', 'APPLY-071'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const stream = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versions[0] ?? '' });
    expectOpen(stream);
    const same = await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: '0' } });
    expectOk(same);
    expectEqual('version after the write', versionOf(same), versions[0]);
    const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm-00' }, data: { n: '0' } };
    const apply = () => c.wire.patch(maps.item('m-00'), 'apply', applied, { query: { fieldManager: 'conformance' } });
    const first = await apply();
    expectOk(first);
    await expectNextChange(stream, first);
    const second = await apply();
    expectOk(second);
    expectEqual('version after a repeated apply', versionOf(second), versionOf(first));
    const later = await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: '1' } });
    expectOk(later);
    await expectNextChange(stream, later);
  },
} satisfies Case;
