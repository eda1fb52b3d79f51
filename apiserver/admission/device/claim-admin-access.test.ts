import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import { admit, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { claimAdminAccess } from './claim-admin-access.ts';

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const label = vendor.fill('resource.{label}/admin-access');
  const namespace = (name: string, labels: Readonly<Record<string, string>> = {}): ApiObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels },
  });
  const namespaces = new FixedLister([
    namespace('ns'),
    namespace('admin', { [label]: 'true' }),
    namespace('near', { [label]: 'yes' }),
  ]);
  const plugin = claimAdminAccess({ vendor, namespaces });
  const group = vendor.fill('resource.{api}');
  const devices = (adminAccess?: boolean): object => ({
    devices: { requests: [{ name: 'a' }, { name: 'b', exactly: adminAccess === undefined ? {} : { adminAccess } }] },
  });
  const claim = (more: object): ApiObject => ({
    apiVersion: vendor.fill('resource.{api}/v1'),
    kind: 'ResourceClaim',
    metadata: { name: 'x' },
    ...more,
  });
  const granted = (adminAccess: boolean): ApiObject =>
    claim({ status: { allocation: { devices: { results: [{ adminAccess }] } } } });
  const write = (resource: string, object: ApiObject, more: object = {}) =>
    admit(plugin, { ...testWrite('CREATE', resource, { object, ...more }), group });

  t.test(`${id}: a claim of devices that others use needs a namespace that allows it`, async (t) => {
    const refused = await write('resourceclaims', claim({ spec: devices(true) }));
    t.equal(refused?.code, 422);
    t.match(
      refused?.message,
      `spec.devices.requests[1].adminAccess: Forbidden: admin access to devices requires the \`${label}: true\` label on the containing namespace`,
    );
    t.equal((await write('resourceclaims', claim({ spec: devices(true) }), { namespace: 'near' }))?.code, 422);
    t.equal(await write('resourceclaims', claim({ spec: devices(true) }), { namespace: 'admin' }), undefined);
    t.equal(await write('resourceclaims', claim({ spec: devices(false) })), undefined);
    t.equal(await write('resourceclaims', claim({ spec: devices() })), undefined);
    t.equal((await write('resourceclaimtemplates', claim({ spec: { spec: devices(true) } })))?.code, 422);
    t.equal(await write('resourceclaimtemplates', claim({ spec: { spec: devices(false) } })), undefined);
  });

  t.test(`${id}: it is granted in such a namespace only, and what was granted stays`, async (t) => {
    const update = (now: ApiObject, before: ApiObject, more: object = {}) =>
      admit(plugin, {
        ...testWrite('UPDATE', 'resourceclaims', { object: now, oldObject: before, subresource: 'status', ...more }),
        group,
      });
    const refused = await update(granted(true), claim({}));
    t.match(refused?.message, 'status.allocation.devices.results[0].adminAccess: Forbidden: admin access to devices');
    t.equal(await update(granted(true), granted(true)), undefined);
    t.equal(await update(granted(false), claim({})), undefined);
    t.equal(await update(granted(true), claim({}), { namespace: 'admin' }), undefined);
  });

  t.test(`${id}: a label that this server has not seen yet is waited for`, async (t) => {
    const late = new FixedLister([namespace('ns')]);
    const consistent = async (): Promise<void> => late.put(namespace('ns', { [label]: 'true' }));
    const waiting = claimAdminAccess({ vendor, namespaces: late, consistent });
    const asked = testWrite('CREATE', 'resourceclaims', { object: claim({ spec: devices(true) }) });
    t.equal(await admit(waiting, { ...asked, group }), undefined);
  });
}
