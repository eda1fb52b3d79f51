// What is refused of changes, and of parts that few objects have: found by sending the same requests to another server of this API.

import t, { type Test } from 'tap';
import type { Status } from '../../../shared/object/status-error.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const vendor = vendorOf('kubernetes');

type Faults = readonly string[];

const selector = { matchLabels: { a: 'b' } };
const container = { name: 'c', image: 'i' };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
const noLabel = /: a lowercase RFC 1123 label must consist/;
const noSubdomain = /: a lowercase RFC 1123 subdomain must consist/;

/** `made`: what is refused of an object; `changed`: of one that is changed to `next`; `warned`: what its maker is told. */
async function scene(t: Test) {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const faultsOf = ({ status, body }: { status: number; body: unknown }): Faults =>
    status < 300 ? [] : ((body as Status).details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  const place = { namespace: 'a', name: 'x' };
  return {
    made: async (kind: string, object: object): Promise<Faults> => {
      const body = { metadata: { name: 'x' }, ...object };
      return faultsOf(await api.call('create', api.vendor.fill(kind), { namespace: 'a', query: 'dryRun=All', body }));
    },
    warned: async (kind: string, object: object): Promise<Faults> => {
      const body = { metadata: { name: 'x' }, ...object };
      const made = await api.call('create', api.vendor.fill(kind), { namespace: 'a', query: 'dryRun=All', body });
      return made.warnings;
    },
    changed: async (kind: string, object: object, next: object, subresource = ''): Promise<Faults> => {
      const resource = api.vendor.fill(kind);
      const made = await api.call('create', resource, { namespace: 'a', body: { metadata: { name: 'x' }, ...object } });
      if (made.status >= 300) throw new Error(made.text);
      const { resourceVersion } = (made.body as { metadata: { resourceVersion: string } }).metadata;
      const body = { metadata: { name: 'x', resourceVersion }, ...next };
      const part = subresource === '' ? {} : { subresource };
      const answer = await api.call('update', resource, { ...place, ...part, body });
      await api.call('delete', resource, { ...place, query: 'gracePeriodSeconds=0' });
      return faultsOf(answer);
    },
    patched: async (kind: string, object: object, patch: object, contentType: string): Promise<Faults> => {
      const resource = api.vendor.fill(kind);
      await api.call('create', resource, { namespace: 'a', body: { metadata: { name: 'x' }, ...object } });
      const answer = await api.call('patch', resource, { ...place, body: patch, contentType });
      await api.call('delete', resource, place);
      return faultsOf(answer);
    },
  };
}

t.test('that a field may not change says nothing of its value, which is told beside it', async (t) => {
  const { changed } = await scene(t);
  const kind = 'storageclasses.storage.{api}';
  t.strictSame(await changed(kind, { provisioner: 'p' }, { provisioner: '' }), [
    'provisioner: Required value',
    'provisioner: Forbidden: updates to provisioner are forbidden.',
  ]);
  t.match(await changed(kind, { provisioner: 'p' }, { provisioner: 'p', parameters: { '': 'a' } }), [
    'parameters: Invalid value: "": field can not be empty.',
    /^parameters: Forbidden/,
  ]);
  const never = { metadata: { labels: { a: 'b' } }, spec: { ...template.spec, restartPolicy: 'Never' } };
  const job = (more: object) => ({ spec: { manualSelector: true, selector, template: never, ...more } });
  t.match(await changed('jobs.batch', job({ completions: 1 }), job({ completions: -1 })), [
    'spec.completions: Invalid value: -1: must be greater than or equal to 0',
    'spec.completions: Invalid value: -1: field is immutable',
  ]);
  const handler = 'handler: Invalid value: ""';
  const changedHandler = await changed('runtimeclasses.node.{api}', { handler: 'h' }, {});
  t.match(changedHandler, [noLabel, `${handler}: field is immutable`]);
  t.match(await changed('csistoragecapacities.storage.{api}', { storageClassName: 's' }, { storageClassName: 'S' }), [
    noSubdomain,
    'storageClassName: Invalid value: "S": field is immutable',
  ]);
});

t.test('a template is not looked at where no selector says which pods it is for', async (t) => {
  const { made } = await scene(t);
  const wrong = { matchExpressions: [{ key: 'a', operator: 'X' }] };
  for (const kind of ['deployments.apps', 'replicasets.apps', 'statefulsets.apps']) {
    const faults = await made(kind, { spec: { selector: wrong, template: {} } });
    t.match(faults[0], /operator: Invalid value: "X"/, kind);
    t.match(faults[1], /^spec\.selector: Invalid value: /, kind);
    t.equal(faults.length, 2, kind);
  }
  t.match((await made('daemonsets.apps', { spec: { selector: wrong, template: {} } })).join(), /containers: Required/);
  const unselected = await made('daemonsets.apps', { spec: { template } });
  t.match(unselected, [/^spec\.template\.metadata\.labels: .*`selector` does not match template `labels`/]);
  t.match((await made('deployments.apps', { spec: { template } })).join(), /^spec\.selector: Required value/);
});

t.test('claims of stateful sets are volumes of their pods', async (t) => {
  const { made } = await scene(t);
  const claim = (name: string) => ({
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
  });
  const set = (...names: string[]) =>
    made('statefulsets.apps', { spec: { selector, template, volumeClaimTemplates: names.map(claim) } });
  t.strictSame(await set('a', 'b'), []);
  t.strictSame(await set('', ''), [
    'spec.template.spec.volumes[0].persistentVolumeClaim.claimName: Required value',
    'spec.template.spec.volumes[0].name: Required value',
  ]);
});

t.test('a share that is a number in a text counts as that number', async (t) => {
  const { made } = await scene(t);
  const update = (maxUnavailable: unknown, maxSurge: unknown) =>
    made('daemonsets.apps', {
      spec: {
        selector,
        template,
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable, maxSurge } },
      },
    });
  const form = /a valid percent string must be/;
  t.match(await update(1, '1'), [form, /maxSurge: Invalid value: "1": may not be set when maxUnavailable is non-zero/]);
  t.match(await update('1', 0), [form]);
  t.match(await update('x', 0), [form, /cannot be 0 when maxSurge is 0/]);
});

