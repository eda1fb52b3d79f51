// The rights of an agent, verb by verb: each resource is asked with every verb, with its own objects and those of others, with
// and without sub-resource (NODEAUTHZ-011, NODEAUTHZ-032). And which objects are its own: each way in which a pod, and the volume
// behind its claim, can name one (NODEAUTHZ-007 to NODEAUTHZ-010).

import t from 'tap';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { ResourceAttributes } from '../contract/authorizer.ts';
import { nodeAuthorizer } from './authorizer.ts';

const vendor = vendorOf('orch');
const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const;
const own = ['get', 'create', 'update', 'patch', 'delete'];

const named = (name: string, spec: object, metadata: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'X',
  metadata: { name, ...metadata },
  spec,
});

const podOn = (nodeName: string, name: string, spec: object, status: object = {}): ApiObject => ({
  ...named(name, { nodeName, ...spec }, { namespace: 'ns' }),
  status,
});

function world(pods: readonly ApiObject[], volumes: readonly ApiObject[] = []) {
  const listers = {
    pods: new FixedLister([...pods]),
    persistentVolumeClaims: new FixedLister(),
    persistentVolumes: new FixedLister([...volumes]),
    volumeAttachments: new FixedLister([named('mine', { nodeName: 'n1' }), named('other', { nodeName: 'n2' })]),
    resourceSlices: new FixedLister([
      named('mine', { nodeName: 'n1' }),
      named('other', { nodeName: 'n2' }),
      named('all', { allNodes: true }),
    ]),
  };
  const authorizer = nodeAuthorizer(listers, vendor);
  return async (verb: string, resource: string, more: Partial<ResourceAttributes> = {}) => {
    const { outcome } = await authorizer.authorize({
      kind: 'resource',
      user: { username: 'system:node:n1', groups: ['system:nodes'], extra: new Map() },
      verb,
      group: '',
      version: 'v1',
      resource,
      subresource: '',
      namespace: '',
      name: '',
      ...more,
    });
    t.not(outcome, 'deny', 'another mode may allow it');
    return outcome === 'allow';
  };
}

interface Right {
  readonly resource: string;
  readonly group?: string;
  readonly namespace?: string;
  readonly subresource?: string;
  /** Verbs on the object that is the node's own, on one of others, and on none, as a new one and a collection have it. */
  readonly mine: readonly string[];
  readonly others: readonly string[];
  readonly unnamed: readonly string[];
  /** Its name. */
  readonly name: string;
}

const storage = vendor.fill('storage.{api}');
const dynamic = vendor.fill('resource.{api}');
const coordination = vendor.fill('coordination.{api}');
const none: readonly string[] = [];

const rights: readonly Right[] = [
  { resource: 'csinodes', group: storage, name: 'n1', mine: own, others: ['create'], unnamed: ['create'] },
  { resource: 'csinodes', group: storage, name: 'n1', subresource: 'status', mine: none, others: none, unnamed: none },
  {
    resource: 'leases',
    group: coordination,
    namespace: vendor.fill('{short}-node-lease'),
    name: 'n1',
    mine: own,
    others: ['create'],
    unnamed: ['create'],
  },
  {
    resource: 'leases',
    group: coordination,
    namespace: vendor.fill('{short}-node-lease'),
    subresource: 'status',
    name: 'n1',
    mine: none,
    others: none,
    unnamed: none,
  },
  {
    resource: 'leases',
    group: coordination,
    namespace: 'default',
    name: 'n1',
    mine: none,
    others: none,
    unnamed: none,
  },
  { resource: 'volumeattachments', group: storage, name: 'mine', mine: ['get'], others: none, unnamed: none },
  {
    resource: 'volumeattachments',
    group: storage,
    subresource: 'status',
    name: 'mine',
    mine: none,
    others: none,
    unnamed: none,
  },
  {
    resource: 'resourceslices',
    group: dynamic,
    name: 'mine',
    mine: own,
    others: ['create'],
    unnamed: ['create'],
  },
  {
    resource: 'resourceslices',
    group: dynamic,
    subresource: 'x',
    name: 'mine',
    mine: none,
    others: none,
    unnamed: none,
  },
  { resource: 'persistentvolumeclaims', namespace: 'ns', name: 'claim', mine: ['get'], others: none, unnamed: none },
  {
    resource: 'persistentvolumeclaims',
    namespace: 'ns',
    subresource: 'status',
    name: 'claim',
    mine: ['update', 'patch'],
    others: none,
    unnamed: none,
  },
  { resource: 'serviceaccounts', namespace: 'ns', name: 'account', mine: ['get'], others: none, unnamed: none },
  {
    resource: 'serviceaccounts',
    namespace: 'ns',
    subresource: 'token',
    name: 'account',
    mine: ['create'],
    others: none,
    unnamed: none,
  },
  {
    resource: 'serviceaccounts',
    namespace: 'ns',
    subresource: 'other',
    name: 'account',
    mine: none,
    others: none,
    unnamed: none,
  },
  { resource: 'secrets', namespace: 'ns', name: 'secret', mine: ['get', 'list', 'watch'], others: none, unnamed: none },
  { resource: 'secrets', namespace: 'other', name: 'secret', mine: none, others: none, unnamed: none },
  { resource: 'secrets', namespace: 'ns', subresource: 'x', name: 'secret', mine: none, others: none, unnamed: none },
];

