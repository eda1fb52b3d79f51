// The CRI security context of a container (user and privileges), from its own settings and those of its pod. Pure.

import { groupPolicies, namespaceModes, profileTypes } from '../../cri/pod-messages.ts';
import type { ContainerConfig, ImageDetails, SandboxConfig } from '../../cri/pod-runtime.ts';
import { ConfigRefused } from '../environment/environment.ts';
import type { Container, ContainerSecurity, Pod, ProfileField } from '../object/pod.ts';

type SecurityContext = NonNullable<NonNullable<ContainerConfig['linux']>['securityContext']>;
type SandboxSecurity = NonNullable<NonNullable<SandboxConfig['linux']>['securityContext']>;
export type SecurityProfile = NonNullable<SecurityContext['seccomp']>;

/** The hidden and the read-only paths of `/proc` and `/sys`, unless a container asks for an unmasked `/proc`. */
const maskedPaths = [
  ...[
    'asound',
    'acpi',
    'interrupts',
    'kcore',
    'keys',
    'latency_stats',
    'timer_list',
    'timer_stats',
    'sched_debug',
    'scsi',
  ].map((name) => `/proc/${name}`),
  '/sys/firmware',
  '/sys/devices/virtual/powercap',
];
const readonlyPaths = ['bus', 'fs', 'irq', 'sys', 'sysrq-trigger'].map((name) => `/proc/${name}`);

/** The settings of the container, or those of the pod where it has none. */
function effective({ spec }: Pod, { securityContext = {} }: Container): ContainerSecurity {
  const { runAsUser, runAsGroup, runAsNonRoot, seLinuxOptions, appArmorProfile } = spec?.securityContext ?? {};
  const shared = { runAsUser, runAsGroup, runAsNonRoot, seLinuxOptions, appArmorProfile };
  const given = Object.entries(shared).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...securityContext };
}

export function namespacesOf({ spec }: Pod) {
  const pid = spec?.hostPID
    ? namespaceModes.node
    : spec?.shareProcessNamespace
      ? namespaceModes.pod
      : namespaceModes.container;
  return {
    network: spec?.hostNetwork ? namespaceModes.node : namespaceModes.pod,
    ipc: spec?.hostIPC ? namespaceModes.node : namespaceModes.pod,
    pid,
    targetId: '',
    usernsOptions: { mode: namespaceModes.node },
  };
}

/** Throws ConfigRefused when the container would run as root but must not. `target`: id of the container that it debugs. */
export function securityContext(
  pod: Pod,
  container: Container,
  image: Pick<ImageDetails, 'uid' | 'username'>,
  seccomp: SecurityProfile,
  target: string | undefined,
): SecurityContext {
  const own = effective(pod, container);
  refuseRoot(pod, container, own, image);
  const namespaces = namespacesOf(pod);
  const apparmor = own.appArmorProfile === undefined ? undefined : appArmorOf(own.appArmorProfile);
  const isPrivileged = own.privileged === true;
  const user =
    own.runAsUser !== undefined
      ? { runAsUser: { value: own.runAsUser } }
      : image.uid !== undefined
        ? { runAsUser: { value: image.uid } }
        : image.username !== ''
          ? { runAsUsername: image.username }
          : // A group of its own counts only beside a user: an image that names none runs as root.
            { runAsUser: { value: 0 } };
  return {
    ...user,
    ...(own.runAsGroup === undefined ? {} : { runAsGroup: { value: own.runAsGroup } }),
    privileged: isPrivileged,
    readonlyRootfs: own.readOnlyRootFilesystem === true,
    noNewPrivs: own.allowPrivilegeEscalation === false,
    ...(own.capabilities === undefined
      ? {}
      : {
          capabilities: {
            addCapabilities: own.capabilities.add ?? [],
            dropCapabilities: own.capabilities.drop ?? [],
          },
        }),
    ...(own.seLinuxOptions === undefined ? {} : { selinuxOptions: own.seLinuxOptions }),
    namespaceOptions:
      target !== undefined && namespaces.pid === namespaceModes.container
        ? { ...namespaces, pid: namespaceModes.target, targetId: target }
        : namespaces,
    seccomp,
    ...(apparmor === undefined ? {} : { apparmor, apparmorProfile: appArmorName(own.appArmorProfile) }),
    ...groupsOf(pod),
    ...(isPrivileged || own.procMount === 'Unmasked' ? {} : { maskedPaths, readonlyPaths }),
  };
}

export function sandboxSecurity(pod: Pod): SandboxSecurity {
  const { runAsUser, runAsGroup, seLinuxOptions } = pod.spec?.securityContext ?? {};
  const containers = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
  return {
    namespaceOptions: namespacesOf(pod),
    privileged: containers.some(({ securityContext: own }) => own?.privileged === true),
    // Independent of its containers' privileges: the process that holds their namespaces needs few system calls.
    seccomp: { profileType: profileTypes.RuntimeDefault, localhostRef: '' },
    ...(runAsUser === undefined ? {} : { runAsUser: { value: runAsUser } }),
    ...(runAsGroup === undefined ? {} : { runAsGroup: { value: runAsGroup } }),
    ...(seLinuxOptions === undefined ? {} : { selinuxOptions: seLinuxOptions }),
    ...groupsOf(pod),
  };
}

function groupsOf({ spec }: Pod) {
  const { fsGroup, supplementalGroups = [], supplementalGroupsPolicy: policy } = spec?.securityContext ?? {};
  return {
    supplementalGroups: [...(fsGroup === undefined ? [] : [fsGroup]), ...supplementalGroups],
    supplementalGroupsPolicy: policy === 'Strict' ? groupPolicies.Strict : groupPolicies.Merge,
  };
}

function refuseRoot(
  pod: Pod,
  container: Container,
  { runAsNonRoot, runAsUser }: ContainerSecurity,
  { uid, username }: Pick<ImageDetails, 'uid' | 'username'>,
): void {
  if (runAsNonRoot !== true) return;
  const { name = '', namespace = '', uid: podUid = '' } = pod.metadata;
  const where = `(pod: "${name}_${namespace}(${podUid})", container: ${container.name})`;
  if (runAsUser === 0) throw new ConfigRefused(`container's runAsUser breaks non-root policy ${where}`);
  if (runAsUser !== undefined) return;
  if (uid === undefined && username !== '') {
    throw new ConfigRefused(
      `container has runAsNonRoot and image has non-numeric user (${username}), cannot verify user is non-root ${where}`,
    );
  }
  if ((uid ?? 0) === 0) throw new ConfigRefused(`container has runAsNonRoot and image will run as root ${where}`);
}

function appArmorOf({ type, localhostProfile = '' }: ProfileField): SecurityProfile {
  if (type === 'Localhost')
    return { profileType: profileTypes.Localhost, localhostRef: `localhost/${localhostProfile}` };
  return {
    profileType: type === 'Unconfined' ? profileTypes.Unconfined : profileTypes.RuntimeDefault,
    localhostRef: '',
  };
}

/** For runtimes that know only the older field. */
function appArmorName(profile: ProfileField | undefined): string {
  if (profile?.type === 'Localhost') return `localhost/${profile.localhostProfile ?? ''}`;
  return profile?.type === 'Unconfined' ? 'unconfined' : 'runtime/default';
}