t.test('ranges of service addresses stay, and get one of the other family at most', async (t) => {
  const { changed } = await scene(t);
  const cidrs = (...ranges: string[]) => ({ spec: { cidrs: ranges } });
  const change = (next: object) => changed('servicecidrs.networking.{api}', cidrs('10.1.0.0/16'), next);
  t.strictSame(await change(cidrs('10.1.0.0/16', 'fd00:1::/112')), []);
  const kept = 'field is immutable';
  t.strictSame(await change(cidrs('10.2.0.0/16')), [`spec.cidrs[0]: Invalid value: "10.2.0.0/16": ${kept}`]);
  t.match(await change(cidrs('10.1.0.0/16', '10.3.0.0/16')), [/no more than one IP for each IP family/]);
  t.match(await change(cidrs('10.2.0.0/16', 'fd00:1::/112')), [/^spec\.cidrs\[0\]: /]);
  t.match(await change({ spec: {} }), [`spec.cidrs: Invalid value: null: ${kept}`]);
});

t.test('sources of volumes of single providers are told what they need', async (t) => {
  const { made } = await scene(t);
  const volume = async (source: object): Promise<Faults> => {
    const faults = await made('pods', { spec: { containers: [container], volumes: [{ name: 'v', ...source }] } });
    return faults.map((fault) => fault.replace('spec.volumes[0].', ''));
  };
  const lacking: [object, ...string[]][] = [
    [{ gcePersistentDisk: { partition: 256 } }, 'persistentDisk.pdName', 'persistentDisk.partition'],
    [{ awsElasticBlockStore: {} }, 'awsElasticBlockStore.volumeID'],
    [{ glusterfs: {} }, 'glusterfs.endpoints', 'glusterfs.path'],
    [{ flocker: {} }, 'flocker'],
    [{ flocker: { datasetName: 'a/b', datasetUUID: 'c' } }, 'flocker', 'flocker.datasetName'],
    [{ nfs: { path: 'a' } }, 'nfs.server', 'nfs.path'],
    [{ rbd: {} }, 'rbd.monitors', 'rbd.image'],
    [{ cinder: { secretRef: {} } }, 'cinder.volumeID', 'cinder.secretRef.name'],
    [{ cephfs: {} }, 'cephfs.monitors'],
    [{ quobyte: {} }, 'quobyte.registry', 'quobyte.volume'],
    [{ quobyte: { registry: 'a', volume: 'v' } }, 'quobyte.registry'],
    [{ fc: {} }, 'fc.targetWWNs'],
    [{ fc: { targetWWNs: ['a'] } }, 'fc.lun'],
    [{ fc: { targetWWNs: ['a'], wwids: ['b'], lun: 256 } }, 'fc.targetWWNs', 'fc.lun'],
    [{ flexVolume: {} }, 'flexVolume.driver'],
    [{ azureFile: {} }, 'azureFile.secretName', 'azureFile.shareName'],
    [{ azureDisk: {} }, 'azureDisk.diskName', 'azureDisk.diskURI', 'azureDisk.diskURI'],
    [{ azureDisk: { diskName: 'd', diskURI: 'https://x', kind: 'Managed' } }, 'azureDisk.diskURI'],
    [{ vsphereVolume: {} }, 'vsphereVolume.volumePath'],
    [{ photonPersistentDisk: {} }, 'photonPersistentDisk.pdID'],
    [{ portworxVolume: {} }, 'portworxVolume.volumeID'],
    [{ scaleIO: { gateway: 'g', system: 's', secretRef: {} } }, 'scaleIO.volumeName'],
    [{ storageos: { volumeNamespace: 'A' } }, 'storageos.volumeName', 'storageos.volumeNamespace'],
    [{ iscsi: { iqn: 'iqn.2001-04.com.example:a', targetPortal: 'p', lun: 256 } }, 'iscsi.lun'],
    [{ iscsi: { iqn: 'x', chapAuthSession: true } }, 'iscsi.targetPortal', 'iscsi.iqn', 'iscsi.secretRef'],
    [{ iscsi: { targetPortal: 'p', iqn: 'naa.5', initiatorName: 'eui.1' } }, 'iscsi.iqn', 'iscsi.initiatorname'],
    [{ persistentVolumeClaim: {} }, 'persistentVolumeClaim.claimName'],
    [{ csi: {} }, 'csi.driver', 'csi.driver'],
    [{ emptyDir: {}, cephfs: {} }, 'cephFS'],
    [{ secret: { secretName: 's' }, downwardAPI: { items: [{}] } }, 'downwarAPI'],
  ];
  for (const [source, ...fields] of lacking) {
    const faults = await volume(source);
    t.strictSame(
      faults.map((fault) => fault.slice(0, fault.indexOf(':'))),
      fields,
      JSON.stringify(source),
    );
  }
  const good: object[] = [
    { gcePersistentDisk: { pdName: 'd', partition: 255 } },
    { flocker: { datasetUUID: 'c' } },
    { nfs: { server: 's', path: '/a' } },
    { quobyte: { registry: 'a:1,[::1]:2', volume: 'v' } },
    { fc: { wwids: ['b'] } },
    { azureDisk: { diskName: 'd', diskURI: '/subscriptions/x', kind: 'Managed' } },
    { iscsi: { targetPortal: 'p', iqn: 'iqn.2001-04.com.example:storage:a', lun: 255 } },
    { iscsi: { targetPortal: 'p', iqn: `eui.${'a'.repeat(16)}`, initiatorName: `naa.${'b'.repeat(32)}` } },
  ];
  for (const source of good) t.strictSame(await volume(source), [], JSON.stringify(source));
});

