import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { configMap, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'object-carries-kind-and-version',
  title: 'An object of the core group MUST carry its kind and the bare version, one of a named group group/version.',
  requirements: ['OBJ-013', 'OBJ-031', 'OBJ-032', 'OBJ-033', 'VERS-038', 'VERS-040'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('a'));
    const core = await c.wire.get(maps.item('a'));
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.resource(groupVersion, 'roles');
    await createObject(c, roles.collection, role(groupVersion, 'Role', 'r', []));
    const named = await c.wire.get(roles.item('r'));
    await c.holds(['OBJ-013', 'OBJ-031'], async () => {
      expectField(core, 'kind', 'ConfigMap');
      expectField(named, 'kind', 'Role');
    });
    await c.holds(['OBJ-032', 'VERS-038'], async () => expectField(core, 'apiVersion', 'v1'));
    await c.holds(['OBJ-033', 'VERS-040'], async () => expectField(named, 'apiVersion', groupVersion));
  },
} satisfies Case;
