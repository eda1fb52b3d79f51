import { expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'dry-run-generated-name',
  title: 'A dry-run create with generateName MUST be answered with a name and store nothing.',
  requirements: ['DRY-001', 'DRY-017'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'dry-' } };
    const dry = await c.wire.post(maps.collection, manifest, { query: { dryRun: 'All' } });
    expectCreated(dry);
    expectStatus(await c.wire.get(maps.item(expectText(dry, 'metadata.name'))), 404);
  },
} satisfies Case;
