// The CRI configuration of one container: program, environment, mounts, security context and resources.

import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { criLabels, criNotes } from '../../../shared/vendor/cri-labels.ts';
import { profileTypes, propagations } from '../../cri/pod-messages.ts';
import type { ContainerConfig, ImageDetails } from '../../cri/pod-runtime.ts';
import { usableProfile } from '../../seccomp/profile-file.ts';
import { seccompProfileOf } from '../../seccomp/security-profile.ts';
import { ConfigRefused, environmentOf } from '../environment/environment.ts';
import { expanded, missingVariable } from '../environment/expansion.ts';
import { serviceVariables } from '../environment/service-variables.ts';
import type { Container, Pod } from '../object/pod.ts';
import { hashOf } from '../seen/seen-pod.ts';
import { mountSubPath } from '../volume/sub-path.ts';
import type { VolumePath, VolumePaths } from '../volume/volumes.ts';
import { containerResources } from './container-resources.ts';
import { hostNetworkHostsFile, hostsFile, namesOf } from './hosts-file.ts';
import { podFolder, type PodHost } from './pod-host.ts';
import { podLabels } from './sandbox-config.ts';
import { type SecurityProfile, securityContext } from './security-context.ts';

/** Where a container leaves its last words, unless it says otherwise: manifests of static pods have no defaults. */
const messagePath = '/dev/termination-log';

export interface ContainerFacts {
  readonly pod: Pod;
  readonly container: Container;
  readonly restartCount: number;
  readonly image: ImageDetails;
  readonly podIps: readonly string[];
  readonly volumes: VolumePaths;
  /** The id of the container whose processes an ephemeral container sees. */
  readonly target: string | undefined;
}

type Mount = NonNullable<ContainerConfig['mounts']>[number];

/** Rejects with ConfigRefused (a referenced object is missing) or SeccompRefused (the container cannot be created). */
export async function containerConfig(
  host: PodHost,
  facts: ContainerFacts,
  signal: AbortSignal,
): Promise<ContainerConfig> {
  const { pod, container, restartCount, image, target } = facts;
  const environment = await environmentOf(
    {
      pod,
      podIps: facts.podIps,
      hostIps: host.hostIps(),
      nodeName: host.nodeName,
      allocatable: host.allocatable(),
      services: serviceVariables(
        host.services(),
        pod.metadata.namespace ?? 'default',
        host.vendor.fill('{maker}'),
        pod.spec?.enableServiceLinks !== false,
      ),
      read: host.read,
    },
    container,
    signal,
  );
  const seccomp = await seccompOf(host, pod, container);
  const security = securityContext(pod, container, image, seccomp, target);
  const { quota } = await host.cgroup(signal);
  return {
    metadata: { name: container.name, attempt: restartCount },
    image: { image: image.id, userSpecifiedImage: container.image ?? '' },
    command: (container.command ?? []).map((text) => expanded(text, environment)),
    args: (container.args ?? []).map((text) => expanded(text, environment)),
    workingDir: container.workingDir ?? '',
    envs: [...environment].map(([key, value]) => ({ key, value: Buffer.from(value) })),
    mounts: await mountsOf(host, facts, environment),
    labels: new Map([
      ...podLabels({ ...pod, metadata: { ...pod.metadata, labels: {} } }),
      [criLabels.containerName, container.name],
    ]),
    annotations: notesOf(pod, container, restartCount),
    logPath: `${container.name}/${restartCount}.log`,
    stdin: container.stdin === true,
    stdinOnce: container.stdinOnce === true,
    tty: container.tty === true,
    linux: { resources: containerResources(pod, container, host.limits, quota), securityContext: security },
  };
}

function notesOf(pod: Pod, container: Container, restartCount: number): ReadonlyMap<string, string> {
  const { deletionGracePeriodSeconds: deletion } = pod.metadata;
  const { terminationGracePeriodSeconds: grace } = pod.spec ?? {};
  const { terminationMessagePath = messagePath, terminationMessagePolicy = 'File', lifecycle, ports = [] } = container;
  return new Map([
    [criNotes.hash, hashOf(container)],
    [criNotes.restartCount, String(restartCount)],
    [criNotes.terminationMessagePath, terminationMessagePath],
    [criNotes.terminationMessagePolicy, terminationMessagePolicy],
    ...(deletion === undefined ? [] : [[criNotes.podDeletionGracePeriod, String(deletion)] as const]),
    ...(grace === undefined ? [] : [[criNotes.podTerminationGracePeriod, String(grace)] as const]),
    ...(lifecycle?.preStop === undefined
      ? []
      : [[criNotes.preStopHandler, JSON.stringify(lifecycle.preStop)] as const]),
    ...(ports.length === 0 ? [] : [[criNotes.ports, JSON.stringify(ports)] as const]),
  ]);
}

