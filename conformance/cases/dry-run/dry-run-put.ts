import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-put',
  title: 'A dry-run PUT MUST answer with the new object and change nothing.',
  requirements: ['DRY-002', 'DRY-010'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const object = (await c.wire.get(maps.item('m-00'))).json() as object;
    const dry = await c.wire.put(maps.item('m-00'), { ...object, data: { n: 'dry' } }, { query: { dryRun: 'All' } });
    expectOk(dry);
    expectField(dry, 'data.n', 'dry');
    const after = await c.wire.get(maps.item('m-00'));
    expectField(after, 'data.n', '0');
    expectEqual('version', versionOf(after), versions[0]);
  },
} satisfies Case;
