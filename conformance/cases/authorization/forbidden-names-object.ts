import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, messageOf } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'forbidden-names-object',
  title: 'A 403 SHOULD name the resource in its details, and who asked for what in its message.',
  requirements: ['ERR-026', 'ERR-020U'],
  needs: ['namespace', 'rbac', 'impersonation'],
  async run(c) {
    const user = c.unique('stranger');
    const wire = c.as(user);
    const deployments = c.resource('apps/v1', 'deployments');
    const nodes = c.clusterResource('v1', 'nodes');
    const inNamespace = `in API group "apps" in the namespace "${c.namespace}"`;
    const [inApps, inCore] = [{ group: 'apps', kind: 'deployments' }, { kind: 'nodes' }];
    for (const [answer, details, what] of [
      [await wire.get(deployments.item('d')), { name: 'd', ...inApps }, `get resource "deployments" ${inNamespace}`],
      [
        await wire.patch(deployments.item('d', 'scale'), 'merge', {}),
        { name: 'd', ...inApps },
        `patch resource "deployments/scale" ${inNamespace}`,
      ],
      [await wire.get(deployments.collection), inApps, `list resource "deployments" ${inNamespace}`],
      [await wire.delete(deployments.collection), inApps, `deletecollection resource "deployments" ${inNamespace}`],
      [
        await wire.put(nodes.item('n', 'status'), {}),
        { name: 'n', ...inCore },
        'update resource "nodes/status" in API group "" at the cluster scope',
      ],
      [await wire.post(nodes.collection, {}), inCore, 'create resource "nodes" in API group "" at the cluster scope'],
      [await wire.get('/nowhere'), {}, 'get path "/nowhere"'],
      [await wire.delete('/nowhere/else'), {}, 'delete path "/nowhere/else"'],
    ] as const) {
      expectFailure(answer, 403, 'Forbidden');
      expectField(answer, 'details', details);
      const wanted = `User "${user}" cannot ${what}`;
      expectThat(`message of ${answer.title}`, messageOf(answer).includes(wanted), wanted, messageOf(answer));
    }
  },
} satisfies Case;
