import type { Case, CaseContext } from '../../contract/case.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';
import { configMap, role, secret } from '../../fixtures/manifests.ts';

export default {
  id: 'put-of-nothing',
  title:
    'PUT to an unused name MUST create for kinds that allow it, with permission to create, and MUST store nothing for others.',
  requirements: ['UPD-011U', 'VERB-045'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const rbac = c.vendor.fill('rbac.authorization.{api}/v1');
    const coordination = c.vendor.fill('coordination.{api}/v1');
    const makers: readonly (readonly [string, ResourcePaths, object])[] = [
      [
        c.vendor.fill('coordination.{api}'),
        c.resource(coordination, 'leases'),
        { apiVersion: coordination, kind: 'Lease', metadata: { name: 'new' }, spec: { holderIdentity: 'a' } },
      ],
      [c.vendor.fill('rbac.authorization.{api}'), c.resource(rbac, 'roles'), role(rbac, 'Role', 'new', [])],
    ];
    for (const [group, paths, manifest] of makers) await makes(c, group, paths, manifest);
    await c.holds(['UPD-011U', 'VERB-045'], async () => {
      for (const [paths, manifest] of [
        [c.resource('v1', 'configmaps'), configMap('new')],
        [c.resource('v1', 'secrets'), secret('new')],
      ] as const) {
        expectFailure(await c.wire.put(paths.item('new'), manifest), 404, 'NotFound');
        expectRefused(await c.wire.put(paths.item('new'), named(manifest, { uid: 'of-another' })));
        expectStatus(await c.wire.get(paths.item('new')), 404);
      }
    });
  },
} satisfies Case;

async function makes(c: CaseContext, group: string, paths: ResourcePaths, manifest: object): Promise<void> {
  const resource = paths.collection.slice(paths.collection.lastIndexOf('/') + 1);
  const caller = async (...verbs: readonly string[]) => {
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [group], resources: [resource], verbs: ['get', ...verbs] });
    await c.eventually(async () => expectStatus(await c.as(user).get(paths.item('new')), 404));
    return c.as(user);
  };
  const [updater, creator, both] = [await caller('update'), await caller('create'), await caller('update', 'create')];
  await c.holds('UPD-011U', async () => {
    expectFailure(await updater.put(paths.item('new'), manifest), 403, 'Forbidden');
    expectFailure(await creator.put(paths.item('new'), manifest), 403, 'Forbidden');
    expectStatus(await c.wire.get(paths.item('new')), 404);
  });
  await c.holds(['UPD-011U', 'VERB-045'], async () => {
    for (const metadata of [{ uid: 'of-another' }, { name: 'other' }, { namespace: 'elsewhere' }]) {
      expectRefused(await both.put(paths.item('new'), named(manifest, metadata)));
    }
    expectStatus(await c.wire.get(paths.item('new')), 404);
    expectCreated(await both.put(paths.item('new'), manifest, { query: { dryRun: 'All' } }));
    expectStatus(await c.wire.get(paths.item('new')), 404);
    expectCreated(await both.put(paths.item('new'), manifest));
    expectField(await c.wire.get(paths.item('new')), 'metadata.name', 'new');
  });
  await c.holds('UPD-011U', async () => {
    const read = (await c.wire.get(paths.item('new'))).json() as { metadata: object };
    expectOk(await updater.put(paths.item('new'), named(read, { labels: { a: 'b' } })));
  });
}

/** Returns the manifest with this metadata merged in. */
function named(manifest: object, metadata: object): object {
  return { ...manifest, metadata: { ...(manifest as { metadata: object }).metadata, ...metadata } };
}
