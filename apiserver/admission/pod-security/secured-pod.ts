// A pod as pod security reads it: what a pod or a template of one says of its rights on the host.

import type { ApiObject } from '../../../shared/object/api-object.ts';

export interface TypedProfile {
  readonly type?: string;
}

export interface SeLinuxOptions {
  readonly type?: string;
  readonly user?: string;
  readonly role?: string;
}

/** What pods and containers can both say. */
export interface CommonSecurity {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly appArmorProfile?: TypedProfile;
  readonly seccompProfile?: TypedProfile;
  readonly seLinuxOptions?: SeLinuxOptions;
  readonly windowsOptions?: { readonly hostProcess?: boolean };
}

export interface ContainerSecurity extends CommonSecurity {
  readonly allowPrivilegeEscalation?: boolean;
  readonly privileged?: boolean;
  readonly procMount?: string;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
}

interface HostTarget {
  readonly host?: string;
}

/** A probe, or a step of a container's life. */
export interface Handler {
  readonly httpGet?: HostTarget;
  readonly tcpSocket?: HostTarget;
}

export interface SecuredContainer {
  readonly name?: string;
  readonly image?: string;
  readonly ports?: readonly { readonly hostPort?: number }[];
  readonly securityContext?: ContainerSecurity;
  readonly livenessProbe?: Handler;
  readonly readinessProbe?: Handler;
  readonly startupProbe?: Handler;
  readonly lifecycle?: { readonly postStart?: Handler; readonly preStop?: Handler };
}

export interface SecuredSpec {
  readonly containers?: readonly SecuredContainer[];
  readonly initContainers?: readonly SecuredContainer[];
  readonly ephemeralContainers?: readonly SecuredContainer[];
  readonly volumes?: readonly { readonly name: string; readonly [source: string]: unknown }[];
  readonly securityContext?: CommonSecurity & { readonly sysctls?: readonly { readonly name: string }[] };
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly os?: { readonly name?: string };
  readonly runtimeClassName?: string;
}

export interface SecuredPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: SecuredSpec;
}

/** All containers, in the order in which they run. */
export function containersOf(spec: SecuredSpec): readonly SecuredContainer[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
}

interface PodLike {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: SecuredSpec;
}

/** Of a pod itself. */
export function podOf(object: ApiObject): SecuredPod {
  return securedPod(object);
}

/** Where a kind keeps the template of its pods, as a path of fields; the last is the template. */
export type TemplatePath = readonly string[];

/** The template of an object's pods; undefined: it has none. */
export function templateOf(object: ApiObject, path: TemplatePath): SecuredPod | undefined {
  let value: unknown = object;
  for (const field of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  return typeof value === 'object' && value !== null ? securedPod(value) : undefined;
}

function securedPod({ metadata, spec }: PodLike): SecuredPod {
  return { annotations: metadata?.annotations ?? {}, spec: spec ?? {} };
}

/** Whether an update changes what the rules are about: of a pod that runs, its images and what joins it for debugging. */
export function isSignificantUpdate(now: SecuredSpec, before: SecuredSpec): boolean {
  const differs = (left: readonly SecuredContainer[] = [], right: readonly SecuredContainer[] = []): boolean =>
    left.length !== right.length || left.some((container, index) => container.image !== right[index]?.image);
  if (differs(now.containers, before.containers) || differs(now.initContainers, before.initContainers)) return true;
  const known = new Map((before.ephemeralContainers ?? []).map(({ name, image }) => [name, image]));
  return (now.ephemeralContainers ?? []).some(({ name, image }) => !known.has(name) || known.get(name) !== image);
}
