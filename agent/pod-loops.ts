// The composition of the parts that run pods: sources, workers, probes, and the writers of status and events.

import { readFile } from 'node:fs/promises';
import { ApiClient } from '../shared/client/request/api-client.ts';
import type { Connection } from '../shared/client/connection/connection.ts';
import { Informer } from '../shared/client/watch/informer.ts';
import type { Loop } from '../shared/process/loop/loop.ts';
import type { AgentParts } from './agent-parts.ts';
import type { PodRuntime } from './cri/pod-runtime.ts';
import type { NodeLoops } from './node-loops.ts';
import { type DnsSettings, parseResolver } from './pod/container/dns.ts';
import { ClassCgroups, type NodeAmounts } from './pod/container/class-cgroups.ts';
import { readHostLimits } from './pod/container/host-limits.ts';
import { ImagePuller } from './pod/container/image-puller.ts';
import type { CgroupOptions } from './pod/container/pod-cgroup.ts';
import type { PodHost } from './pod/container/pod-host.ts';
import { MirrorPods } from './pod/source/mirror-pods.ts';
import { objectReader } from './pod/environment/objects.ts';
import type { Service } from './pod/environment/service-variables.ts';
import type { Container, Pod } from './pod/object/pod.ts';
import { amountOf } from './pod/object/resources.ts';
import { hasAppArmor } from './host/app-armor.ts';
import { admissionOf, shutdownRefusal } from './pod/plan/admission.ts';
import { lifecycleEvents } from './pod/seen/lifecycle-events.ts';
import { StatusWriter } from './pod/status/status-writer.ts';
import { tokenSource } from './pod/volume/token-source.ts';
import { nodeShutdown } from './pod-shutdown.ts';
import { staticParts } from './pod-sources.ts';
import { upkeepLoops } from './pod-upkeep.ts';
import { fieldPathOf, Pods } from './pod/worker/pods.ts';
import { profileJudge } from './seccomp/profile.ts';

/** The loops of `--pods=on`. Rejects when a file of the host cannot be read. */
export async function podLoops(
  parts: AgentParts & { readonly podRuntime: PodRuntime },
  connection: Connection,
  node: NodeLoops,
  informer: Informer<Pod>,
): Promise<readonly Loop[]> {
  const { environment, runtime, monitor, metrics, nodeName } = parts;
  const { clock, log } = environment;
  const client = new ApiClient(connection.transport, { clock });
  const services = new Informer<Service>(client.resource({ group: '', version: 'v1', resource: 'services' }), {
    clock,
    log,
  });
  const host = await podHost(parts, client, node, services);
  const podClient = client.resource<Pod>({ group: '', version: 'v1', resource: 'pods' });
  const statuses = new StatusWriter({ pods: podClient, clock, log });
  const statics = staticParts(parts);
  const mirrors = new MirrorPods({
    pods: podClient,
    bound: () => (informer.hasSynced ? informer.list() : undefined),
    statics: () => statics.pods.list(),
    node: () => {
      const uid = node.node()?.metadata.uid;
      return uid === undefined ? undefined : { name: nodeName, uid };
    },
    vendor: parts.environment.vendor,
    clock,
    log,
  });
  const shutdown = nodeShutdown(parts, node, () => pods, statuses);
  const appArmor = hasAppArmor();
  const pods: Pods = new Pods({
    host,
    informer,
    statics: statics.pods,
    mirrorsChanged: () => mirrors.wake(),
    admit: (pod, others, options) => {
      if (shutdown?.isShuttingDown === true) return { refusal: shutdownRefusal };
      const own = node.node();
      const labels = own?.metadata.labels ?? {};
      const taints = own?.spec?.taints ?? [];
      const { allocatable = {}, conditions = [] } = own?.status ?? {};
      const pressures = conditions.filter(({ type, status }) => type.endsWith('Pressure') && status === 'True');
      const facts = {
        name: nodeName,
        labels,
        taints,
        allocatable,
        pressures: pressures.map(({ type }) => type),
        memoryTaint: parts.environment.vendor.fill('node.{label}/memory-pressure'),
        systemLabel: parts.environment.vendor.fill('{label}/os'),
        unsafeSysctls: parts.settings.loaded.configuration.allowedUnsafeSysctls,
        strictGroups: monitor.view().status?.supplementalGroupsPolicy === true,
        appArmor,
      };
      return admissionOf(pod, others, facts, options);
    },
    report: (pod, status, remove) => statuses.set(pod, status, remove),
    observe: (pod) => statuses.seen(pod),
    forget: (uid) => statuses.forget(uid),
    networkFault: () => {
      const network = monitor.view().status?.conditions.find(({ type }) => type === 'NetworkReady');
      return network?.status === false ? `${network.reason} ${network.message}`.trim() : undefined;
    },
    countChanged: () => classes.wake(),
    workers: metrics.gauge({ name: 'kubelet_working_pods', help: 'Pods that have a worker.', stability: 'ALPHA' }),
  });
  const classes = new ClassCgroups({
    cgroup: host.cgroup,
    pods: () => pods.active(),
    amounts: () => amountsFor(parts, node),
    clock,
    log,
  });
  const events = lifecycleEvents({
    runtime,
    podRuntime: parts.podRuntime,
    metrics,
    clock,
    changed: (uids, running) => pods.changed(uids, running),
  });
  return [
    services,
    statuses,
    startingLate(pods, node, services, clock),
    classes,
    events,
    ...statics.loops,
    mirrors,
    ...(shutdown === undefined ? [] : [shutdown]),
    ...upkeepLoops(parts, host, node, pods),
  ];
}

