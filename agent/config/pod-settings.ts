// The settings of how pods run. They count with `--pods=on` only: without, they are refused like others that have no effect.

import { field, integer, listOf, text, trueOrFalse } from './field.ts';
import { absolutePath, address } from './setting-shapes.ts';

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
};
