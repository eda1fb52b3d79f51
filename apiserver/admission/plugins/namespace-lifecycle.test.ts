import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import { admit, testPod, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';

function namespace(name: string, phase = 'Active'): ApiObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, status: { phase } };
}

for (const id of vendorIds) {
  const vendor = vendorOf(id);

  t.test(`nothing is created in a missing or terminating namespace, with ${id}`, async (t) => {
    const namespaces = new FixedLister([namespace('ns'), namespace('old', 'Terminating')]);
    const plugin = namespaceLifecycle({ vendor, namespaces });
    t.equal(await admit(plugin, testWrite('CREATE', 'pods', { object: testPod() })), undefined);
    const missing = await admit(plugin, testWrite('CREATE', 'pods', { namespace: 'gone', object: testPod() }));
    t.equal(missing?.code, 404);
    t.equal(missing?.message, 'namespaces "gone" not found');
    const late = await admit(plugin, testWrite('CREATE', 'pods', { namespace: 'old', object: testPod() }));
    t.equal(late?.code, 403);
    t.equal(
      late?.message,
      'pods "p" is forbidden: unable to create new content in namespace old because it is being terminated',
    );
    t.strictSame(late?.status.details?.causes, [
      { reason: 'NamespaceTerminating', message: 'namespace old is being terminated', field: 'metadata.namespace' },
    ]);
    t.equal(await admit(plugin, testWrite('UPDATE', 'pods', { namespace: 'old', object: testPod() })), undefined);
    t.equal(await admit(plugin, testWrite('DELETE', 'pods', { namespace: 'gone' })), undefined);
  });

  t.test(`the namespaces the system lives in are not deleted, with ${id}`, async (t) => {
    const plugin = namespaceLifecycle({ vendor, namespaces: new FixedLister() });
    const remove = (name: string) => testWrite('DELETE', 'namespaces', { namespace: name, name });
    const refused = await admit(plugin, remove('default'));
    t.equal(refused?.message, 'namespaces "default" is forbidden: this namespace may not be deleted');
    t.equal((await admit(plugin, remove(vendor.fill('{short}-system'))))?.code, 403);
    t.equal(await admit(plugin, remove(vendor.fill('{short}-node-lease'))), undefined);
    t.equal(await admit(plugin, remove('mine')), undefined);
  });
}

t.test('a namespace that another server made a moment ago is found after catching up', async (t) => {
  const namespaces = new FixedLister();
  let asked = 0;
  const plugin = namespaceLifecycle({
    vendor: vendorOf('orch'),
    namespaces,
    consistent: async () => {
      asked += 1;
      namespaces.put(namespace('ns'));
    },
  });
  t.equal(await admit(plugin, testWrite('CREATE', 'pods')), undefined);
  t.equal(await admit(plugin, testWrite('CREATE', 'pods')), undefined);
  t.equal(asked, 1, 'a known namespace costs nothing');
});