t.test('each right of an agent, and no more (NODEAUTHZ-011, NODEAUTHZ-032)', async (t) => {
  const spec = (whose: string) => ({
    serviceAccountName: `${whose}account`,
    volumes: [
      { name: 'a', secret: { secretName: `${whose}secret` } },
      { name: 'b', persistentVolumeClaim: { claimName: `${whose}claim` } },
    ],
  });
  const may = world([podOn('n1', 'p', spec('')), podOn('n2', 'q', spec('other'))]);
  for (const { resource, group = '', namespace = '', subresource = '', name, ...expected } of rights) {
    const names = {
      mine: name,
      others: name === 'n1' ? 'n2' : name === 'mine' ? 'other' : `other${name}`,
      unnamed: '',
    };
    for (const whose of ['mine', 'others', 'unnamed'] as const) {
      const allowed = [];
      for (const verb of verbs) {
        if (await may(verb, resource, { group, namespace, subresource, name: names[whose] })) allowed.push(verb);
      }
      const expectedVerbs = verbs.filter((verb) => expected[whose].includes(verb));
      t.strictSame(allowed, expectedVerbs, `${resource}/${subresource} in ${JSON.stringify(namespace)}: ${whose}`);
    }
  }
});

t.test('slices and pods are listed, followed and emptied by the name of the node only', async (t) => {
  const may = world([]);
  for (const [resource, group, allowed] of [
    ['resourceslices', dynamic, ['list', 'watch', 'deletecollection']],
    ['pods', '', ['list', 'watch']],
  ] as const) {
    for (const verb of allowed) {
      t.ok(await may(verb, resource, { group, fieldSelector: 'spec.nodeName=n1' }), `${verb} ${resource}`);
      for (const fieldSelector of [
        'spec.nodeName=n2',
        'spec.nodeName!=n2',
        'metadata.name=n1',
        'spec.nodeName=',
        '==,',
      ])
        t.notOk(await may(verb, resource, { group, fieldSelector }), `${verb} ${resource} ${fieldSelector}`);
      t.notOk(await may(verb, resource, { group }), `${verb} ${resource} of all`);
    }
  }
  t.notOk(await may('deletecollection', 'pods', { fieldSelector: 'spec.nodeName=n1' }));
  t.notOk(
    await may('get', 'resourceslices', { group: dynamic, name: 'all' }),
    'a slice for all nodes belongs to no node',
  );
});

const secret = (name: string) => ({ name });

/** Ways in which a pod names a secret `s`, each alone. */
const secretsOfPods: Readonly<Record<string, object>> = {
  imagePullSecrets: { imagePullSecrets: [secret('s')] },
  'envFrom of a container': { containers: [{ envFrom: [{ secretRef: secret('s') }] }] },
  'env of an init container': { initContainers: [{ env: [{ valueFrom: { secretKeyRef: secret('s') } }] }] },
  'env of an ephemeral container': { ephemeralContainers: [{ env: [{ valueFrom: { secretKeyRef: secret('s') } }] }] },
  'secret volume': { volumes: [{ name: 'v', secret: { secretName: 's' } }] },
  'projected volume': { volumes: [{ name: 'v', projected: { sources: [{ secret: secret('s') }] } }] },
  azureFile: { volumes: [{ name: 'v', azureFile: { secretName: 's' } }] },
  csi: { volumes: [{ name: 'v', csi: { nodePublishSecretRef: secret('s') } }] },
  ...Object.fromEntries(
    ['cephfs', 'cinder', 'flexVolume', 'iscsi', 'rbd', 'scaleIO', 'storageos'].map((plugin) => [
      plugin,
      { volumes: [{ name: 'v', [plugin]: { secretRef: secret('s') } }] },
    ]),
  ),
};

