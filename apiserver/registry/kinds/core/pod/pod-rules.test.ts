import t from 'tap';
import type { PodSpec } from './spec/pod-spec.ts';
import { fieldErrorMessage } from '../../../../../shared/object/field-error-message.ts';
import { vendorOf } from '../../../../../shared/vendor/profile.ts';
import { podRules } from './pod-spec-validation.ts';

const rules = podRules(vendorOf('kubernetes'));
const main = { name: 'main', image: 'main' };
const volume = { name: 'v', emptyDir: {} };

/** `<field>: <message>` of every fault of a pod with this in its specification; `c`: of its first container. */
function faults(spec: object, c: object = {}): readonly string[] {
  const whole = { containers: [{ ...main, ...c }], ...spec } as PodSpec;
  return rules.pod(whole, 'spec').map((fault) => `${fault.field}: ${fieldErrorMessage(fault)}`);
}

const term = (extra: object) => ({
  affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [extra] } },
});
const nodes = (expression: object) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [expression] }] },
    },
  },
});
const env = (valueFrom: object, value?: string) => ({ env: [{ name: 'A', value, valueFrom }] });
const mounted = (mount: object) => ({ volumeMounts: [{ name: 'v', mountPath: '/a', ...mount }] });
const projected = (...sources: object[]) => ({ volumes: [{ name: 'v', projected: { sources } }] });

