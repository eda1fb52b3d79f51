// What the parts that run pods share: the paths of this host, the clients that they use, and how they write events.

import { join } from 'node:path';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import type { Runtime } from '../../cri/runtime.ts';
import type { ProfileJudge } from '../../seccomp/profile.ts';
import type { ReadObject } from '../environment/objects.ts';
import type { Service } from '../environment/service-variables.ts';
import type { Container, Pod, Quantities } from '../object/pod.ts';
import type { TokenSource } from '../volume/token-source.ts';
import type { HostLimits } from './container-resources.ts';
import type { DnsSettings } from './dns.ts';
import type { ImagePuller } from './image-puller.ts';
import type { CgroupOptions } from './pod-cgroup.ts';

export interface PodHost {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly runtime: Runtime;
  readonly podRuntime: PodRuntime;
  readonly images: ImagePuller;
  readonly rootDirectory: string;
  /** Of the logs of all pods. */
  readonly logFolder: string;
  readonly nodeName: string;
  readonly limits: HostLimits;
  readonly dns: DnsSettings;
  readonly seccompDefault: boolean;
  readonly judge: ProfileJudge;
  /** Rejects while the runtime has not reported its cgroup driver. */
  readonly cgroup: (signal: AbortSignal) => Promise<CgroupOptions>;
  /** The prefix of container ids in the status of pods. */
  runtimeName(): string;
  hostIps(): readonly string[];
  allocatable(): Quantities;
  services(): readonly Service[];
  readonly read: ReadObject;
  /** A token for the service account of a pod. */
  readonly token: TokenSource;
  /** Writes an event about a pod, or one of its containers. */
  tell(pod: Pod, container: Container | undefined, type: 'Normal' | 'Warning', reason: string, message: string): void;
}

export function podFolder({ rootDirectory }: Pick<PodHost, 'rootDirectory'>, uid: string): string {
  return join(rootDirectory, 'pods', uid);
}

export function podLogFolder({ logFolder }: Pick<PodHost, 'logFolder'>, { metadata }: Pod): string {
  return join(logFolder, `${metadata.namespace}_${metadata.name}_${metadata.uid}`);
}
