import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'collection-carries-version',
  title: 'A collection MUST carry the API version of its group.',
  requirements: ['OBJ-070'],
  needs: ['namespace'],
  async run(c) {
    const core = await c.wire.get(c.resource('v1', 'configmaps').collection);
    expectField(core, 'apiVersion', 'v1');
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const named = await c.wire.get(c.resource(groupVersion, 'roles').collection);
    expectField(named, 'kind', 'RoleList');
    expectField(named, 'apiVersion', groupVersion);
  },
} satisfies Case;
