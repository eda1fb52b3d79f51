import t from 'tap';
import { createRequest } from '../../../shared/certificates/request.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { alwaysDeny } from '../../authorization/always/always-deny.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import { admit, testPod, testUser, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { nodeRestriction } from './node-restriction.ts';

const agent = testUser('system:node:n1', 'system:nodes');
const node = (name: string, more: object = {}, metadata: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, uid: `${name}-uid`, ...metadata },
  ...more,
});

function world(id: VendorId) {
  const vendor = vendorOf(id);
  const own = testPod({ nodeName: 'n1', serviceAccountName: 'a' }, { uid: 'pod-uid' });
  const plugin = nodeRestriction({
    vendor,
    pods: new FixedLister([own, testPod({ nodeName: 'n2' }, { name: 'q', uid: 'q-uid' })]),
    nodes: new FixedLister([node('n1')]),
    csiDrivers: new FixedLister(),
    authorizer: alwaysDeny(),
  });
  const reason = async (
    operation: AdmissionAttributes['operation'],
    resource: string,
    more: Partial<AdmissionAttributes>,
  ): Promise<string | undefined> => {
    const refused = await admit(plugin, testWrite(operation, resource, { user: agent, ...more }));
    if (refused !== undefined) t.equal(refused.code === 403 || refused.code === 404, true);
    return refused?.message.replace(/^.* is forbidden: /, '');
  };
  return { vendor, own, plugin, reason };
}

