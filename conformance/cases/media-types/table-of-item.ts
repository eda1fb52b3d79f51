import { expectOk } from '../../wire/expect/status.ts';
import { expectTable } from '../../wire/expect/table.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';
import { createConfigMaps, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'table-of-item',
  title: 'With the Table type in Accept an item SHOULD be answered as a Table with one row.',
  requirements: ['MEDIA-058'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const tableOf = async (path: string, version: string) => {
      const accept = c.vendor.fill(`application/json;as=Table;g=meta.{api};v=${version}`);
      return expectTable(await c.wire.get(path, { accept }), c.vendor.fill(`meta.{api}/${version}`));
    };
    for (const version of ['v1', 'v1beta1']) {
      const { rows } = await tableOf(maps.item('m-01'), version);
      expectEqual(
        'first cells',
        rows.map((cells) => cells[0]),
        ['m-01'],
      );
    }
    const deployments = c.resource('apps/v1', 'deployments');
    await createObject(c, deployments.collection, deployment('d'));
    expectOk(await c.wire.patch(deployments.item('d', 'scale'), 'merge', { spec: { replicas: 3 } }));
    const { rows } = await tableOf(deployments.item('d', 'scale'), 'v1');
    expectEqual(
      'cells of a scale but its age',
      rows.map((cells) => cells.slice(0, 3)),
      [['d', 3, 0]],
    );
  },
} satisfies Case;
