import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import type { ResourceAttributes } from '../contract/authorizer.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import { nodeAuthorizer } from './authorizer.ts';

function world(id: VendorId) {
  const vendor = vendorOf(id);
  const listers = {
    pods: new FixedLister([pod('p', 'n1'), pod('q', 'n2')]),
    persistentVolumeClaims: new FixedLister(),
    persistentVolumes: new FixedLister([
      named('pv', {
        claimRef: { namespace: 'ns', name: 'p-claim' },
        csi: { nodeStageSecretRef: { namespace: 'csi', name: 'stage' } },
      }),
    ]),
    volumeAttachments: new FixedLister([named('va', { nodeName: 'n1' })]),
    resourceSlices: new FixedLister([named('slice', { nodeName: 'n1' })]),
  };
  const authorizer = nodeAuthorizer(listers, vendor);
  const asks = async (verb: string, resource: string, more: Partial<ResourceAttributes> = {}, node = 'n1') =>
    authorizer.authorize({
      kind: 'resource',
      user: { username: `system:node:${node}`, groups: ['system:nodes'], extra: new Map() },
      verb,
      group: '',
      version: 'v1',
      resource,
      subresource: '',
      namespace: '',
      name: '',
      ...more,
    });
  return { vendor, listers, authorizer, asks };
}

function named(name: string, spec: object): ApiObject {
  return { apiVersion: 'v1', kind: 'X', metadata: { name }, spec };
}

function pod(name: string, nodeName: string): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'ns' },
    spec: {
      nodeName,
      serviceAccountName: `${name}-account`,
      volumes: [
        { name: 'a', secret: { secretName: `${name}-secret` } },
        { name: 'b', persistentVolumeClaim: { claimName: `${name}-claim` } },
        { name: 'c', projected: { sources: [{ configMap: { name: `${name}-projected` } }] } },
        { name: 'scratch', ephemeral: {} },
      ],
      containers: [{ env: [{ name: 'E', valueFrom: { configMapKeyRef: { name: `${name}-config`, key: 'k' } } }] }],
    },
  };
}

t.test('no rules of a node are listed, since they depend on its pods', async (t) => {
  const { authorizer } = world('orch');
  const node = { username: 'system:node:n1', groups: ['system:nodes'], extra: new Map() };
  t.strictSame(await authorizer.rulesFor(node, 'ns'), { rules: [], incomplete: false });
});

