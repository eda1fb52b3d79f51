// The settings of how pods run. They count with `--pods=on` only: without, they are refused like others that have no effect.

import { duration, field, integer, listOf, mapOf, period, type Shape, text, trueOrFalse } from './field.ts';
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

export const podSettings = {
  /** Where pods find the names of the cluster. None: they find those of their host. */
  clusterDNS: field(listOf(address), []),
  clusterDomain: field(text(), ''),
  resolvConf: field(absolutePath, '/etc/resolv.conf'),
  /** Whether containers without a seccomp profile have that of the runtime. */
  seccompDefault: field(trueOrFalse, false),
  /** Most processes of a pod; -1: no such limit. */
  podPidsLimit: field(integer(-1, 10_000_000), -1),
  /** Whether limits of processor time are kept. */
  cpuCFSQuota: field(trueOrFalse, true),
  /** Logs of containers: when a file is replaced, and how many files of a run are kept. */
  containerLogMaxSize: field(bytes, '10Mi'),
  containerLogMaxFiles: field(integer(2, 1_000), 5),
  containerLogMonitorInterval: period('10s'),
  /** Percent of the disk of images at which unused ones are removed, and at which that ends. */
  imageGCHighThresholdPercent: field(integer(0, 100), 85),
  imageGCLowThresholdPercent: field(integer(0, 100), 80),
  /** How long an image stays at least; and at most after its last use, 0: for ever. */
  imageMinimumGCAge: period('2m0s'),
  imageMaximumGCAge: field(span, '0s'),
  /** Seconds that a pod has at most when a soft threshold ends it; 0: as many as its own. */
  evictionMaxPodGracePeriod: field(integer(0, 1_000_000), 0),
  /** Pods that run without the API server: a file or folder, and an URL; how often each is looked at. */
  staticPodPath: field(folderOrNone, ''),
  staticPodURL: field(urlOrNone, ''),
  staticPodURLHeader: field(mapOf(listOf(text())), {}),
  fileCheckFrequency: period('20s'),
  httpCheckFrequency: period('20s'),
};