/** What a pod holds, what its container holds, and the fault that both together have first. */
const refused: readonly (readonly [object, object, string])[] = [
  [
    {},
    { resources: { limits: { nope: '1' } } },
    'spec.containers[0].resources.limits[nope]: Invalid value: "nope": must be a standard resource type or fully qualified',
  ],
  [
    {},
    { resources: { limits: { 'x.io/gpu': '1500m' } } },
    'spec.containers[0].resources.limits[x.io/gpu]: Invalid value: "1500m": must be an integer',
  ],
  [
    {},
    { resources: { requests: { 'x.io/gpu': '1' } } },
    'spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources',
  ],
  [
    {},
    { resources: { requests: { 'x.io/gpu': '1' }, limits: { 'x.io/gpu': '2' } } },
    'spec.containers[0].resources.requests: Invalid value: "1": must be equal to x.io/gpu limit of 2',
  ],
  [
    {},
    { resources: { limits: { 'hugepages-2Mi': '2Mi' } } },
    'spec.containers[0].resources: Forbidden: HugePages require cpu or memory',
  ],
  [
    {},
    { resources: { claims: [{ name: 'gpu' }] } },
    'spec.containers[0].resources.claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims which is empty',
  ],
  [
    {},
    env({ fieldRef: { fieldPath: 'nope' } }),
    'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "nope": error converting fieldPath: field label not supported: nope',
  ],
  [
    {},
    env({ fieldRef: { fieldPath: 'status.phase' } }),
    'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "status.phase": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"',
  ],
  [
    {},
    env({ fieldRef: { fieldPath: "spec.nodeName['a']" } }),
    "spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: \"spec.nodeName['a']\": error converting fieldPath: field label does not support subscript: spec.nodeName['a']",
  ],
  [
    { hostIPC: true, securityContext: { sysctls: [{ name: 'kernel/shm_rmid_forced', value: '1' }] } },
    {},
    'spec.securityContext.sysctls[0].name: Invalid value: "kernel/shm_rmid_forced": may not be specified when \'hostIPC\' is true',
  ],
  [
    { hostNetwork: true, securityContext: { sysctls: [{ name: 'net.core.somaxconn', value: '1' }] } },
    {},
    'spec.securityContext.sysctls[0].name: Invalid value: "net.core.somaxconn": may not be specified when \'hostNetwork\' is true',
  ],
  [
    { os: { name: 'linux' } },
    { securityContext: { windowsOptions: { runAsUserName: 'u' } } },
    'spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
  ],
  [
    { os: { name: 'windows' }, hostPID: true, securityContext: {} },
    {},
    'spec.hostPID: Forbidden: cannot be set for a windows pod',
  ],
  [
    { os: { name: 'windows' } },
    { securityContext: { runAsUser: 0 } },
    'spec.containers[0].securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
  ],
  [
    { resourceClaims: [{ name: 'c', resourceClaimName: 'a' }] },
    { resources: { claims: [{ name: 'c', request: 'r' }, { name: 'c' }] } },
    'spec.containers[0].resources.claims[1]: Duplicate value: "c"',
  ],
  [
    { resourceClaims: [{ name: 'c', resourceClaimName: 'a' }] },
    { resources: { claims: [{ name: 'c' }, { name: 'c', request: 'r' }] } },
    'spec.containers[0].resources.claims[1]: Duplicate value: "c"',
  ],
  [
    {},
    env({ resourceFieldRef: { resource: 'limits.cpu', divisor: '2' } }),
    'spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "2": only divisor\'s values 1m and 1 are supported with the cpu resource',
  ],
  [
    {},
    env({ secretKeyRef: { name: 's', key: '' } }),
    'spec.containers[0].env[0].valueFrom.secretKeyRef.key: Required value',
  ],
  [
    {},
    env({ secretKeyRef: { name: 's', key: 'k' } }, 'x'),
    'spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
  ],
  [{}, { envFrom: [{ secretRef: {} }] }, 'spec.containers[0].envFrom[0].secretRef.name: Required value'],
  [
    { volumes: [volume] },
    mounted({ subPath: '../x' }),
    'spec.containers[0].volumeMounts.subPath: Invalid value: "../x": must not contain \'..\'',
  ],
  [
    { volumes: [volume] },
    mounted({ mountPropagation: 'Bidirectional' }),
    'spec.containers[0].volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers',
  ],
  [
    { volumes: [volume] },
    mounted({ recursiveReadOnly: 'Enabled' }),
    'spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true',
  ],
  [
    { volumes: [volume] },
    { volumeDevices: [{ name: 'v', devicePath: '/d' }] },
    'spec.containers[0].volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
  ],
  [
    { volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/' } }] },
    {},
    'spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type',
  ],
  [
    { volumes: [{ name: 'v', gitRepo: { repository: 'r', directory: '../x' } }] },
    {},
    'spec.volumes[0].gitRepo.directory: Invalid value: "../x": must not contain \'..\'',
  ],
  [
    { volumes: [{ name: 'v', hostPath: { path: '/a/../b' } }] },
    {},
    'spec.volumes[0].hostPath.path: Invalid value: "/a/../b": must not contain \'..\'',
  ],
  [
    { volumes: [{ name: 'v', configMap: { name: 'c', defaultMode: 0o1000 } }] },
    {},
    'spec.volumes[0].configMap.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
  ],
  [
    projected({ serviceAccountToken: { path: 't', expirationSeconds: 60 } }),
    {},
    'spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes',
  ],
  [
    projected({ configMap: { name: 'c' } }, { serviceAccountToken: { path: 't', expirationSeconds: 600 } }),
    {},
    'spec.volumes[0].projected.sources[1].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
  ],
  [
    projected({ downwardAPI: { items: [{ path: 'a' }] } }),
    {},
    'spec.volumes[0].projected.sources[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
  ],
  [
    { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: {} } } }] },
    {},
    'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required',
  ],
  [
    {},
    { livenessProbe: { tcpSocket: { port: 'Bad_' } } },
    'spec.containers[0].livenessProbe.tcpSocket.port: Invalid value: "Bad_": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
  ],
  [
    {},
    { readinessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 5 } },
    'spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes',
  ],
  [
    { terminationGracePeriodSeconds: 5 },
    { lifecycle: { preStop: { sleep: { seconds: 6 } } } },
    'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 6: must be non-negative and less than terminationGracePeriodSeconds (5)',
  ],
  [
    { initContainers: [{ name: 'i', image: 'i', livenessProbe: {} }] },
    {},
    'spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
  ],
  [{ initContainers: [main] }, {}, 'spec.initContainers[0].name: Duplicate value: "main"'],
  [
    { restartPolicy: 'Never' },
    { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
    "spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when `restartPolicy` is 'Never'",
  ],
  [
    {},
    { securityContext: { seccompProfile: { type: 'Localhost' } } },
    'spec.containers[0].securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
  ],
  [
    {},
    { securityContext: { appArmorProfile: {} } },
    'spec.containers[0].securityContext.appArmorProfile.type: Required value: type is required when appArmorProfile is set',
  ],
  [
    { securityContext: { sysctls: [{ name: 'Bad' }] } },
    {},
    'spec.securityContext.sysctls[0].name: Invalid value: "Bad": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
  ],
  [
    { hostPID: true, shareProcessNamespace: true },
    {},
    'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
  ],
  [{ hostUsers: false, hostNetwork: true }, {}, 'spec.hostNetwork: Forbidden: when `hostUsers` is false'],
  [
    { hostUsers: false, volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
    { volumeDevices: [{ name: 'v', devicePath: '/dev/v' }] },
    'spec.containers[0].volumeDevices: Forbidden: when `hostUsers` is false',
  ],
  [
    {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'z',
          whenUnsatisfiable: 'DoNotSchedule',
          matchLabelKeys: ['b', 'a'],
          labelSelector: { matchLabels: { a: 'x' }, matchExpressions: [{ key: 'a', operator: 'Exists' }] },
        },
      ],
    },
    {},
    'spec.topologySpreadConstraints[0][1]: Invalid value: "a": exists in both matchLabelKeys and labelSelector',
  ],
  [
    { hostNetwork: true },
    { ports: [{ containerPort: 80, hostPort: 81 }] },
    'spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true',
  ],
  [{ dnsPolicy: 'None' }, {}, 'spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
  [{ dnsConfig: { options: [{}] } }, {}, 'spec.dnsConfig.options[0]: Required value: must not be empty'],
  [{ subdomain: 'a.b' }, {}, 'spec.subdomain: Invalid value: "a.b": must not contain dots'],
  [{ os: { name: 'plan9' } }, {}, 'spec.os: Unsupported value: "plan9": supported values: "linux", "windows"'],
  [{ schedulingGates: [{ name: 'a' }, { name: 'a' }] }, {}, 'spec.schedulingGates[1]: Duplicate value: "a"'],
  [
    { tolerations: [{ key: 'a', operator: 'Exists', value: 'x' }] },
    {},
    'spec.tolerations[0].operator: Invalid value: "x": value must be empty when `operator` is \'Exists\'',
  ],
  [
    nodes({ key: 'a', operator: 'In' }),
    {},
    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
  ],
  [
    nodes({ key: 'a', operator: 'Gt', values: ['1', '2'] }),
    {},
    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
  ],
  [
    term({}),
    {},
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty',
  ],
  [
    term({ topologyKey: 'k', matchLabelKeys: ['a'] }),
    {},
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set',
  ],
  [
    { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: 'k', whenUnsatisfiable: 'DoNotSchedule' }] },
    {},
    'spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
  ],
  [
    { resourceClaims: [{ name: 'a' }] },
    {},
    'spec.resourceClaims[0]: Invalid value: {"Name":"a","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
  ],
  [
    {},
    { image: ' main' },
    'spec.containers[0].image: Invalid value: " main": must not have leading or trailing whitespace',
  ],
];

