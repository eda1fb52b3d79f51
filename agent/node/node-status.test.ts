import t from 'tap';
import {
  defaultThresholds,
  nextCrossedSince,
  parseThresholds,
  pressuresHeld,
  pressuresOf,
} from '../host/eviction-threshold.ts';
import type { NodeCondition, NodeStatus } from './node.ts';
import type { HostMetrics } from '../host/host-metrics.ts';
import { nextNodeStatus, type NodeStatusInput } from './node-status.ts';
import { sampleHostMetrics, sampleInput } from '../../fixtures/agent/host.fixture.ts';

const condition = (status: NodeStatus, type: string): NodeCondition | undefined =>
  status.conditions?.find((one) => one.type === type);
const statusOf = (changes: Partial<NodeStatusInput> = {}): NodeStatus => nextNodeStatus({ ...sampleInput, ...changes });

t.test('capacity is what the host has, allocatable what reservations leave (NSTAT-011, NSTAT-012)', async (t) => {
  const resources = {
    ...sampleInput.resources,
    systemReserved: { cpu: '500m', memory: '1Gi' },
    agentReserved: { cpu: '100m', 'ephemeral-storage': '1Gi' },
  };
  const { capacity, allocatable } = statusOf({ resources });
  t.strictSame(capacity, { cpu: '4', 'ephemeral-storage': '100Gi', 'hugepages-2Mi': '0', memory: '8Gi', pods: '110' });
  t.strictSame(allocatable, {
    cpu: '3400m',
    'ephemeral-storage': String(89 * 1024 ** 3),
    'hugepages-2Mi': '0',
    memory: '7068Mi',
    pods: '110',
  });
});

t.test('devices of plug-ins count beside what the host has, and never in its place (MISC-005)', async (t) => {
  const { capacity, allocatable } = statusOf({
    before: { capacity: { 'example.com/gpu': '9', 'example.com/dongle': '4' } },
    devices: {
      capacity: { 'example.com/gpu': '2', cpu: '1000' },
      allocatable: { 'example.com/gpu': '1', cpu: '1000' },
    },
  });
  t.match(capacity, { 'example.com/gpu': '2', 'example.com/dongle': '4', cpu: '4' });
  t.match(allocatable, { 'example.com/gpu': '1', 'example.com/dongle': '4', cpu: '4' });
});

t.test('allocatable never is below zero nor above capacity (NSTAT-036)', async (t) => {
  const { allocatable } = statusOf({ resources: { ...sampleInput.resources, systemReserved: { memory: '1Ti' } } });
  t.equal(allocatable?.['memory'], '0');
  t.match(statusOf({ resources: { ...sampleInput.resources, podsPerCore: 10 } }).capacity, { pods: '40' });
});

t.test('a healthy node is ready and under no pressure, with all six fields (NSTAT-009, NSTAT-018)', async (t) => {
  const status = statusOf();
  t.strictSame(
    status.conditions?.map(({ type, status }) => `${type}=${status}`),
    ['NetworkUnavailable=False', 'MemoryPressure=False', 'DiskPressure=False', 'PIDPressure=False', 'Ready=True'],
  );
  t.strictSame(condition(status, 'Ready'), {
    type: 'Ready',
    status: 'True',
    lastHeartbeatTime: '2026-01-01T00:00:00Z',
    lastTransitionTime: '2026-01-01T00:00:00Z',
    reason: 'KubeletReady',
    message: 'kubelet is posting ready status',
  });
});

t.test(
  'the heartbeat time moves with each report, the transition time only with the status (NSTAT-035U)',
  async (t) => {
    const before = statusOf();
    const later = statusOf({ before, now: sampleInput.now + 60_000, pressures: new Set(['DiskPressure'] as const) });
    t.match(condition(later, 'Ready'), {
      lastHeartbeatTime: '2026-01-01T00:01:00Z',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    });
    t.match(condition(later, 'DiskPressure'), {
      status: 'True',
      reason: 'KubeletHasDiskPressure',
      message: 'kubelet has disk pressure',
      lastTransitionTime: '2026-01-01T00:01:00Z',
    });
  },
);

const unready = [
  { runtime: { state: 'unknown' }, message: 'container runtime status check may not have completed yet' },
  { runtime: { state: 'down' }, message: 'container runtime is down' },
  {
    runtime: {
      state: 'answers',
      conditions: [
        { type: 'RuntimeReady', status: false, reason: 'Broken', message: 'no shim' },
        { type: 'NetworkReady', status: false, reason: 'NetworkPluginNotReady', message: 'no config' },
      ],
    },
    message:
      '[container runtime not ready: RuntimeReady=false reason:Broken message:no shim, ' +
      'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:no config]',
  },
] as const;
for (const { runtime, message } of unready) {
  t.test(`a node is not ready while: ${message} (NSTAT-019)`, async (t) => {
    t.match(condition(statusOf({ runtime }), 'Ready'), { status: 'False', reason: 'KubeletNotReady', message });
  });
}

t.test('a network that the runtime calls broken is unavailable, where the agent reports it (NSTAT-024)', async (t) => {
  const status = statusOf({ runtime: unready[2].runtime });
  t.match(condition(status, 'NetworkUnavailable'), { status: 'True', reason: 'NetworkPluginNotReady' });
  t.equal(condition(statusOf({ reportsNetwork: false }), 'NetworkUnavailable'), undefined);
});

