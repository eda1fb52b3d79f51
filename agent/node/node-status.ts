// The whole node status from what is known at one moment (requirements NSTAT). Pure: gathering is `status-reporter.ts`, sending
// the difference `status-patch.ts`.

import type { Image, RuntimeHandler, RuntimeVersion } from '../cri/runtime.ts';
import type { Pressure } from '../host/eviction-threshold.ts';
import type { HostFacts } from '../host/host-facts.ts';
import type { ContainerImage, NodeAddress, NodeStatus, NodeSystemInfo } from './node.ts';
import { nextConditions, type RuntimeHealth } from './node-conditions.ts';
import { type NodeResources, nodeResources, type ResourceSettings } from './node-resources.ts';

export interface NodeStatusInput {
  /** The status as the server has it; empty for a node not registered yet. */
  readonly before: NodeStatus;
  readonly facts: HostFacts;
  /** Size of the file system that holds the agent's root directory, in bytes. */
  readonly diskBytes: number;
  readonly resources: ResourceSettings;
  /** By extended resource. */
  readonly devices: NodeResources;
  readonly pressures: ReadonlySet<Pressure>;
  readonly runtime: RuntimeHealth;
  /** Why the node is not ready beside what is measured. Default: nothing. */
  readonly faults?: readonly string[];
  /** Undefined until the runtime answered once. */
  readonly runtimeVersion: RuntimeVersion | undefined;
  readonly runtimeHandlers: readonly RuntimeHandler[];
  readonly supplementalGroupsPolicy: boolean | undefined;
  readonly images: readonly Image[];
  /** Most images listed; -1: all. */
  readonly maximumImages: number;
  readonly addresses: readonly NodeAddress[];
  readonly reportsNetwork: boolean;
  readonly port: number;
  /** `v1.34.0`: the version of the agent's interface. */
  readonly agentVersion: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const namesPerImage = 5;
/** Before-release and build of a semantic version. */
const semanticRest = /^(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?\s*$/;

export function nextNodeStatus(input: NodeStatusInput): NodeStatus {
  const { facts } = input;
  const { capacity, allocatable } = nodeResources(facts, input.diskBytes, input.resources);
  const foreign = foreignResources(input.before.capacity ?? {}, capacity);
  const missingCapacity = [
    ...(facts.cpuCores > 0 ? [] : ['cpu']),
    ...(facts.memoryBytes > 0 ? [] : ['memory']),
    ...(input.diskBytes > 0 ? [] : ['ephemeral-storage']),
  ];
  return {
    ...input.before,
    // Extended resources of other writers have no reservation: all of the capacity is allocatable.
    capacity: { ...foreign, ...input.devices.capacity, ...capacity },
    allocatable: { ...foreign, ...input.devices.allocatable, ...allocatable },
    conditions: nextConditions({
      before: input.before.conditions ?? [],
      pressures: input.pressures,
      runtime: input.runtime,
      faults: input.faults ?? [],
      missingCapacity,
      reportsNetwork: input.reportsNetwork,
      now: input.now,
    }),
    addresses: input.addresses,
    daemonEndpoints: { kubeletEndpoint: { Port: input.port } },
    nodeInfo: systemInfo(input),
    images: listedImages(input.images, input.maximumImages),
    ...(input.runtimeHandlers.length === 0
      ? {}
      : {
          runtimeHandlers: input.runtimeHandlers.map(({ name, recursiveReadOnlyMounts, userNamespaces }) => ({
            name,
            features: { recursiveReadOnlyMounts, userNamespaces },
          })),
        }),
    ...(input.supplementalGroupsPolicy === undefined
      ? {}
      : { features: { supplementalGroupsPolicy: input.supplementalGroupsPolicy } }),
  };
}

/** Extended resources of other writers. Huge pages belong to the host: sizes that it no longer has are left out. */
function foreignResources(
  before: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isForeign = (name: string): boolean => !Object.hasOwn(own, name) && !name.startsWith('hugepages-');
  return Object.fromEntries(Object.entries(before).filter(([name]) => isForeign(name)));
}

function systemInfo({ facts, runtimeVersion, agentVersion }: NodeStatusInput): NodeSystemInfo {
  return {
    machineID: facts.machineId,
    systemUUID: facts.systemUuid,
    bootID: facts.bootId,
    kernelVersion: facts.kernelVersion,
    osImage: facts.osImage,
    containerRuntimeVersion:
      runtimeVersion === undefined
        ? ''
        : `${runtimeVersion.runtimeName}://${plainVersion(runtimeVersion.runtimeVersion)}`,
    kubeletVersion: agentVersion,
    kubeProxyVersion: '',
    operatingSystem: 'linux',
    architecture: facts.architecture,
    ...(facts.swapBytes > 0 ? { swap: { capacity: facts.swapBytes } } : {}),
  };
}

/**
 * Runtimes say `v2.1.4`, distributions `1.6.20~ds1` or `20.10.07`; shown are the numbers alone, without leading zeros, unless
 * the whole is a semantic version with what those may have behind them. What is no version stays as it is.
 */
function plainVersion(text: string): string {
  const [, numbers = '', rest = ''] = /^\s*v?(\d+(?:\.\d+)+)(.*)$/.exec(text) ?? [];
  if (numbers === '') return text;
  const isSemantic = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(numbers) && semanticRest.test(rest);
  return isSemantic ? `${numbers}${rest.trimEnd()}` : numbers.replace(/(?<=\.)0+(?=\d)/g, '');
}

/** The largest images first, each with its digests, then its tags; equal sizes from the last of their ids on, as other agents list them. */
function listedImages(images: readonly Image[], maximum: number): readonly ContainerImage[] {
  const sorted = [...images].sort((a, b) => b.sizeBytes - a.sizeBytes || (a.id > b.id ? -1 : 1));
  return (maximum < 0 ? sorted : sorted.slice(0, maximum)).map(({ digests, tags, sizeBytes }) => ({
    names: [...digests, ...tags].slice(0, namesPerImage),
    sizeBytes,
  }));
}