async function seccompOf(host: PodHost, pod: Pod, container: Container): Promise<SecurityProfile> {
  const profile = seccompProfileOf(
    { annotations: pod.metadata.annotations ?? {}, profile: pod.spec?.securityContext?.seccompProfile },
    { name: container.name, profile: container.securityContext?.seccompProfile },
    host.vendor,
    host.seccompDefault,
  );
  const profileType = profileTypes[profile.type];
  if (profile.type !== 'Localhost') return { profileType, localhostRef: '' };
  const folder = join(host.rootDirectory, 'seccomp');
  return { profileType, localhostRef: await usableProfile(folder, profile.name, host.judge) };
}

async function mountsOf(
  host: PodHost,
  { pod, container, podIps, volumes }: ContainerFacts,
  environment: ReadonlyMap<string, string>,
): Promise<readonly Mount[]> {
  const mounts: Mount[] = [];
  for (const [at, mount] of (container.volumeMounts ?? []).entries()) {
    const volume = volumes.get(mount.name);
    if (volume === undefined) {
      throw new ConfigRefused(`cannot find volume "${mount.name}" to mount into container "${container.name}"`);
    }
    const subPath =
      mount.subPathExpr === undefined ? (mount.subPath ?? '') : expandedWhole(mount.subPathExpr, environment);
    const target = join(
      podFolder(host, pod.metadata.uid ?? ''),
      'volume-subpaths',
      mount.name,
      container.name,
      String(at),
    );
    const hostPath = await hostPathOf(volume, subPath, target).catch((error: unknown) => {
      const place = `volumeMount "${mount.name}" of container "${container.name}"`;
      // The reason stays here: what it says of the volume is for the administrator of the node.
      host.log.warn('the path inside a volume cannot be used', { pod: pod.metadata.name, place, error: String(error) });
      throw new ConfigRefused(`failed to prepare subPath for ${place}`, { cause: error });
    });
    mounts.push({
      containerPath: mount.mountPath.startsWith('/') ? mount.mountPath : `/${mount.mountPath}`,
      hostPath,
      readonly: mount.readOnly === true || volume.readonly,
      propagation: propagations[(mount.mountPropagation ?? 'None') as keyof typeof propagations] ?? propagations.None,
    });
  }
  const paths = new Set(mounts.map(({ containerPath }) => containerPath));
  if (!paths.has('/etc/hosts') && (podIps.length > 0 || pod.spec?.hostNetwork === true)) {
    mounts.push(await hostsMount(host, pod, podIps));
  }
  const last = container.terminationMessagePath ?? messagePath;
  if (last !== '') mounts.push({ containerPath: last, hostPath: await terminationFile(host, pod, container) });
  return mounts;
}

/** Throws ConfigRefused for a path with an undefined variable: it would be another path. */
function expandedWhole(text: string, environment: ReadonlyMap<string, string>): string {
  const missing = missingVariable(text, environment);
  if (missing !== undefined) throw new ConfigRefused(`missing value for ${missing}`);
  return expanded(text, environment);
}

/** A path inside a volume is first mounted at a place of its own: the contents of the volume may change at any moment. */
async function hostPathOf(volume: VolumePath, subPath: string, target: string): Promise<string> {
  if (subPath === '') return volume.path;
  await mountSubPath(volume.path, subPath, target);
  return target;
}

async function hostsMount(host: PodHost, pod: Pod, podIps: readonly string[]): Promise<Mount> {
  const folder = podFolder(host, pod.metadata.uid ?? '');
  const path = join(folder, 'etc-hosts');
  const aliases = pod.spec?.hostAliases ?? [];
  const content =
    pod.spec?.hostNetwork === true
      ? hostNetworkHostsFile(await readFile('/etc/hosts', 'utf8').catch(() => ''), aliases, host.vendor)
      : hostsFile(podIps, namesOf(pod, host.dns.clusterDomain), aliases, host.vendor);
  await writeFile(path, content, { mode: 0o644 });
  return {
    containerPath: '/etc/hosts',
    hostPath: path,
    readonly: false,
  };
}

/** Each run has its own file for the termination message. */
async function terminationFile(host: PodHost, pod: Pod, container: Container): Promise<string> {
  const folder = join(podFolder(host, pod.metadata.uid ?? ''), 'containers', container.name);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const path = join(folder, randomBytes(4).toString('hex'));
  await writeFile(path, '');
  await chmod(path, 0o666);
  return path;
}
