import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'current-version',
  title: 'PUT with the current version MUST succeed, also right after a stale one was refused.',
  requirements: ['UPD-004', 'UPD-014', 'UPD-001'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const old = (await c.wire.get(maps.item('m-00'))).json() as { metadata: object };
    const first = await c.wire.put(maps.item('m-00'), { ...old, data: { n: 'first' } });
    expectOk(first);
    expectStatus(await c.wire.put(maps.item('m-00'), { ...old, data: { n: 'second' } }), 409);
    const fresh = { ...old, metadata: { ...old.metadata, resourceVersion: versionOf(first) }, data: { n: 'second' } };
    const second = await c.wire.put(maps.item('m-00'), fresh);
    expectOk(second);
    expectField(second, 'data.n', 'second');
  },
} satisfies Case;
