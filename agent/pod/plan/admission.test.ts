// Which pods may begin on a node.

import t from 'tap';
import type { Container, Pod, PodSpec } from '../object/pod.ts';
import { admissionOf, type NodeFacts, type Refusal } from './admission.ts';

const node: NodeFacts = {
  name: 'n1',
  labels: { disk: 'ssd', zone: 'a', cores: '8' },
  taints: [],
  allocatable: { cpu: '2', memory: '1Gi', pods: '3', 'ephemeral-storage': '10Gi' },
  pressures: [],
  memoryTaint: 'example.test/memory-pressure',
  systemLabel: 'example.test/os',
};
const podOf = (requests: object = {}, more: PodSpec = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', resources: { requests } } as Container], ...more },
});
const refusalOf = (...facts: Parameters<typeof admissionOf>): Refusal | undefined => admissionOf(...facts).refusal;
const reason = (pod: Pod, others: readonly Pod[] = [], more: Partial<NodeFacts> = {}): string | undefined =>
  refusalOf(pod, others, { ...node, ...more })?.reason;

t.test('a pod may request exactly the resources that other pods leave', async (t) => {
  const others = [podOf({ cpu: '1500m', memory: '512Mi' })];
  t.equal(reason(podOf({ cpu: '500m', memory: '512Mi' }), others), undefined);
  t.equal(reason(podOf({ cpu: '501m' }), others), 'OutOfcpu');
  t.equal(reason(podOf({ memory: '513Mi' }), others), 'OutOfmemory');
  t.equal(reason(podOf({ 'ephemeral-storage': '11Gi' })), 'OutOfephemeral-storage');
  t.equal(reason(podOf(), [podOf(), podOf(), podOf()]), 'OutOfpods');
  const done = { ...podOf({ cpu: '2' }), status: { phase: 'Succeeded' } };
  t.equal(reason(podOf({ cpu: '2' }), [done]), undefined, 'pods that have ended leave their part');
  t.strictSame(refusalOf(podOf({ cpu: '3' }), others, node), {
    reason: 'OutOfcpu',
    message: "Node didn't have enough resource: cpu, requested: 3000, used: 1500, capacity: 2000",
  });
});

t.test('a pod for another operating system does not begin', async (t) => {
  t.equal(reason(podOf({}, { os: { name: 'linux' } })), undefined);
  t.strictSame(refusalOf(podOf({}, { os: { name: 'windows' } }), [], node), {
    reason: 'PodOSNotSupported',
    message: "Failed to admit pod as the OS field doesn't match node OS",
  });
  const labelled = (system: string): Pod => {
    const pod = podOf();
    return { ...pod, metadata: { ...pod.metadata, labels: { 'example.test/os': system } } };
  };
  t.equal(reason(labelled('linux')), undefined);
  t.equal(reason(labelled('windows')), 'PodOSSelectorNodeLabelDoesNotMatch');
});

t.test('a pod that is meant for other nodes does not begin', async (t) => {
  t.equal(reason(podOf({}, { nodeSelector: { disk: 'ssd' } })), undefined);
  t.equal(reason(podOf({}, { nodeSelector: { disk: 'hdd' } })), 'NodeAffinity');
  const affinity = (key: string, operator: string, values: readonly string[]): PodSpec => ({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key, operator, values }] }],
        },
      },
    },
  });
  const cases: readonly (readonly [string, string, readonly string[], boolean])[] = [
    ['zone', 'In', ['a', 'b'], true],
    ['zone', 'NotIn', ['a'], false],
    ['none', 'NotIn', ['a'], true],
    ['zone', 'Exists', [], true],
    ['none', 'Exists', [], false],
    ['none', 'DoesNotExist', [], true],
    ['cores', 'Gt', ['7'], true],
    ['cores', 'Lt', ['8'], false],
    ['zone', 'Unknown', ['a'], false],
  ];
  for (const [key, operator, values, fits] of cases) {
    t.equal(
      reason(podOf({}, affinity(key, operator, values))),
      fits ? undefined : 'NodeAffinity',
      `${key} ${operator}`,
    );
  }
});

t.test('taints that end pods keep them from beginning, unless they are tolerated', async (t) => {
  const taints = [{ key: 'k', value: 'v', effect: 'NoExecute' }];
  t.equal(reason(podOf(), [], { taints }), 'TaintToleration');
  t.equal(reason(podOf(), [], { taints: [{ key: 'k', effect: 'NoSchedule' }] }), undefined, 'for who places pods');
  t.equal(reason(podOf({}, { tolerations: [{ key: 'k', value: 'v' }] }), [], { taints }), undefined);
  t.equal(reason(podOf({}, { tolerations: [{ key: 'k', value: 'w' }] }), [], { taints }), 'TaintToleration');
  t.equal(reason(podOf({}, { tolerations: [{ operator: 'Exists' }] }), [], { taints }), undefined);
});