t.test('conditions, resources and fields that others wrote stay as they are', async (t) => {
  const foreign: NodeCondition = { type: 'example.test/Fan', status: 'True', reason: 'Spins' };
  const before: NodeStatus = {
    conditions: [foreign],
    capacity: { 'example.test/gpu': '2' },
    volumesInUse: ['v'],
  };
  const status = statusOf({ before });
  t.strictSame(status.conditions?.[0], foreign);
  t.match(status, { capacity: { 'example.test/gpu': '2', cpu: '4' }, volumesInUse: ['v'] });
});

t.test('extended resources of other writers are allocatable until they are removed', async (t) => {
  const before: NodeStatus = {
    capacity: { 'example.test/gpu': '4', 'hugepages-1Gi': '2' },
    allocatable: { 'example.test/gone': '1', 'hugepages-1Gi': '2' },
  };
  const { capacity, allocatable } = statusOf({ before });
  t.match(capacity, { 'example.test/gpu': '4' });
  t.match(allocatable, { 'example.test/gpu': '4' });
  t.notOk(Object.hasOwn(allocatable ?? {}, 'example.test/gone'), 'what is no longer there is not offered');
  t.notOk(Object.hasOwn({ ...capacity, ...allocatable }, 'hugepages-1Gi'), 'nor pages of a size that the host has not');
});

t.test('node information names the system, the runtime and the agent (NSTAT-013 to NSTAT-017U)', async (t) => {
  t.match(statusOf(), {
    nodeInfo: {
      kernelVersion: '6.1.0',
      osImage: 'Example Linux 1',
      operatingSystem: 'linux',
      architecture: 'amd64',
      containerRuntimeVersion: 'containerd://2.1.4',
      kubeletVersion: 'v1.34.0',
      kubeProxyVersion: '',
    },
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    runtimeHandlers: [{ name: '', features: { recursiveReadOnlyMounts: true, userNamespaces: false } }],
    features: { supplementalGroupsPolicy: true },
  });
});

for (const [told, shown] of [
  ['v2.1.4', '2.1.4'],
  ['1.6.20~ds1', '1.6.20'],
  ['20.10.07', '20.10.7'],
  ['1.00.030-x', '1.0.30'],
  ['v1.7.0-rc.1+build.5', '1.7.0-rc.1+build.5'],
  ['1.2', '1.2'],
  ['devel', 'devel'],
] as const) {
  t.test(`the version ${told} of a runtime is shown as ${shown}`, async (t) => {
    const runtimeVersion = { runtimeName: 'containerd', runtimeVersion: told, runtimeApiVersion: 'v1' };
    t.equal(statusOf({ runtimeVersion }).nodeInfo?.containerRuntimeVersion, `containerd://${shown}`);
  });
}

t.test('images are listed largest first, digests before tags, and not more than allowed', async (t) => {
  const image = (id: string, sizeBytes: number) => ({
    id,
    sizeBytes,
    tags: [`${id}:1`],
    digests: [`${id}@sha256:0`],
    pinned: false,
  });
  const images = [image('small', 1), image('b', 5), image('a', 5), image('big', 9)];
  const { images: listed } = statusOf({ images, maximumImages: 3 });
  t.strictSame(
    listed?.map(({ names }) => names),
    [
      ['big@sha256:0', 'big:1'],
      ['b@sha256:0', 'b:1'],
      ['a@sha256:0', 'a:1'],
    ],
  );
  t.equal(statusOf({ images, maximumImages: -1 }).images?.length, 4);
});

const low = [
  { name: 'memory', figures: { memory: { total: 1e9, available: 1e6 } }, pressure: 'MemoryPressure' },
  { name: 'disk', figures: { nodeDisk: { total: 1000, available: 99 } }, pressure: 'DiskPressure' },
  { name: 'inodes', figures: { nodeInodes: { total: 1000, available: 49 } }, pressure: 'DiskPressure' },
  { name: 'image disk', figures: { imageDisk: { total: 1000, available: 149 } }, pressure: 'DiskPressure' },
  { name: 'container inodes', figures: { containerInodes: { total: 1000, available: 99 } }, pressure: 'DiskPressure' },
  { name: 'process ids', figures: { pids: { total: 1000, available: 49 } }, pressure: 'PIDPressure' },
] as const;
for (const { name, figures, pressure } of low) {
  t.test(`low ${name} makes ${pressure} (NSTAT-021, NSTAT-022, NSTAT-023)`, async (t) => {
    const thresholds = parseThresholds({ ...defaultThresholds, 'containerfs.inodesFree': '100' });
    const watched = thresholds.map((threshold) => ({ threshold, gracePeriod: 0 }));
    const crossed = (now: HostMetrics) => [...pressuresOf(nextCrossedSince(new Map(), watched, now, 0), 0)];
    t.strictSame(crossed({ ...sampleHostMetrics, ...figures }), [pressure]);
    t.strictSame(crossed(sampleHostMetrics), []);
  });
}

t.test('a pressure holds until the transition period has passed without it', async (t) => {
  const none = new Set<never>();
  const seen = pressuresHeld(new Map(), new Set(['DiskPressure'] as const), 1_000, 300_000);
  t.ok(pressuresHeld(seen, none, 300_999, 300_000).has('DiskPressure'));
  t.notOk(pressuresHeld(seen, none, 301_000, 300_000).has('DiskPressure'));
});

t.test('an unknown signal and a value that is no amount are refused by name', async (t) => {
  t.throws(() => parseThresholds({ 'cpu.available': '1' }), /unknown eviction signal "cpu.available"/);
  t.throws(() => parseThresholds({ 'memory.available': '120%' }), /memory.available: "120%"/);
});