/** Pods begin when the node and its services are known: admission and environment depend on them. */
function startingLate(pods: Pods, node: NodeLoops, services: Informer<Service>, clock: PodHost['clock']): Loop {
  return {
    name: pods.name,
    run: async (signal) => {
      const ready = (): boolean => services.hasSynced && node.node()?.status?.allocatable !== undefined;
      while (!signal.aborted && !ready()) await clock.sleep(100, signal).catch(() => undefined);
      await pods.run(signal);
    },
  };
}

async function podHost(
  parts: AgentParts & { readonly podRuntime: PodRuntime },
  client: ApiClient,
  node: NodeLoops,
  services: Informer<Service>,
): Promise<PodHost> {
  const { settings, environment, facts, runtime, podRuntime, monitor, nodeName } = parts;
  const { vendor, clock, log } = environment;
  const { configuration } = settings.loaded;
  return {
    vendor,
    clock,
    log,
    runtime,
    podRuntime,
    images: new ImagePuller(podRuntime, clock),
    rootDirectory: settings.rootDirectory,
    logFolder: configuration.podLogsDir,
    nodeName,
    limits: await readHostLimits(facts.memoryBytes),
    dns: await dnsSettings(parts),
    seccompDefault: configuration.seccompDefault,
    judge: profileJudge(),
    cgroup: cgroupSource(parts),
    runtimeName: () => monitor.view().version?.runtimeName ?? 'cri',
    hostIps: () =>
      (node.node()?.status?.addresses ?? []).filter(({ type }) => type === 'InternalIP').map(({ address }) => address),
    allocatable: () => node.node()?.status?.allocatable ?? {},
    services: () => services.list(),
    read: objectReader(client, clock),
    token: tokenSource(client, vendor, clock),
    tell: (pod, container, type, reason, message) => tell(node, pod, container, { type, reason, message }),
  };
}

/** The node without what is reserved for the host: nothing while the node is not known. */
function amountsFor({ settings }: AgentParts, node: NodeLoops): NodeAmounts {
  const { systemReserved, agentReserved } = settings.loaded.configuration;
  const capacity = node.node()?.status?.capacity;
  const left = (name: string): number =>
    Math.max(0, amountOf(capacity, name) - amountOf(systemReserved, name) - amountOf(agentReserved, name));
  return {
    milliCpu: Math.floor(left('cpu') * 1000 + 1e-6),
    memory: Math.floor(left('memory')),
  };
}

async function dnsSettings({ settings }: AgentParts): Promise<DnsSettings> {
  const { clusterDNS, clusterDomain, resolvConf } = settings.loaded.configuration;
  const text = await readFile(resolvConf, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new Error(`the resolvConf ${resolvConf} cannot be read: ${error.message}`, { cause: error });
  });
  return { clusterDns: clusterDNS, clusterDomain, host: parseResolver(text) };
}

/** Asks for the driver once: it changes only when runtime and agent restart. Runtimes that do not report it use cgroupfs. */
function cgroupSource({ settings, environment, runtime }: AgentParts): PodHost['cgroup'] {
  const { podPidsLimit, cpuCFSQuota } = settings.loaded.configuration;
  let known: CgroupOptions | undefined;
  return async (signal) => {
    known ??= {
      driver: (await runtime.cgroupDriver(signal)) ?? 'cgroupfs',
      vendor: environment.vendor,
      pidsLimit: podPidsLimit,
      quota: cpuCFSQuota,
    };
    return known;
  };
}

function tell(
  { recorder }: NodeLoops,
  pod: Pod,
  container: Container | undefined,
  occurrence: { readonly type: 'Normal' | 'Warning'; readonly reason: string; readonly message: string },
): void {
  const { name = '', namespace, uid } = pod.metadata;
  const fieldPath = container === undefined ? '' : fieldPathOf(pod, container);
  recorder.record({
    subject: {
      apiVersion: 'v1',
      kind: 'Pod',
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(fieldPath === '' ? {} : { fieldPath }),
    },
    ...occurrence,
  });
}