for (const id of vendorIds) {
  t.test(
    `an agent may read only objects that its own pods refer to, with ${id} (NODEAUTHZ-003 to NODEAUTHZ-010)`,
    async (t) => {
      const { vendor, asks } = world(id);
      const inNs = { namespace: 'ns' };
      const storage = vendor.fill('storage.{api}');
      const allowed: [string, string, Partial<ResourceAttributes>][] = [
        ['get', 'secrets', { ...inNs, name: 'p-secret' }],
        ['watch', 'secrets', { ...inNs, name: 'p-secret' }],
        ['get', 'secrets', { namespace: 'csi', name: 'stage' }],
        ['get', 'configmaps', { ...inNs, name: 'p-config' }],
        ['list', 'configmaps', { ...inNs, name: 'p-projected' }],
        ['get', 'persistentvolumeclaims', { ...inNs, name: 'p-claim' }],
        ['get', 'persistentvolumeclaims', { ...inNs, name: 'p-scratch' }],
        ['patch', 'persistentvolumeclaims', { ...inNs, name: 'p-claim', subresource: 'status' }],
        ['get', 'persistentvolumes', { name: 'pv' }],
        ['get', 'volumeattachments', { group: storage, name: 'va' }],
        ['create', 'serviceaccounts', { ...inNs, name: 'p-account', subresource: 'token' }],
        ['get', 'pods', { ...inNs, name: 'p' }],
        ['list', 'pods', { fieldSelector: 'spec.nodeName=n1' }],
        ['get', 'nodes', { name: 'n1' }],
        ['watch', 'nodes', { name: 'n1' }],
      ];
      for (const [verb, resource, more] of allowed) {
        t.equal((await asks(verb, resource, more)).outcome, 'allow', `${verb} ${resource}`);
        t.not((await asks(verb, resource, more, 'n3')).outcome, 'allow', `${verb} ${resource} of another node`);
      }
    },
  );

  t.test(`refusals say why, with ${id} (NODEAUTHZ-004, NODEAUTHZ-006, NODEAUTHZ-032)`, async (t) => {
    const { vendor, asks } = world(id);
    const reason = async (...question: Parameters<typeof asks>): Promise<string> => (await asks(...question)).reason;
    t.equal(
      await reason('get', 'secrets', { namespace: 'ns', name: 'q-secret' }),
      "no relationship found between node 'n1' and this object",
    );
    t.equal(await reason('list', 'secrets', { namespace: 'ns' }), 'No Object name found');
    t.equal(await reason('create', 'secrets', { namespace: 'ns' }), 'can only read resources of this type');
    t.equal(await reason('get', 'nodes', { name: 'n2' }), "node 'n1' cannot read 'n2', only its own Node object");
    t.equal(await reason('list', 'pods'), 'can only list/watch pods with spec.nodeName field selector');
    t.equal(await reason('list', 'pods', { fieldSelector: 'spec.nodeName=n2' }), await reason('list', 'pods'));
    t.equal((await asks('create', 'roles', { group: 'rbac' })).outcome, 'no-opinion');
    const slices = { group: vendor.fill('resource.{api}'), name: 'slice' };
    t.match(await asks('proxy', 'resourceslices', slices), {
      outcome: 'no-opinion',
      reason: 'can only get, create, update, patch, delete, list, watch or deletecollection a ResourceSlice',
    });
  });

  t.test(`an agent keeps its own lease in the lease namespace, with ${id} (NODEAUTHZ-030U)`, async (t) => {
    const { vendor, asks } = world(id);
    const lease = {
      group: vendor.fill('coordination.{api}'),
      namespace: vendor.fill('{short}-node-lease'),
      name: 'n1',
    };
    for (const verb of ['get', 'create', 'update', 'patch', 'delete']) {
      t.equal((await asks(verb, 'leases', lease)).outcome, 'allow', verb);
    }
    t.equal((await asks('list', 'leases', lease)).outcome, 'no-opinion');
    t.equal((await asks('update', 'leases', { ...lease, name: 'n2' })).outcome, 'no-opinion');
    t.equal((await asks('get', 'leases', { ...lease, namespace: 'default' })).outcome, 'no-opinion');
  });

  t.test(
    `every agent has a fixed set of rights, with ${id} (NODEAUTHZ-001, NODEAUTHZ-012 to NODEAUTHZ-019)`,
    async (t) => {
      const { vendor, asks } = world(id);
      const fixed: [string, string, Partial<ResourceAttributes>][] = [
        ['list', 'services', {}],
        ['update', 'nodes', { name: 'n1' }],
        ['patch', 'nodes', { name: 'n1', subresource: 'status' }],
        ['delete', 'pods', { namespace: 'ns', name: 'p' }],
        ['patch', 'pods', { namespace: 'ns', name: 'p', subresource: 'status' }],
        ['create', 'events', { namespace: 'ns' }],
        ['create', 'certificatesigningrequests', { group: vendor.fill('certificates.{api}') }],
        ['create', 'tokenreviews', { group: vendor.fill('authentication.{api}') }],
        ['create', 'subjectaccessreviews', { group: vendor.fill('authorization.{api}') }],
      ];
      for (const [verb, resource, more] of fixed)
        t.equal((await asks(verb, resource, more)).outcome, 'allow', resource);
    },
  );
}

t.test(
  'only the group and the exact user name make an agent (NODEAUTHZ-020 to NODEAUTHZ-022, NODEAUTHZ-027)',
  async (t) => {
    const { asks } = world('orch');
    const own = { name: 'n1' };
    const without = { username: 'system:node:n1', groups: [], extra: new Map() };
    t.equal((await asks('get', 'nodes', { ...own, user: without })).outcome, 'no-opinion');
    const other = { username: 'node:n1', groups: ['system:nodes'], extra: new Map() };
    t.equal((await asks('get', 'nodes', { ...own, user: other })).outcome, 'no-opinion');
    t.equal((await asks('get', 'nodes', own, 'N1')).outcome, 'no-opinion');
    t.equal((await asks('get', 'nodes', own, '')).reason, 'unknown node for user "system:node:"');
  },
);

t.test('rights follow the binding of pods (NODEAUTHZ-033)', async (t) => {
  const { listers, asks } = world('orch');
  const secret = { namespace: 'ns', name: 'r-secret' };
  t.equal((await asks('get', 'secrets', secret)).outcome, 'no-opinion');
  listers.pods.put(pod('r', 'n1'));
  t.equal((await asks('get', 'secrets', secret)).outcome, 'allow');
  listers.pods.put({ ...pod('r', 'n1'), status: { phase: 'Succeeded' } });
  t.equal((await asks('get', 'secrets', secret)).outcome, 'allow', 'one that has ended is still bound');
  listers.pods.remove('ns', 'r');
  t.equal((await asks('get', 'secrets', secret)).outcome, 'no-opinion');
});