t.test('a port of the host is given once for each address and protocol', async (t) => {
  const port = (fields: object): Pod =>
    podOf({}, { containers: [{ name: 'c', ports: [{ containerPort: 80, hostPort: 8080, ...fields }] }] });
  t.equal(reason(port({}), [port({})]), 'NodePorts');
  t.equal(reason(port({ protocol: 'UDP' }), [port({})]), undefined);
  t.equal(reason(port({ hostIP: '127.0.0.1' }), [port({ hostIP: '10.0.0.1' })]), undefined);
  t.equal(reason(port({ hostIP: '127.0.0.1' }), [port({})]), 'NodePorts', 'all addresses are taken');
});

t.test('a node that runs short takes what the cluster needs, and short of memory what asked for some', async (t) => {
  const critical = podOf({}, { priority: 2_000_000_000 });
  const disk = { pressures: ['DiskPressure'] };
  const memory = { pressures: ['MemoryPressure'] };
  t.strictSame(refusalOf(podOf({ cpu: '1' }), [], { ...node, ...disk }), {
    reason: 'Evicted',
    message: 'The node had condition: [DiskPressure]. ',
  });
  t.equal(reason(critical, [], disk), undefined);
  t.equal(reason(podOf(), [], memory), 'Evicted');
  t.equal(reason(podOf({ memory: '1Mi' }), [], memory), undefined);
  const tolerations = [{ key: node.memoryTaint, operator: 'Exists', effect: 'NoSchedule' }];
  t.equal(reason(podOf({}, { tolerations }), [], memory), undefined);
  t.equal(reason(podOf({ memory: '1Mi' }), [], { pressures: ['MemoryPressure', 'PIDPressure'] }), 'Evicted');
});

t.test('kernel parameters are set where they are safe, or allowed, and are of the pod alone', async (t) => {
  const asks = (...names: readonly string[]): PodSpec => ({
    securityContext: { sysctls: names.map((name) => ({ name, value: '1' })) },
  });
  const message = (spec: PodSpec, unsafeSysctls: readonly string[] = []): string | undefined =>
    refusalOf(podOf({}, spec), [], { ...node, unsafeSysctls })?.message;
  t.equal(message(asks('kernel.shm_rmid_forced', 'net.ipv4.tcp_syncookies', 'net/ipv4/tcp_rmem')), undefined);
  t.strictSame(refusalOf(podOf({}, asks('kernel.shm_rmid_forced', 'net.core.somaxconn')), [], node), {
    reason: 'SysctlForbidden',
    message: 'forbidden sysctl: "net.core.somaxconn" not allowlisted',
  });
  t.equal(message(asks('net.core.somaxconn', 'kernel.msgmax'), ['net.core.*', 'kernel.msgmax']), undefined);
  t.match(message(asks('kernel.msgmni'), ['net.*']), /"kernel.msgmni" not allowlisted/);
  t.match(message(asks('kernel.panic'), ['kernel.*']), /not allowlisted/, 'one of the whole node');
  t.match(message({ ...asks('net.ipv4.tcp_rmem'), hostNetwork: true }), /not allowed with host net enabled/);
  t.match(message({ ...asks('kernel.msgmax'), hostIPC: true }, ['kernel.msg*']), /not allowed with host ipc enabled/);
  t.equal(message({ ...asks('kernel.shm_rmid_forced'), hostNetwork: true }), undefined);
});

t.test('a pod that is to be confined, or to have no other groups, does not begin where it would not be', async (t) => {
  const strict: PodSpec = { securityContext: { supplementalGroupsPolicy: 'Strict' } };
  t.strictSame(refusalOf(podOf({}, strict), [], node), {
    reason: 'SupplementalGroupsPolicyNotSupported',
    message: 'SupplementalGroupsPolicy=Strict is not supported in this node',
  });
  t.equal(reason(podOf({}, strict), [], { strictGroups: true }), undefined);
  t.equal(reason(podOf({}, { securityContext: { supplementalGroupsPolicy: 'Merge' } })), undefined);
  const profile = (type: string) => ({ securityContext: { appArmorProfile: { type } } });
  t.strictSame(refusalOf(podOf({}, profile('RuntimeDefault')), [], node), {
    reason: 'AppArmor',
    message: 'Cannot enforce AppArmor: AppArmor is not enabled on the host',
  });
  t.equal(reason(podOf({}, profile('RuntimeDefault')), [], { appArmor: true }), undefined);
  t.equal(reason(podOf({}, profile('Unconfined'))), undefined);
  const own = { containers: [{ name: 'c', ...profile('Localhost') } as Container] };
  t.equal(reason(podOf({}, own)), 'AppArmor');
  t.equal(
    reason(podOf({}, { ...profile('Localhost'), containers: [{ name: 'c', ...profile('Unconfined') }] })),
    undefined,
  );
});