t.test('persistent volumes and those that attachments describe', async (t) => {
  const { made, changed } = await scene(t);
  const spec = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1' }, hostPath: { path: '/a' } };
  const volume = (more: object) => made('persistentvolumes', { spec: { ...spec, ...more } });
  t.strictSame(await volume({}), []);
  t.strictSame(await volume({ capacity: { storage: '1', a: '-1' } }), [
    'spec.capacity: Unsupported value: {"a":"-1","storage":"1"}: supported values: "storage"',
    'spec.capacity[a]: Invalid value: -1: must be a valid resource quantity',
    'spec.capacity[a]: Invalid value: "-1": must be greater than zero',
  ]);
  const second = 'spec.portworxVolume: Forbidden: may not specify more than 1 volume type';
  t.strictSame(await volume({ portworxVolume: {} }), [second], 'it is not validated');
  t.match(await volume({ hostPath: undefined, iscsi: { targetPortal: 'p', iqn: 'x', secretRef: {} } }), [
    'spec.iscsi.iqn: Invalid value: "x": must be valid format',
    'spec.iscsi.secretRef.name: Required value',
  ]);
  t.match(await volume({ hostPath: { path: '//' }, persistentVolumeReclaimPolicy: 'Recycle' }), [
    /may not be 'recycle'/,
  ]);
  t.match(await volume({ storageClassName: 'A' }), [noSubdomain]);
  const csi = { driver: 'd', volumeHandle: 'h' };
  t.match(await volume({ hostPath: undefined, csi: { driver: 'D_', nodePublishSecretRef: { name: 'A' } } }), [
    /^spec\.csi\.driver: /,
    'spec.csi.volumeHandle: Required value',
    /^spec\.csi\.nodePublishSecretRef\.name: /,
    'spec.csi.nodePublishSecretRef.namespace: Required value',
  ]);
  t.strictSame(await volume({ hostPath: undefined, csi, volumeAttributesClassName: '' }), [
    'spec.volumeAttributesClassName: Required value: an empty string is disallowed',
  ]);
  const attached = (inlineVolumeSpec: object) =>
    made('volumeattachments.storage.{api}', { spec: { attacher: 'd', nodeName: 'n', source: { inlineVolumeSpec } } });
  const at = 'spec.source.inlineVolumeSpec';
  const inline = 'in the context of inline volumes';
  t.strictSame(await attached({ accessModes: ['ReadWriteOnce'], csi }), []);
  t.strictSame(await attached({}), [
    `${at}.csi: Required value: has to be specified ${inline}`,
    `${at}.accessModes: Required value`,
    `${at}: Required value: must specify a volume type`,
  ]);
  t.strictSame(await attached({ ...spec, storageClassName: 's', volumeMode: 'Block', csi }), [
    `${at}.capacity: Forbidden: may not be specified ${inline}`,
    `${at}.csi: Forbidden: may not specify more than 1 volume type`,
    `${at}.storageClassName: Forbidden: may not be specified ${inline}`,
    `${at}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem ${inline}`,
  ]);
  const attachment = (attacher: string) => ({
    spec: { attacher, nodeName: 'n', source: { persistentVolumeName: 'v' } },
  });
  t.match(await made('volumeattachments.storage.{api}', attachment('a_b')), [/^spec\.attacher: /]);
  t.match(
    await changed('volumeattachments.storage.{api}', attachment('a'), attachment('a_b')),
    [/^spec: .*field is immutable$/],
    'old ones may be called otherwise',
  );
});

