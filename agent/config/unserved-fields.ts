// Fields of this configuration format that the agent does not support. A value that would change nothing is accepted, so that
// files of other agents can be used. Any other value is refused, with the reason.

import { isDeepStrictEqual } from 'node:util';
import { parseGoDuration } from '../../shared/object/duration.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { type Content, FieldError, readAll } from './field.ts';

const noPods = 'pods are not started by this agent';
const notYet = 'this is not supported by this agent yet';
const noImages = 'images are neither pulled nor removed by this agent';
const ofUnit = 'the unit of the init system sets it';

/** By reason: the fields with their defaults. Unset and empty values count as the default, and 0 too, except in `countsZero`. */
const unserved: readonly (readonly [reason: string, fields: Readonly<Record<string, unknown>>])[] = [
  [
    noPods,
    {
      allowedUnsafeSysctls: [],
      cgroupDriver: 'cgroupfs',
      cgroupRoot: '',
      cgroupsPerQOS: true,
      clusterDNS: [],
      clusterDomain: '',
      configMapAndSecretChangeDetectionStrategy: 'Watch',
      containerLogMaxFiles: 5,
      containerLogMaxSize: '10Mi',
      containerLogMaxWorkers: 1,
      containerLogMonitorInterval: '10s',
      cpuCFSQuota: true,
      cpuCFSQuotaPeriod: '100ms',
      cpuManagerPolicy: 'none',
      cpuManagerPolicyOptions: {},
      cpuManagerReconcilePeriod: '10s',
      crashLoopBackOff: { maxContainerRestartPeriod: '5m0s' },
      enableControllerAttachDetach: true,
      enforceNodeAllocatable: ['pods'],
      evictionMaxPodGracePeriod: 0,
      fileCheckFrequency: '20s',
      hairpinMode: 'promiscuous-bridge',
      httpCheckFrequency: '20s',
      iptablesDropBit: 15,
      iptablesMasqueradeBit: 14,
      kernelMemcgNotification: false,
      localStorageCapacityIsolation: true,
      makeIPTablesUtilChains: true,
      memoryManagerPolicy: 'None',
      memorySwap: { swapBehavior: 'NoSwap' },
      memoryThrottlingFactor: 0.9,
      podCIDR: '',
      podPidsLimit: -1,
      protectKernelDefaults: false,
      qosReserved: {},
      reservedMemory: [],
      reservedSystemCPUs: '',
      resolvConf: '/etc/resolv.conf',
      runOnce: false,
      seccompDefault: false,
      shutdownGracePeriod: '0s',
      shutdownGracePeriodByPodPriority: [],
      shutdownGracePeriodCriticalPods: '0s',
      singleProcessOOMKill: false,
      staticPodPath: '',
      staticPodURL: '',
      staticPodURLHeader: {},
      syncFrequency: '1m0s',
      topologyManagerPolicy: 'none',
      topologyManagerPolicyOptions: {},
      topologyManagerScope: 'container',
      userNamespaces: { idsPerPod: 65_536 },
      volumePluginDir: '/usr/libexec/{maker}/kubelet-plugins/volume/exec/',
      volumeStatsAggPeriod: '1m0s',
    },
  ],
  [
    noImages,
    {
      imageGCHighThresholdPercent: 85,
      imageGCLowThresholdPercent: 80,
      imageMaximumGCAge: '0s',
      imageMinimumGCAge: '2m0s',
      imagePullCredentialsVerificationPolicy: 'NeverVerifyPreloadedImages',
      imageServiceEndpoint: '',
      maxParallelImagePulls: undefined,
      preloadedImagesVerificationAllowlist: [],
      registryBurst: 10,
      registryPullQPS: 5,
      serializeImagePulls: true,
    },
  ],
  [
    ofUnit,
    {
      kubeletCgroups: '',
      maxOpenFiles: 1_000_000,
      oomScoreAdj: -999,
      systemCgroups: '',
      systemReservedCgroup: '',
      '{short}ReservedCgroup': '',
    },
  ],
  ['control groups of either version will do', { failCgroupV1: false }],
  ['the endpoints are always served', { enableServer: true }],
  ['there is no endpoint without access checks', { readOnlyPort: 0 }],
  [
    'neither profiles nor queries of logs are served',
    { enableContentionProfiling: false, enableSystemLogQuery: false },
  ],
  ['the endpoints have no such switch', { enableDebuggingHandlers: true }],
  ['no metric is hidden', { showHiddenMetricsForVersion: '' }],
  [
    'use --v and --logging-format',
    {
      logging: {
        format: 'text',
        flushFrequency: '5s',
        verbosity: 0,
        options: { text: { splitStream: false }, json: { splitStream: false } },
      },
    },
  ],
  ['there is no tracing', { tracing: {} }],
  [
    'requests are few, and not limited',
    { '{short}APIQPS': 50, '{short}APIBurst': 100, contentType: 'application/vnd.{maker}.protobuf' },
  ],
];

