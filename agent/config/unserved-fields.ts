// Fields that configurations of this interface have and this agent does not honour: with the value that changes nothing they
// are taken, so that a file of another agent can be used; with any other they are refused with the reason.

import { isDeepStrictEqual } from 'node:util';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { type Content, FieldError } from './field.ts';

const noPods = 'pods are not started by this agent';
const noImages = 'images are neither pulled nor removed by this agent';
const ofUnit = 'the unit of the init system sets it';

/** By reason: the fields with their defaults. What is not set, empty or nought is the default too. */
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
      containerLogMaxFiles: 5,
      containerLogMaxSize: '10Mi',
      containerLogMaxWorkers: 1,
      containerLogMonitorInterval: '10s',
      cpuCFSQuota: true,
      cpuCFSQuotaPeriod: '100ms',
      cpuManagerPolicy: 'none',
      cpuManagerPolicyOptions: {},
      cpuManagerReconcilePeriod: '10s',
      crashLoopBackOff: {},
      enableControllerAttachDetach: true,
      enforceNodeAllocatable: ['pods'],
      failSwapOn: true,
      fileCheckFrequency: '20s',
      hairpinMode: 'promiscuous-bridge',
      httpCheckFrequency: '20s',
      localStorageCapacityIsolation: true,
      memoryManagerPolicy: 'None',
      memorySwap: {},
      memoryThrottlingFactor: 0.9,
      podCIDR: '',
      podPidsLimit: -1,
      reservedMemory: [],
      reservedSystemCPUs: '',
      resolvConf: '/etc/resolv.conf',
      seccompDefault: false,
      shutdownGracePeriod: '0s',
      shutdownGracePeriodByPodPriority: [],
      shutdownGracePeriodCriticalPods: '0s',
      staticPodPath: '',
      staticPodURL: '',
      staticPodURLHeader: {},
      syncFrequency: '1m0s',
      topologyManagerPolicy: 'none',
      topologyManagerPolicyOptions: {},
      topologyManagerScope: 'container',
      volumePluginDir: '',
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
      imageServiceEndpoint: '',
      maxParallelImagePulls: 0,
      registryBurst: 10,
      registryPullQPS: 5,
      serializeImagePulls: true,
    },
  ],
  [ofUnit, { maxOpenFiles: 1_000_000, oomScoreAdj: -999, systemCgroups: '', kubeletCgroups: '' }],
  ['there is no endpoint without access checks', { readOnlyPort: 0 }],
  ['streams into containers are not served', { streamingConnectionIdleTimeout: '4h0m0s' }],
  ['profiles and the logs of the host are not served', { enableSystemLogHandler: true, enableSystemLogQuery: false }],
  ['the endpoints have no such switch', { enableDebuggingHandlers: true, enableProfilingHandler: true }],
  ['use --v and --logging-format', { logging: {} }],
  ['there is no tracing', { tracing: {} }],
  ['requests are few, and not limited', { '{short}APIQPS': 50, '{short}APIBurst': 100, contentType: '' }],
];

/** The content without these fields. Throws FieldError for one with a value that would change something. */
export function servedFields(content: Content, vendor: Vendor): Content {
  const known = new Map(
    unserved.flatMap(([reason, fields]) =>
      Object.entries(fields).map(([name, initial]) => [vendor.fill(name), { reason, initial }] as const),
    ),
  );
  const entries = Object.entries(content).filter(([name, value]) => {
    const field = known.get(name);
    if (field === undefined) return true;
    if (isNought(value) || isDeepStrictEqual(value, field.initial)) return false;
    const neutral = isNought(field.initial) ? 'left out' : JSON.stringify(field.initial);
    throw new FieldError(`${name}: can only be ${neutral}: ${field.reason}`);
  });
  return Object.fromEntries(entries);
}

/** What writers of configurations put for "not set". */
function isNought(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'object') return Object.values(value).every(isNought);
  return value === 0 || value === '' || value === '0' || value === '0s';
}