t.test('a secret is readable however a pod of the node names it (NODEAUTHZ-007)', async (t) => {
  for (const [way, spec] of Object.entries(secretsOfPods)) {
    const at = { namespace: 'ns', name: 's' };
    t.ok(await world([podOn('n1', 'p', spec)])('get', 'secrets', at), way);
    t.notOk(await world([podOn('n2', 'p', spec)])('get', 'secrets', at), `${way} on another node`);
    t.notOk(await world([podOn('n1', 'p', spec)])('get', 'configmaps', at), `${way} is no config map`);
    t.notOk(await world([podOn('n1', 'p', spec)])('get', 'secrets', { ...at, namespace: 'b' }), `${way} elsewhere`);
  }
});

t.test('a config map is readable however a pod of the node names it (NODEAUTHZ-008)', async (t) => {
  const map = { name: 'm' };
  for (const [way, spec] of Object.entries({
    envFrom: { containers: [{ envFrom: [{ configMapRef: map }] }] },
    env: { containers: [{ env: [{ valueFrom: { configMapKeyRef: map } }] }] },
    volume: { volumes: [{ name: 'v', configMap: map }] },
    'projected volume': { volumes: [{ name: 'v', projected: { sources: [{ configMap: map }] } }] },
  })) {
    const at = { namespace: 'ns', name: 'm' };
    t.ok(await world([podOn('n1', 'p', spec)])('get', 'configmaps', at), way);
    t.notOk(await world([podOn('n2', 'p', spec)])('get', 'configmaps', at), `${way} on another node`);
    t.notOk(await world([podOn('n1', 'p', spec)])('get', 'secrets', at), `${way} is no secret`);
  }
});

t.test('a resource claim is readable when a pod names it, or its status does', async (t) => {
  const at = { group: dynamic, namespace: 'ns', name: 'c' };
  const claims = [{ name: 'x', resourceClaimName: 'c' }];
  t.ok(await world([podOn('n1', 'p', { resourceClaims: claims })])('get', 'resourceclaims', at));
  t.ok(await world([podOn('n1', 'p', {}, { resourceClaimStatuses: claims })])('get', 'resourceclaims', at));
  t.notOk(await world([podOn('n2', 'p', {}, { resourceClaimStatuses: claims })])('get', 'resourceclaims', at));
  t.notOk(await world([podOn('n1', 'p', { resourceClaims: [{ name: 'c' }] })])('get', 'resourceclaims', at));
});

t.test(
  'a secret of the volume of a claim is readable in its namespace, else in that of the claim (NODEAUTHZ-010)',
  async (t) => {
    const pod = (node: string) =>
      podOn(node, 'p', { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'claim' } }] });
    const volume = (spec: object, name = 'claim') => named('pv', { claimRef: { namespace: 'ns', name }, ...spec });
    const plugins = ['cephfs', 'cinder', 'flexVolume', 'iscsi', 'rbd', 'scaleIO', 'storageos'];
    const ways = (reference: object): Readonly<Record<string, object>> => ({
      ...Object.fromEntries(plugins.map((plugin) => [plugin, { [plugin]: { secretRef: reference } }])),
      ...Object.fromEntries(
        ['nodePublish', 'nodeStage', 'nodeExpand'].map((step) => [step, { csi: { [`${step}SecretRef`]: reference } }]),
      ),
    });
    for (const step of ['controllerPublish', 'controllerExpand']) {
      const ofController = { csi: { [`${step}SecretRef`]: { name: 's', namespace: 'far' } } };
      const may = world([pod('n1')], [volume(ofController)]);
      t.notOk(await may('get', 'secrets', { namespace: 'far', name: 's' }), `${step} is not for nodes`);
    }
    for (const [way, spec] of Object.entries(ways({ name: 's', namespace: 'far' }))) {
      const may = world([pod('n1')], [volume(spec)]);
      t.ok(await may('get', 'secrets', { namespace: 'far', name: 's' }), way);
      t.notOk(await may('get', 'secrets', { namespace: 'ns', name: 's' }), `${way} is not beside the claim`);
      t.notOk(await world([pod('n2')], [volume(spec)])('get', 'secrets', { namespace: 'far', name: 's' }), way);
      const unused = world([pod('n1')], [volume(spec, 'another')]);
      t.notOk(await unused('get', 'secrets', { namespace: 'far', name: 's' }), `${way} of another claim`);
    }
    for (const [way, spec] of Object.entries(ways({ name: 's' })))
      t.ok(await world([pod('n1')], [volume(spec)])('get', 'secrets', { namespace: 'ns', name: 's' }), way);
    const file = (more: object) => world([pod('n1')], [volume({ azureFile: { secretName: 's', ...more } })]);
    t.ok(await file({})('get', 'secrets', { namespace: 'ns', name: 's' }));
    t.ok(await file({ secretNamespace: 'far' })('get', 'secrets', { namespace: 'far', name: 's' }));
    t.notOk(await file({ secretNamespace: 'far' })('get', 'secrets', { namespace: 'ns', name: 's' }));
  },
);
