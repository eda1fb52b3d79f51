import t from 'tap';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

interface Refused {
  /** As templates of the vendor profile. */
  readonly resource: string;
  readonly namespace?: string;
  readonly metadata?: object;
  readonly body: object;
  /** Field and message of each cause at these fields. */
  readonly told: readonly (readonly [field: string, message: string | RegExp])[];
}

const namespace = 'default';
const labels = { a: 'b' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const workload = { selector: { matchLabels: labels }, template };
const time = '2024-01-01T00:00:00.000000Z';
const event = {
  eventTime: time,
  reportingController: 'example.com/c',
  reportingInstance: 'i',
  action: 'a',
  reason: 'r',
  type: 'Normal',
  regarding: { namespace },
};

const refusals: readonly Refused[] = [
  {
    resource: 'configmaps',
    namespace,
    metadata: { finalizers: ['example.com/x', 'nope'] },
    body: {},
    told: [
      [
        'metadata.finalizers[1]',
        'Invalid value: "nope": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
  },
  {
    resource: 'configmaps',
    namespace,
    metadata: { finalizers: ['not this'] },
    body: {},
    told: [
      [
        'metadata.finalizers',
        `Invalid value: "not this": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
      [
        'metadata.finalizers[0]',
        'Invalid value: "not this": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
  },
  {
    resource: 'nodes',
    body: {
      spec: {
        taints: [
          { key: 'a', effect: 'X' },
          { key: 'b', effect: 'NoSchedule' },
          { key: 'b', effect: 'NoSchedule' },
        ],
      },
    },
    told: [
      [
        'metadata.taints[0].effect',
        'Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
      [
        'metadata.taints[2]',
        'Duplicate value: {"Key":"b","Value":"","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair',
      ],
    ],
  },
  {
    resource: 'deployments.apps',
    namespace,
    body: { spec: { ...workload, strategy: { type: 'X' } } },
    told: [
      [
        'spec.strategy',
        'Unsupported value: {"Type":"X","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
  },
  {
    resource: 'statefulsets.apps',
    namespace,
    body: { spec: { ...workload, updateStrategy: { type: 'Y' } } },
    told: [['spec.updateStrategy', /^Invalid value: .*must be 'RollingUpdate' or 'OnDelete'$/]],
  },
  {
    resource: 'services',
    namespace,
    body: { spec: { type: 'X', ports: [{ port: 1, nodePort: 3 }] } },
    told: [['spec.type', /^Unsupported value: "X"/]],
  },
  {
    resource: 'services',
    namespace,
    body: { spec: { type: 'ClusterIP', ports: [{ port: 1, nodePort: 3 }] } },
    told: [['spec.ports[0].nodePort', "Forbidden: may not be used when `type` is 'ClusterIP'"]],
  },
  {
    resource: 'persistentvolumes',
    body: { spec: { accessModes: ['X'], hostPath: { path: '/a' } } },
    told: [
      [
        'spec.accessModes',
        'Unsupported value: "X": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
      ['spec.capacity', 'Required value'],
      ['spec.capacity', 'Unsupported value: null: supported values: "storage"'],
    ],
  },
  {
    resource: 'ingresses.networking.{api}',
    namespace,
    body: {
      spec: {
        rules: [{ http: { paths: [{ path: '/', backend: { resource: { kind: 'K', name: 'n' } } }] } }],
        tls: [{ hosts: ['*', '*.example.com'] }],
      },
    },
    told: [
      [
        'spec.tls[0].hosts[0]',
        /^Invalid value: "\*": a wildcard DNS-1123 subdomain must start with '\*\.', .*\(e\.g\. '\*\.example\.com', regex used for validation is '\\\*\\\./,
      ],
      ['spec.rules[0].http.paths[0].pathType', 'Required value: pathType must be specified'],
    ],
  },
  {
    resource: 'storageclasses.storage.{api}',
    body: { provisioner: 'example.com/p', reclaimPolicy: 'Recycle' },
    told: [['reclaimPolicy', 'Unsupported value: "Recycle": supported values: "Delete", "Retain"']],
  },
  {
    resource: 'volumeattachments.storage.{api}',
    body: { spec: { attacher: '', source: { persistentVolumeName: 'v' }, nodeName: '' } },
    told: [
      ['spec.attacher', 'Required value'],
      ['spec.nodeName', /^Invalid value: "": a lowercase RFC 1123 subdomain/],
      ['spec.attacher', /^Invalid value: "": a lowercase RFC 1123 subdomain/],
    ],
  },
  {
    resource: 'priorityclasses.scheduling.{api}',
    metadata: { name: 'system-x' },
    body: { value: 2_000_000_000 },
    told: [['metadata.name', /error: system-x is not a known system priority class$/]],
  },
  {
    resource: 'priorityclasses.scheduling.{api}',
    metadata: { name: 'system-node-critical' },
    body: { value: 1 },
    told: [['metadata.name', /error: value of system-node-critical PriorityClass must be 2000001000$/]],
  },
  {
    resource: 'endpointslices.discovery.{api}',
    namespace,
    body: {
      addressType: 'X',
      endpoints: [{ addresses: [] }, { addresses: ['x'], hostname: 'A' }],
      ports: [{ name: 'A_' }],
    },
    told: [
      ['addressType', /^Unsupported value: "X"/],
      ['ports[0].name', /^Invalid value: "A_": a lowercase RFC 1123 label/],
      ['endpoints[0].addresses', 'Required value: must contain at least 1 address'],
      ['endpoints[1].hostname', /^Invalid value: "A": a lowercase RFC 1123 label/],
    ],
  },
  {
    resource: 'validatingadmissionpolicybindings.admissionregistration.{api}',
    body: { spec: { policyName: 'p', validationActions: ['X', 'Deny', 'Warn'] } },
    told: [
      ['spec.validationActions[0]', 'Unsupported value: "X": supported values: "Audit", "Deny", "Warn"'],
      ['spec.validationActions', /must not contain both Deny and Warn/],
    ],
  },
  {
    resource: 'flowschemas.flowcontrol.apiserver.{api}',
    body: {
      spec: { matchingPrecedence: 2, priorityLevelConfiguration: { name: 'p' }, distinguisherMethod: { type: 'X' } },
    },
    told: [
      ['spec.distinguisherMethod.type', 'Unsupported value: {"Type":"X"}: supported values: "ByNamespace", "ByUser"'],
    ],
  },
  {
    resource: 'certificatesigningrequests.certificates.{api}',
    body: { spec: { signerName: 'A_/b', usages: ['x', 'x', 'client auth', 'client auth'] } },
    told: [
      ['spec.request', 'Invalid value: null: PEM block type must be CERTIFICATE REQUEST'],
      ['spec.usages[0]', /^Unsupported value: "x"/],
      ['spec.usages[1]', /^Unsupported value: "x"/],
      ['spec.usages[1]', 'Duplicate value: "x"'],
      ['spec.usages[3]', 'Duplicate value: "client auth"'],
      ['spec.signerName', /^Invalid value: "A_": validating label "A_": a lowercase RFC 1123 label/],
      ['spec.signerName', 'Invalid value: "A_": should be a domain with at least two segments separated by dots'],
    ],
  },
  {
    resource: 'certificatesigningrequests.certificates.{api}',
    body: { spec: { signerName: 'a/b/c', usages: ['client auth'] } },
    told: [
      ['spec.request', 'Invalid value: null: PEM block type must be CERTIFICATE REQUEST'],
      [
        'spec.signerName',
        `Invalid value: "a/b/c": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
      ],
    ],
  },
  {
    resource: 'pods',
    namespace,
    body: {
      spec: {
        containers: [
          {
            name: 'c',
            image: 'i',
            securityContext: { privileged: true, allowPrivilegeEscalation: false, capabilities: { add: ['A'] } },
          },
        ],
      },
    },
    told: [
      [
        'spec.containers[0].securityContext',
        /^Invalid value: \{"Capabilities":\{"Add":\["A"\],"Drop":null\},"Privileged":true,/,
      ],
    ],
  },
  {
    resource: 'events.events.{api}',
    namespace,
    body: { ...event, series: { count: 1, lastObservedTime: null } },
    told: [
      ['series.count', 'Invalid value: "": should be at least 2'],
      ['series.lastObservedTime', 'Required value'],
    ],
  },
  {
    resource: 'events.events.{api}',
    namespace,
    body: { ...event, series: { count: 0, lastObservedTime: time } },
    told: [['series.count', 'Invalid value: "": should be at least 2']],
  },
  {
    resource: 'nodes',
    body: { spec: { taints: [{ key: '', value: 'not valid', effect: 'NoSchedule' }] } },
    told: [
      ['metadata.taints[0].key', 'Invalid value: "": name part must be non-empty'],
      ['metadata.taints[0].key', /^Invalid value: "": name part must consist of /],
      ['metadata.taints[0].value', /^Invalid value: "not valid": /],
    ],
  },
  {
    resource: 'persistentvolumes',
    body: {
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        csi: { driver: 'not valid', volumeHandle: 'h' },
      },
    },
    told: [['spec.csi.driver', /^Invalid value: "not valid": /]],
  },
  {
    resource: 'ingresses.networking.{api}',
    namespace,
    body: { spec: { defaultBackend: { resource: { apiGroup: 'not valid', kind: '', name: 'a/b' } } } },
    told: [
      ['spec.defaultBackend.resource.apiGroup', /^Invalid value: "not valid": /],
      ['spec.defaultBackend.resource.kind', 'Required value'],
      ['spec.defaultBackend.resource.name', /^Invalid value: "a\/b": /],
    ],
  },
  {
    resource: 'rolebindings.rbac.authorization.{api}',
    namespace,
    body: {
      roleRef: { apiGroup: 'rbac.authorization.{api}', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'ServiceAccount', name: 'not valid', namespace: 'n' }],
    },
    told: [['subjects[0].name', /^Invalid value: "not valid": /]],
  },
  {
    resource: 'flowschemas.flowcontrol.apiserver.{api}',
    body: {
      spec: {
        priorityLevelConfiguration: { name: 'exempt' },
        matchingPrecedence: 5,
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: 'u' } }],
            resourceRules: [{ verbs: ['get'], apiGroups: ['a'], resources: ['b'], namespaces: ['Not Valid'] }],
          },
        ],
      },
    },
    told: [
      [
        'spec.rules[0].resourceRules[0].namespaces[0]',
        /^Invalid value: "Not Valid": each member of this list must be '\*' or a DNS-1123 label; /,
      ],
    ],
  },
  {
    resource: 'prioritylevelconfigurations.flowcontrol.apiserver.{api}',
    body: {
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 5,
          limitResponse: { type: 'Queue', queuing: { queues: 1025, handSize: 6, queueLengthLimit: 5 } },
        },
      },
    },
    told: [
      [
        'spec.limited.limitResponse.queuing.handSize',
        'Invalid value: 6: required entropy bits of deckSize 1025 and handSize 6 should not be greater than 60',
      ],
    ],
  },
  {
    resource: 'pods',
    namespace,
    body: {
      spec: {
        containers: [
          {
            name: 'c',
            image: 'i',
            env: [
              { name: 'A', valueFrom: { secretKeyRef: { key: 'k' } } },
              { name: 'B', valueFrom: { configMapKeyRef: { key: 'k' } } },
            ],
          },
        ],
      },
    },
    told: [
      ['spec.containers[0].env[0].valueFrom.secretKeyRef.name', /^Invalid value: "": /],
      ['spec.containers[0].env[1].valueFrom.configMapKeyRef.name', /^Invalid value: "": /],
    ],
  },
];