/** Boolean fields that are accepted with either value: this agent does not check for swap and serves no profiles. */
const indifferent: ReadonlySet<string> = new Set(['enableDebugFlagsHandler', 'enableProfilingHandler', 'failSwapOn']);

/** Further values that change nothing: this agent sends JSON, whatever the field says. */
const alsoAccepted: Readonly<Record<string, readonly unknown[]>> = { contentType: ['application/json'] };

/** Fields where 0 or an empty string is a value of its own, and does not mean "not set". */
const countsZero: ReadonlySet<string> = new Set([
  '{short}APIQPS',
  'containerLogMaxFiles',
  'containerLogMaxWorkers',
  'containerLogMonitorInterval',
  'cpuCFSQuotaPeriod',
  'imageGCHighThresholdPercent',
  'imageGCLowThresholdPercent',
  'iptablesDropBit',
  'iptablesMasqueradeBit',
  'maxParallelImagePulls',
  'memoryThrottlingFactor',
  'oomScoreAdj',
  'podPidsLimit',
  'registryPullQPS',
  'resolvConf',
]);

interface Unserved {
  readonly reason: string;
  readonly initial: unknown;
  readonly countsZero: boolean;
}

/** The unsupported fields of the configuration format, under the names of one vendor. */
export class UnservedFields {
  readonly #known: ReadonlyMap<string, Unserved | 'either'>;

  /** `served`: fields of the tables that this run does support. */
  constructor(vendor: Vendor, served: ReadonlySet<string>) {
    const named = ([name, initial]: readonly [string, unknown], reason: string): readonly [string, Unserved] => {
      const value = typeof initial === 'string' ? vendor.fill(initial) : initial;
      return [vendor.fill(name), { reason, initial: value, countsZero: countsZero.has(name) }];
    };
    this.#known = new Map<string, Unserved | 'either'>([
      ...unserved.flatMap(([reason, fields]) =>
        Object.entries(fields)
          .filter(([name]) => !served.has(name))
          .map((entry) => named(entry, reason === noPods && served.size > 0 ? notYet : reason)),
      ),
      ...Array.from(indifferent, (name) => [name, 'either'] as const),
    ]);
  }

  /** The content without these fields. */
  others(content: Content): Content {
    return Object.fromEntries(Object.entries(content).filter(([name]) => !this.#known.has(name)));
  }

  /** Throws FieldError with every unsupported field whose value would have an effect. */
  check(content: Content): void {
    readAll(
      Object.entries(content).map(
        ([name, value]) =>
          () =>
            this.#checkOne(name, value),
      ),
    );
  }

  #checkOne(name: string, value: unknown): void {
    const field = this.#known.get(name);
    if (field === undefined) return;
    if (field === 'either') {
      if (value === null || typeof value === 'boolean') return;
      throw new FieldError(`${name}: must be true or false`);
    }
    if (changesNothing(value, field.initial, field.countsZero)) return;
    if (alsoAccepted[name]?.includes(value) === true) return;
    const neutral = isNought(field.initial) ? 'left out' : JSON.stringify(field.initial);
    throw new FieldError(`${name}: can only be ${neutral}: ${field.reason}`);
  }
}

function changesNothing(value: unknown, initial: unknown, zeroCounts: boolean): boolean {
  if (value === null || value === undefined || isDeepStrictEqual(value, initial)) return true;
  if (isNought(value)) return !zeroCounts;
  if (typeof value === 'string' && typeof initial === 'string') return isSameDuration(value, initial);
  if (!isGroup(value) || !isGroup(initial)) return false;
  return Object.entries(value).every(([name, one]) => changesNothing(one, initial[name], false));
}

function isSameDuration(one: string, other: string): boolean {
  const milliseconds = parseGoDuration(one);
  return milliseconds !== undefined && milliseconds === parseGoDuration(other);
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values that programs write for "not set". */
function isNought(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'object') return Object.values(value).every(isNought);
  return value === 0 || value === '' || value === '0' || value === '0s';
}