t.test('what a pod asks for as a whole is no less than its containers do together', async (t) => {
  const { made } = await scene(t);
  const pod = (resources: object, ...own: object[]) =>
    made('pods', {
      spec: { containers: own.map((one, at) => ({ ...container, name: `c${at}`, resources: one })), resources },
    });
  const path = 'spec.resources';
  t.strictSame(await pod({ requests: { cpu: '2' } }, { requests: { cpu: '1' } }, { requests: { cpu: '1' } }), []);
  t.strictSame(await pod({ requests: { cpu: '1' } }, { requests: { cpu: '1' } }, { requests: { cpu: '1' } }), [
    `${path}.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2`,
  ]);
  t.strictSame(await pod({ limits: { cpu: '1' } }, { limits: { cpu: '2' }, requests: { cpu: '1' } }), [
    `${path}.containers[0][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1`,
  ]);
  t.strictSame(await pod({ requests: { storage: '1' } }, {}), [
    `${path}.requests[storage]: Unsupported value: "storage": supported values: "cpu", "hugepages-", "memory"`,
  ]);
  t.match(await pod({ claims: [{ name: 'b' }] }, {}), [
    `${path}.claims: Forbidden: claims may not be set for Resources at pod-level`,
    /^spec\.resources\.claims\[0\]: Not found: "b": must be one of the names in pod\.spec\.resourceClaims which is empty/,
  ]);
});