t.test('errors name the field, in the texts of the real service', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  for (const { resource, namespace: where, metadata, body, told } of refusals) {
    const asked = {
      ...(where === undefined ? {} : { namespace: where }),
      body: { metadata: { name: 'x', ...metadata }, ...body },
    };
    const refused = await api.call('create', api.vendor.fill(resource), asked);
    t.equal(refused.status, 422, `${resource}: ${refused.text}`);
    const causes = refused.at('details.causes') as readonly { field: string; message: string }[];
    const fields = new Set(told.map(([field]) => field));
    t.match(
      causes.filter(({ field }) => fields.has(field)).map(({ field, message }) => [field, message]),
      told,
      resource,
    );
    t.equal(causes.filter(({ field }) => fields.has(field)).length, told.length, `${resource}: ${refused.text}`);
  }
  const nodePort = { metadata: { name: 'x' }, spec: { type: 'X', ports: [{ port: 1, nodePort: 3 }] } };
  const unknown = await api.call('create', 'services', { namespace, body: nodePort });
  t.notMatch(unknown.text, /nodePort/, 'the unknown type is the only error');
});

t.test('an event is refused as the event it is stored as, and only a series that changes is judged', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const events = api.vendor.fill('events.events.{api}');
  const stored = { metadata: { name: 'x' }, ...event, series: { count: 2, lastObservedTime: time } };
  const made = await api.call('create', events, { namespace, body: stored });
  t.equal(made.status, 201, made.text);
  const update = (changes: object) =>
    api.call('update', events, { namespace, name: 'x', body: { ...(made.body as object), ...changes } });
  const changed = await update({
    note: 'n',
    regarding: { namespace, name: 'other' },
    series: { count: 1, lastObservedTime: time },
  });
  t.match(changed.at('message'), /^Event "x" is invalid: /);
  const causes = changed.at('details.causes') as readonly { field: string }[];
  t.strictSame(causes.map(({ field }) => field).sort(), ['involvedObject', 'message', 'series.count']);
  // The core group takes any series, and so what it left is no fault of a later writer.
  const core = { metadata: { name: 'y' }, involvedObject: { namespace }, series: { count: 1, lastObservedTime: time } };
  t.equal((await api.call('create', 'events', { namespace, body: core })).status, 201);
});
