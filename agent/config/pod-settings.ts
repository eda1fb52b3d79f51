// The settings of running pods. They need `--pods=on`; without it they are refused, like all settings without effect.

import { duration, field, integer, listOf, mapOf, period, type Shape, struct, text, trueOrFalse } from './field.ts';
import { patternFault } from '../host/kernel-parameters.ts';
import { absolutePath, address, bytes } from './setting-shapes.ts';

/** A duration that may be zero, which switches off what it is for. */
const span: Shape<number> = {
  ...duration,
  read: (value, path) => (value === '0s' || value === '0' ? 0 : duration.read(value, path)),
};

const folderOrNone = text((value) => (value === '' || value.startsWith('/') ? undefined : 'must be an absolute path'));
const urlOrNone = text((value) =>
  value === '' || /^https?:\/\/\S+$/.test(value) ? undefined : 'must be an HTTP or HTTPS URL',
);

const shutdownStep = struct({
  priority: field(integer(-2_147_483_648, 2_147_483_647), 0),
  shutdownGracePeriodSeconds: field(integer(0, 86_400), 0),
});

export const podSettings = {
  /** The DNS servers of the cluster. None: pods use those of their host. */
  clusterDNS: field(listOf(address), []),
  clusterDomain: field(text(), ''),
  resolvConf: field(absolutePath, '/etc/resolv.conf'),
  /** Whether containers without a seccomp profile get that of the runtime. */
  seccompDefault: field(trueOrFalse, false),
  /** Kernel parameters that pods may set beyond the safe ones: names, or the beginning of names before `*`. */
  allowedUnsafeSysctls: field(listOf(text(patternFault)), []),
  /** Most processes of a pod; -1: no such limit. */
  podPidsLimit: field(integer(-1, 10_000_000), -1),
  /** Whether CPU limits are enforced. */
  cpuCFSQuota: field(trueOrFalse, true),
  /** Logs of containers: the size at which a file is rotated, and how many files of a run are kept. */
  containerLogMaxSize: field(bytes, '10Mi'),
  containerLogMaxFiles: field(integer(2, 1_000), 5),
  containerLogMonitorInterval: period('10s'),
  /** Usage of the image disk in percent at which the removal of unused images starts, and at which it ends. */
  imageGCHighThresholdPercent: field(integer(0, 100), 85),
  imageGCLowThresholdPercent: field(integer(0, 100), 80),
  /** Minimum age of an image before its removal, and maximum age after its last use; 0: no maximum. */
  imageMinimumGCAge: period('2m0s'),
  imageMaximumGCAge: field(span, '0s'),
  /** Longest grace period in seconds when a soft threshold evicts a pod; 0: the pod's own. */
  evictionMaxPodGracePeriod: field(integer(0, 1_000_000), 0),
  /** How long a shutdown of the host waits for pods, and what of it is kept for critical ones; 0: it does not wait. */
  shutdownGracePeriod: field(span, '0s'),
  shutdownGracePeriodCriticalPods: field(span, '0s'),
  /** In place of both: how long it waits for pods of at least each priority. The others have the time of the lowest one. */
  shutdownGracePeriodByPodPriority: field(listOf(shutdownStep), []),
  /** Pods that run without the API server: a file or folder, and an URL; how often each is looked at. */
  staticPodPath: field(folderOrNone, ''),
  staticPodURL: field(urlOrNone, ''),
  staticPodURLHeader: field(mapOf(listOf(text())), {}),
  fileCheckFrequency: period('20s'),
  httpCheckFrequency: period('20s'),
};