t.test('a resizing leaves the policies of resizing as they are', async (t) => {
  const { changed } = await scene(t);
  const pod = (resizePolicy?: object[]) => ({ spec: { containers: [{ ...container, resizePolicy }] } });
  const policy = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }];
  const refused = 'spec: Forbidden: only cpu and memory resources are mutable';
  t.strictSame(await changed('pods', pod(policy), pod(policy), 'resize'), []);
  t.strictSame(await changed('pods', pod(), pod(policy), 'resize'), [refused]);
  t.strictSame(await changed('pods', pod(policy), pod(), 'resize'), [refused]);
  t.match(await changed('pods', pod(), pod([{ resourceName: 'a', restartPolicy: 'NotRequired' }]), 'resize'), [
    /resizePolicy: Unsupported value: "a"/,
    refused,
  ]);
  const added = { spec: { ...pod().spec, initContainers: [{ name: 'i' }] } };
  t.strictSame(await changed('pods', pod(), added, 'resize'), [
    'spec.initContainers[0].image: Required value',
    'spec.initContainers: Forbidden: initContainers may not be added or removed on resize',
  ]);
});

t.test('pods without a resizing, and those whose agent knows none', async (t) => {
  const { changed } = await scene(t);
  const sized = (cpu: string, more: object = {}) => ({
    spec: { containers: [{ ...container, resources: { requests: { cpu } } }], ...more },
  });
  const tried = async (more: object, metadata: object = {}) => {
    const made = { ...sized('1', more), metadata: { name: 'x', ...metadata } };
    return changed('pods', made, sized('2', more), 'resize');
  };
  t.strictSame(await tried({}), []);
  t.strictSame(await tried({ os: { name: 'windows' } }), ['[]: Forbidden: windows pods cannot be resized']);
  t.strictSame(await tried({ resources: { limits: { cpu: '4' } } }), [
    '[]: Forbidden: pods with pod-level resources cannot be resized',
  ]);
  const annotations = { [vendor.fill('{label}/config.mirror')]: 'x' };
  t.strictSame(await tried({ nodeName: 'n' }, { annotations }), ['[]: Forbidden: static pods cannot be resized']);
});

t.test('a pod that is gated gets a choice of nodes, and no gate twice', async (t) => {
  const { changed } = await scene(t);
  const gated = (spec: object, ...gates: string[]) => ({
    spec: { containers: [container], schedulingGates: gates.map((name) => ({ name })), ...spec },
  });
  t.strictSame(await changed('pods', gated({}, 'a'), gated({}, 'b', 'b')), [
    'spec.schedulingGates[1]: Duplicate value: "b"',
    "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'b'",
  ]);
  const required = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] };
  const chosen = {
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
  };
  t.strictSame(await changed('pods', gated({}, 'a'), gated(chosen, 'a')), []);
  t.match(await changed('pods', gated(chosen, 'a'), gated({}, 'a')), [
    /nodeSelectorTerms: Invalid value: null: no additions\/deletions/,
  ]);
  t.match(await changed('pods', gated({}, 'a'), gated({ affinity: {} }, 'a')), [/^spec: Forbidden: pod updates/]);
});