for (const id of vendorIds) {
  t.test(`an agent writes its own node only, with ${id} (NODEAUTHZ-025, NODEAUTHZ-031U)`, async (t) => {
    const { vendor, plugin, reason } = world(id);
    const at = { namespace: '' };
    const n1 = node('n1');
    t.equal(await reason('UPDATE', 'nodes', { ...at, object: n1, oldObject: n1 }), undefined);
    t.equal(await reason('CREATE', 'nodes', { ...at, object: n1 }), undefined);
    t.equal(
      await reason('UPDATE', 'nodes', { ...at, object: node('n2'), oldObject: node('n2'), subresource: 'status' }),
      'node "n1" is not allowed to modify node "n2"',
    );
    const tainted = node('n1', { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } });
    t.equal(
      await reason('UPDATE', 'nodes', { ...at, object: n1, oldObject: tainted }),
      'node "n1" is not allowed to modify taints',
    );
    const labelled = (label: string) => node('n1', {}, { labels: { [vendor.fill(label)]: 'x' } });
    for (const label of ['mine', 'example.com/a', '{label}/hostname', 'node.{label}/a', 'x.kubelet.{label}/a']) {
      t.equal(await reason('UPDATE', 'nodes', { ...at, object: labelled(label), oldObject: n1 }), undefined, label);
    }
    for (const label of ['node-restriction.{label}/a', '{label}/other', 'x.{api}/a', 'node-role.{label}/master']) {
      t.equal(
        await reason('CREATE', 'nodes', { ...at, object: labelled(label) }),
        `node "n1" is not allowed to set the following labels: ${vendor.fill(label)}`,
      );
      t.match(await reason('UPDATE', 'nodes', { ...at, object: n1, oldObject: labelled(label) }), /modify labels/);
    }
    // Nothing of it is left when the object is validated.
    const configured = testWrite('CREATE', 'nodes', {
      ...at,
      user: agent,
      object: node('n1', { spec: { configSource: {} } }),
    });
    await t.rejects(
      async () => plugin.mutate?.(configured, { signal: new AbortController().signal }),
      { code: 403, message: /not allowed to create nodes with a configSource/ },
      'what a new node loses is refused before that',
    );
  });

  t.test(`an agent touches pods of its node only, with ${id} (NODEAUTHZ-026)`, async (t) => {
    const { own, reason } = world(id);
    const foreign = testPod({ nodeName: 'n2' });
    t.equal(await reason('UPDATE', 'pods', { subresource: 'status', object: own, oldObject: own }), undefined);
    t.match(
      await reason('UPDATE', 'pods', { subresource: 'status', object: foreign, oldObject: foreign }),
      /can only update pod status for pods with spec.nodeName set to itself/,
    );
    const relabelled = { ...own, metadata: { ...own.metadata, labels: { a: 'b' } } };
    t.match(
      await reason('UPDATE', 'pods', { subresource: 'status', object: relabelled, oldObject: own }),
      /cannot update labels through pod status/,
    );
    t.equal(await reason('DELETE', 'pods', { oldObject: own }), undefined);
    t.match(await reason('DELETE', 'pods', { oldObject: foreign }), /can only delete pods/);
    t.equal(await reason('CREATE', 'pods', { subresource: 'eviction', name: 'p' }), undefined);
    t.match(await reason('CREATE', 'pods', { subresource: 'eviction', name: 'q' }), /can only evict pods/);
    t.match(await reason('CREATE', 'pods', { subresource: 'eviction', name: 'absent' }), /"absent" not found/);
    t.equal(
      await reason('CREATE', 'pods', { subresource: 'eviction', name: '', object: testPod({}, { name: 'p' }) }),
      undefined,
      'a name may stand in the body alone',
    );
    for (const subresource of ['', 'eviction'])
      t.match(
        await reason('UPDATE', 'pods', { subresource, object: own, oldObject: own }),
        /unexpected operation "UPDATE", node "n1" can only create and delete mirror pods/,
        subresource,
      );
    const claimed = { ...own, status: { resourceClaimStatuses: [{ name: 'c', resourceClaimName: 'x' }] } };
    t.match(
      await reason('UPDATE', 'pods', { subresource: 'status', object: claimed, oldObject: own }),
      /cannot update resource claim statuses/,
    );
    t.match(
      await reason('UPDATE', 'pods', { subresource: 'resize', name: 'p' }),
      /unexpected pod subresource "resize"/,
    );
  });

  t.test(`an agent creates mirror pods that refer to nothing, with ${id}`, async (t) => {
    const { vendor, reason } = world(id);
    const annotations = { [vendor.fill('{label}/config.mirror')]: 'x' };
    const owner = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'n1-uid', controller: true };
    const mirror = (spec: object, metadata: object = {}) =>
      reason('CREATE', 'pods', {
        object: testPod({ nodeName: 'n1', ...spec }, { annotations, ownerReferences: [owner], ...metadata }),
      });
    t.equal(await mirror({}), undefined);
    t.match(await mirror({}, { annotations: {} }), /annotation, node "n1" can only create mirror pods/);
    t.match(await mirror({ nodeName: 'n2' }), /with spec.nodeName set to itself/);
    t.match(await mirror({}, { ownerReferences: [] }), /only create pods with an owner reference set to itself/);
    t.match(
      await mirror({}, { ownerReferences: [{ ...owner, uid: 'x' }] }),
      /node n1 UID mismatch: expected x got n1-uid/,
    );
    t.match(await mirror({ volumes: [{ name: 'v', secret: { secretName: 's' } }] }), /pods that reference secrets/);
    t.match(await mirror({ serviceAccountName: 's' }), /pods that reference service account/);
    const volume = (source: object) => mirror({ volumes: [{ name: 'v', ...source }] });
    t.match(await volume({ configMap: { name: 'm' } }), /pods that reference configmaps/);
    t.match(await volume({ persistentVolumeClaim: { claimName: 'c' } }), /pods that reference persistentvolumeclaims/);
    t.match(
      await mirror({ resourceClaims: [{ name: 'c', resourceClaimName: 'x' }] }),
      /pods that reference resourceclaims/,
    );
    t.equal(await volume({ emptyDir: {} }), undefined);
    for (const [change, problem] of [
      [{ apiVersion: 'v2' }, /an owner reference set to itself/],
      [{ kind: 'Pod' }, /an owner reference set to itself/],
      [{ name: 'n2' }, /an owner reference set to itself/],
      [{ controller: false }, /a controller owner reference set to itself/],
      [{ controller: undefined }, /a controller owner reference set to itself/],
      [{ blockOwnerDeletion: true }, /must not set blockOwnerDeletion/],
    ] as const)
      t.match(await mirror({}, { ownerReferences: [{ ...owner, ...change }] }), problem, JSON.stringify(change));
    t.match(await mirror({}, { ownerReferences: [owner, owner] }), /a single owner reference set to itself/);
  });

  t.test(`leases, tokens and certificates are the node's own, with ${id}`, async (t) => {
    const { vendor, reason } = world(id);
    const lease = (name: string, namespace: string) =>
      reason('CREATE', 'leases', { group: vendor.fill('coordination.{api}'), namespace, object: node(name) });
    t.equal(await lease('n1', vendor.fill('{short}-node-lease')), undefined);
    t.match(await lease('n2', vendor.fill('{short}-node-lease')), /same name as the requesting node/);
    t.match(await lease('n1', 'default'), /can only access leases in the/);
    const token = (boundObjectRef: object | undefined, audiences: string[] | null = []) =>
      reason('CREATE', 'serviceaccounts', {
        subresource: 'token',
        name: 'a',
        object: { apiVersion: 'v1', kind: 'TokenRequest', metadata: {}, spec: { boundObjectRef, audiences } },
      });
    const bound = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'pod-uid' };
    t.equal(await token(bound), undefined);
    t.equal(await token(bound, null), undefined, 'as a protobuf body says that it names none');
    t.match(await token(undefined), /token not bound to a pod/);
    for (const incomplete of [
      { ...bound, kind: 'Secret' },
      { ...bound, kind: 'Node', name: 'n1', uid: 'n1-uid' },
      { ...bound, apiVersion: 'v2' },
      { ...bound, name: '' },
      { ...bound, name: undefined },
    ])
      t.match(await token(incomplete), /token not bound to a pod/, JSON.stringify(incomplete));
    for (const uid of ['', undefined]) t.match(await token({ ...bound, uid }), /pod binding without a uid/);
    t.match(await token({ ...bound, name: 'absent' }), /"absent" not found/);
    t.match(await token({ ...bound, uid: 'other' }), /does not match the UID in record/);
    t.match(await token({ ...bound, name: 'q', uid: 'q-uid' }), /scheduled on a different node/);
    t.match(await token(bound, ['a', 'b']), /may only request 0 or 1 audiences/);
    t.match(await token(bound, ['vault']), /audience "vault" not found in pod spec volume/);
    const request = (commonName: string) =>
      reason('CREATE', 'certificatesigningrequests', {
        group: vendor.fill('certificates.{api}'),
        namespace: '',
        object: node('c', {
          spec: {
            signerName: vendor.fill('{label}/kubelet-serving'),
            request: Buffer.from(createRequest({ commonName }).requestPem).toString('base64'),
          },
        }),
      });
    t.equal(await request('system:node:n1'), undefined);
    t.equal(await request('system:node:n2'), 'can only create a node CSR with CN=system:node:n1');
  });
}

t.test('callers that are not agents are not restricted (NODEAUTHZ-029)', async (t) => {
  const { plugin } = world('orch');
  for (const user of [testUser('system:node:n1'), testUser('admin', 'system:nodes')]) {
    const write = testWrite('UPDATE', 'nodes', { user, object: node('n2'), oldObject: node('n2') });
    t.equal(await admit(plugin, write), undefined);
  }
  const nameless = testWrite('UPDATE', 'nodes', { user: testUser('system:node:', 'system:nodes'), object: node('n2') });
  t.match((await admit(plugin, nameless))?.message, /could not determine node from user "system:node:"/);
});