t.test('a pod that cannot work is refused at the field and with the words that clients know', async (t) => {
  for (const [spec, container, expected] of refused) t.equal(faults(spec, container)[0], expected);
});

const taken: readonly (readonly [object, object])[] = [
  [{}, {}],
  [{ volumes: [volume] }, { ...mounted({ subPath: 'a/..b/c' }), ports: [{ containerPort: 80, name: 'web' }] }],
  [{}, { resources: { requests: { cpu: '1m' }, limits: { cpu: '1', memory: '1Gi', 'x.io/gpu': '1' } } }],
  [{}, { resources: { limits: { 'hugepages-2Mi': '2Mi', memory: '1Gi' } } }],
  [{}, env({ fieldRef: { apiVersion: 'v1', fieldPath: "metadata.labels['a.io/b']" } })],
  [{}, env({ configMapKeyRef: { name: 'c', key: 'k', optional: true } })],
  [{}, { envFrom: [{ prefix: 'a.b-', configMapRef: { name: 'c' } }] }],
  [
    {
      serviceAccountName: 'a',
      ...projected(
        { serviceAccountToken: { path: 'token', expirationSeconds: 3607 } },
        { configMap: { name: 'c', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        { downwardAPI: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
      ),
    },
    {},
  ],
  [{ volumes: [{ name: 'v', projected: { sources: null } }] }, {}],
  [
    { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
    { volumeDevices: [{ name: 'v', devicePath: '/d' }] },
  ],
  [
    {
      initContainers: [
        { name: 'i', image: 'i', restartPolicy: 'Always', readinessProbe: { httpGet: { path: '/', port: 'web' } } },
      ],
    },
    {},
  ],
  [
    {
      hostAliases: [{ ip: '010.0.0.1', hostnames: ['a.b'] }],
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['1.1.1.1'], searches: ['.', '_tcp.a.b.'] },
    },
    {},
  ],
  [{ tolerations: [{ operator: 'Exists' }, { key: 'a', value: 'b', effect: 'NoExecute', tolerationSeconds: 1 }] }, {}],
  [nodes({ key: 'a', operator: 'Gt', values: ['1'] }), {}],
  [term({ topologyKey: 'zone', labelSelector: {}, namespaceSelector: {}, namespaces: ['a'] }), {}],
  [
    {
      securityContext: {
        seccompProfile: { type: 'RuntimeDefault' },
        sysctls: [{ name: 'net/core.somaxconn', value: '' }],
      },
    },
    { securityContext: { privileged: true, capabilities: { add: ['ALL'] } } },
  ],
];

t.test('a valid pod is accepted', async (t) => {
  for (const [spec, container] of taken) t.strictSame(faults(spec, container), [], JSON.stringify([spec, container]));
});

t.test('resources under the own domain of the vendor may be parts, and may be asked for without a limit', async (t) => {
  for (const id of ['orch', 'kubernetes'] as const) {
    const vendor = vendorOf(id);
    const resources = { requests: { [vendor.fill('{label}/batch-cpu')]: '500m' } };
    t.strictSame(podRules(vendor).pod({ containers: [{ ...main, resources }] }, 'spec'), [], id);
  }
});
