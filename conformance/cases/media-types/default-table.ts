import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectTable } from '../../wire/expect/table.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'default-table',
  title: 'A kind without printer columns MUST be shown with name and creation time.',
  requirements: ['MEDIA-005', 'MEDIA-006', 'MEDIA-007'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.resource(groupVersion, 'roles');
    const created = await createObject(c, roles.collection, role(groupVersion, 'Role', 'r', []));
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    const answer = await c.wire.get(roles.collection, { accept });
    const { columns, rows } = expectTable(answer, c.vendor.fill('meta.{api}/v1'));
    expectEqual('columns', columns, ['Name', 'Created At']);
    expectEqual(
      'types',
      expectArray(answer, 'columnDefinitions').map((column) => fieldOf(column, 'type')),
      ['string', 'date'],
    );
    expectEqual('row', rows[0], ['r', fieldOf(created, 'metadata.creationTimestamp')]);
  },
} satisfies Case;