t.test('a pod cannot become the mirror of another, or stop being one', async (t) => {
  const { changed } = await scene(t);
  const annotation = vendor.fill('{label}/config.mirror');
  const pod = (annotations: object) => ({
    metadata: { name: 'x', annotations },
    spec: { containers: [container], nodeName: 'n' },
  });
  const at = `metadata.annotations[${annotation}]: Forbidden: may not`;
  t.match(await changed('pods', pod({ [annotation]: 'x' }), pod({})), [`${at} remove or update mirror pod annotation`]);
  t.match(await changed('pods', pod({}), pod({ [annotation]: 'x' })), [`${at} add mirror pod annotation`]);
});

t.test('a resizing takes no amounts away', async (t) => {
  const { changed } = await scene(t);
  const pod = (resources: object) => ({ spec: { containers: [{ ...container, resources }] } });
  const path = 'spec.containers[0].resources';
  const whole = pod({ limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } });
  t.strictSame(await changed('pods', whole, whole, 'resize'), []);
  const without = pod({ limits: { memory: '1Gi' }, requests: { memory: '1Gi' } });
  t.strictSame(await changed('pods', whole, without, 'resize'), [
    `${path}.requests: Forbidden: resource requests cannot be removed`,
    `${path}.limits: Forbidden: resource limits cannot be removed`,
  ]);
});

t.test('amounts and ranges of nodes', async (t) => {
  const { made, warned } = await scene(t);
  const node = (status: object) => made('nodes', { status });
  t.strictSame(await node({ capacity: { pods: '1', cpu: '1500m', 'example.com/x': '2' } }), []);
  t.strictSame(await node({ allocatable: { pods: '1500m', cpu: '-1' } }), [
    'status.allocatable.cpu: Invalid value: "-1": must be greater than or equal to 0',
    'status.allocatable.pods: Invalid value: "1500m": must be an integer',
  ]);
  t.match(await made('nodes', { spec: { podCIDRs: ['x', '10.0.0.0/24'] } }), [
    /^spec\.podCIDRs\[0\]: Invalid value: "x": must be a valid CIDR value/,
    /^spec\.podCIDRs: Internal error: invalid PodCIDRs\. failed to check with dual stack with error:invalid CIDR\[0\]/,
    /may specify no more than one CIDR for each IP family/,
  ]);
  t.strictSame(await warned('nodes', { spec: { externalID: 'x', podCIDRs: ['10.0.0.1/24'] } }), [
    vendor.fill('spec.externalID: this field is deprecated, and is unused by {Maker}'),
    'spec.podCIDRs[0]: CIDR value "10.0.0.1/24" is ambiguous in this context (should be "10.0.0.0/24" or "10.0.0.1/32"?)',
  ]);
});

t.test('amounts of huge pages are whole pages, and names outside of the cluster have no families', async (t) => {
  const { made, warned } = await scene(t);
  const pod = (limits: object) =>
    made('pods', { spec: { containers: [{ name: 'c', image: 'i', resources: { limits } }] } });
  t.strictSame(await pod({ cpu: '1', 'hugepages-2Mi': '4Mi' }), []);
  t.strictSame(await pod({ cpu: '1', 'hugepages-2Mi': '0' }), []);
  for (const [name, amount] of [
    ['hugepages-2Mi', '3Mi'],
    ['hugepages-2Mi', '1'],
    ['hugepages-2Mi', '2100m'],
    ['hugepages-x', '4'],
    ['hugepages-0', '4'],
  ] as const) {
    t.match(await pod({ cpu: '1', [name]: amount }), [
      `spec.containers[0].resources.limits[${name}]: Invalid value: "${amount}": ${amount} is not positive integer multiple of ${name}`,
      /requests/,
    ]);
  }
  const named = (more: object) => made('services', { spec: { type: 'ExternalName', externalName: 'a.b', ...more } });
  t.strictSame(await named({}), []);
  t.strictSame(await named({ clusterIPs: ['10.0.0.9'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' }), [
    'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
    'spec.ipFamilies: Forbidden: may not be set for ExternalName services',
    'spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services',
  ]);
  t.match(
    await warned('persistentvolumes', {
      spec: {
        capacity: { storage: '1' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/a' },
        persistentVolumeReclaimPolicy: 'Recycle',
      },
    }),
    [/The Recycle reclaim policy is deprecated/],
  );
});

t.test('makers are warned of fields of services without effect, and of odd addresses', async (t) => {
  const { warned, changed } = await scene(t);
  const service = (spec: object) => warned('services', { spec: { ports: [{ port: 1 }], ...spec } });
  const later = vendor.fill('will be considered invalid in a future {Maker} release');
  t.strictSame(await service({}), []);
  t.strictSame(await service({ externalName: 'x', loadBalancerIP: '10.01.2.3' }), [
    `spec.loadBalancerIP: non-standard IP address "10.01.2.3" ${later}: use "10.1.2.3"`,
    'spec.externalName is ignored when spec.type is not "ExternalName"',
  ]);
  t.strictSame(await service({ clusterIP: 'None', loadBalancerIP: '1.2.3.4', externalIPs: ['1.2.3.5'] }), [
    'spec.loadBalancerIP is ignored for headless services',
    'spec.externalIPs is ignored for headless services',
  ]);
  t.strictSame(await service({ type: 'ExternalName', externalName: 'x', externalIPs: ['1.2.3.5'] }), [
    'spec.externalIPs is ignored when spec.type is "ExternalName"',
  ]);
  const subsets = [{ addresses: [{ ip: '10.1.2.3' }], notReadyAddresses: [{ ip: '10.1.2.03' }] }];
  const odd = `subsets[0].notReadyAddresses[0].ip: non-standard IP address "10.1.2.03" ${later}: use "10.1.2.3"`;
  t.strictSame((await warned('endpoints', { subsets })).slice(-1), [odd]);
  const labels = { [vendor.fill('endpoints.{label}/managed-by')]: 'endpoint-controller' };
  t.notOk((await warned('endpoints', { metadata: { name: 'x', labels }, subsets })).includes(odd));
  t.strictSame(await changed('services', { spec: { ports: [{ port: 1 }] } }, { spec: { ports: [{ port: 2 }] } }), []);
});

t.test('expressions that choose devices are compiled when they are written', async (t) => {
  const { made, changed } = await scene(t);
  const kind = 'deviceclasses.resource.{api}';
  const chosen = (expression: string) => ({ spec: { selectors: [{ cel: { expression } }] } });
  const at = 'spec.selectors[0].cel.expression';
  for (const good of [
    'device.driver == "d"',
    'device.attributes["d"].model == "x" && device.attributes["d"].count > 3',
    'device.attributes["d"].ready',
    'device.capacity["d"].memory.compareTo(quantity("1Gi")) >= 0',
    'cel.bind(d, device.attributes["d"], d.a && d.b)',
    '"d" in device.attributes',
  ])
    t.strictSame(await made(kind, chosen(good)), [], good);
  t.match(await made(kind, chosen('A')), [
    new RegExp(
      `^${at.replaceAll(/[[\].]/g, '\\$&')}: Invalid value: "A": compilation failed: .*undeclared reference to 'A'`,
      's',
    ),
  ]);
  t.match(await made(kind, chosen('device.other')), [/undefined field 'other'/]);
  t.match(await made(kind, chosen('device.driver')), [/must evaluate to bool or the unknown type, not string$/]);
  t.match(await made(kind, chosen('cel.bind(1, 2, true)')), [
    /cel\.bind\(\) variable names must be simple identifiers/,
  ]);
  const all =
    'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, true))))';
  t.strictSame(await made(kind, chosen(all)), [`${at}: Forbidden: too complex, exceeds cost limit`]);
  t.match(await changed(kind, chosen('true'), chosen('1')), [/not int$/]);
  const request = (expression: string) => ({
    spec: {
      devices: {
        requests: [{ name: 'r', exactly: { deviceClassName: 'c', selectors: [{ cel: { expression } }] } }],
      },
    },
  });
  t.strictSame(await made('resourceclaims.resource.{api}', request('true')), []);
  t.match(await made('resourceclaims.resource.{api}', request('A')), [/exactly\.selectors\[0\]\.cel\.expression: /]);
  t.match(await made('resourceclaimtemplates.resource.{api}', { spec: request('A') }), [
    /^spec\.spec\.devices\.requests/,
  ]);
});

t.test('templates of claims are shown without a level for their metadata', async (t) => {
  const { changed } = await scene(t);
  const claim = { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c' } }] } };
  const next = { spec: { metadata: { labels: { a: 'b' } }, spec: claim } };
  const [fault = ''] = await changed('resourceclaimtemplates.resource.{api}', { spec: { spec: claim } }, next);
  t.match(fault, /^spec: Invalid value: \{"labels":\{"a":"b"\},"Spec":\{"devices":.*field is immutable$/);
});

t.test('a patch whose result cannot be read is refused with what was sent', async (t) => {
  const { patched } = await scene(t);
  const quota = { spec: { hard: { cpu: '1' } } };
  const reason = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const patch = { spec: { hard: { cpu: 'x1' } } };
  t.strictSame(await patched('resourcequotas', quota, patch, 'application/strategic-merge-patch+json'), [
    `patch: Invalid value: "map[spec:map[hard:map[cpu:x1]]]": ${reason}`,
  ]);
  const [merged = ''] = await patched('resourcequotas', quota, patch, 'application/merge-patch+json');
  t.ok(merged.startsWith('patch: Invalid value: "{') && merged.endsWith(`}": ${reason}`), merged);
});

t.test('rules that lists, selectors and webhooks break', async (t) => {
  const { made } = await scene(t);
  const selectors = (...clusterRoleSelectors: object[]) =>
    made('clusterroles.rbac.authorization.{api}', { rules: [], aggregationRule: { clusterRoleSelectors } });
  t.strictSame(await selectors({ matchLabels: { a: 'b' } }), []);
  t.match(await selectors({}, { matchLabels: { a: 'b c' } }), [
    /^aggregationRule\.clusterRoleSelectors\[1\]\.matchLabels: /,
    'aggregationRule.clusterRoleSelectors[1]: Invalid value: null: invalid label selector.',
  ]);
  const hook = { name: 'a.b.c', clientConfig: { url: 'https://x.example' } };
  t.strictSame(await made('validatingwebhookconfigurations.admissionregistration.{api}', { webhooks: [hook] }), [
    'webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun',
    'webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1',
  ]);
  const toleration = { operator: 'Exists' };
  const runtime = { handler: 'h', scheduling: { tolerations: [toleration, { ...toleration, tolerationSeconds: 1 }] } };
  t.match(
    (await made('runtimeclasses.node.{api}', runtime))[0],
    /^scheduling\.tolerations\[1\]: Duplicate value: \{"Key":"","Operator":"Exists"/,
  );
  const scaler = (policies: object[]) =>
    made('horizontalpodautoscalers.autoscaling', {
      spec: {
        maxReplicas: 2,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'K', name: 'n' },
        behavior: { scaleUp: { policies } },
      },
    });
  t.strictSame(await scaler([]), ['spec.behavior.scaleUp.policies: Required value: must specify at least one Policy']);
  t.strictSame(await scaler([{ type: 'Pods', value: 1, periodSeconds: 1 }]), []);
  const deep = await made('configmaps', { metadata: { name: 'x', labels: { 'a/b/c': 'd' } } });
  t.match(deep, [
    /a qualified name must consist of .* \(e\.g\. 'MyName', {2}or .*\) with an optional DNS subdomain prefix/,
  ]);
});
