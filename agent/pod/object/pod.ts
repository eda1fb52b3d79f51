// The fields of a pod that the agent reads and writes, by the names of the API. Imports only shapes.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { NodeSelectorTerm } from '../../../shared/object/node/node-selector.ts';
import type { Toleration } from '../../../shared/object/toleration.ts';
import type { Volume, VolumeMount } from './volume.ts';

export type Quantities = Readonly<Record<string, string>>;

export interface Resources {
  readonly limits?: Quantities;
  readonly requests?: Quantities;
  readonly claims?: readonly unknown[];
}

export interface KeySelector {
  readonly name?: string;
  readonly key: string;
  readonly optional?: boolean;
}

export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly fieldRef?: { readonly fieldPath: string };
    readonly resourceFieldRef?: ResourceFieldSelector;
    readonly configMapKeyRef?: KeySelector;
    readonly secretKeyRef?: KeySelector;
    readonly fileKeyRef?: unknown;
  };
}

export interface ResourceFieldSelector {
  readonly containerName?: string;
  readonly resource: string;
  readonly divisor?: string;
}

export interface EnvironmentSource {
  readonly prefix?: string;
  readonly configMapRef?: { readonly name?: string; readonly optional?: boolean };
  readonly secretRef?: { readonly name?: string; readonly optional?: boolean };
}

export interface HttpHeader {
  readonly name: string;
  readonly value: string;
}

/** The action of a probe or a hook: exactly one of these. */
export interface Action {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: {
    readonly path?: string;
    readonly port: number | string;
    readonly host?: string;
    readonly scheme?: string;
    readonly httpHeaders?: readonly HttpHeader[];
  };
  readonly tcpSocket?: { readonly port: number | string; readonly host?: string };
  readonly grpc?: { readonly port: number; readonly service?: string };
  readonly sleep?: { readonly seconds: number };
}

export interface Probe extends Action {
  readonly initialDelaySeconds?: number;
  readonly timeoutSeconds?: number;
  readonly periodSeconds?: number;
  readonly successThreshold?: number;
  readonly failureThreshold?: number;
  readonly terminationGracePeriodSeconds?: number;
}

export interface ProfileField {
  readonly type?: string;
  readonly localhostProfile?: string;
}

export interface SeLinuxOptions {
  readonly user?: string;
  readonly role?: string;
  readonly type?: string;
  readonly level?: string;
}

/** The settings that a pod and its containers both have. */
export interface SharedSecurity {
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  readonly seccompProfile?: ProfileField;
  readonly appArmorProfile?: ProfileField;
  readonly seLinuxOptions?: SeLinuxOptions;
}

export interface ContainerSecurity extends SharedSecurity {
  readonly privileged?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly procMount?: string;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
}

export interface PodSecurity extends SharedSecurity {
  readonly fsGroup?: number;
  readonly fsGroupChangePolicy?: string;
  readonly supplementalGroups?: readonly number[];
  readonly supplementalGroupsPolicy?: string;
  readonly sysctls?: readonly { readonly name: string; readonly value: string }[];
}

export interface ContainerPort {
  readonly name?: string;
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: string;
}

/** A container of any sort. */
export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  readonly ports?: readonly ContainerPort[];
  readonly env?: readonly EnvironmentVariable[];
  readonly envFrom?: readonly EnvironmentSource[];
  readonly resources?: Resources;
  readonly resizePolicy?: readonly { readonly resourceName?: string; readonly restartPolicy?: string }[];
  /** `Always`: of an initial container that runs beside the others, a sidecar. */
  readonly restartPolicy?: string;
  readonly volumeMounts?: readonly VolumeMount[];
  readonly volumeDevices?: readonly unknown[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly lifecycle?: { readonly postStart?: Action; readonly preStop?: Action; readonly stopSignal?: string };
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly imagePullPolicy?: string;
  readonly securityContext?: ContainerSecurity;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
  readonly tty?: boolean;
  /** Of an ephemeral container. */
  readonly targetContainerName?: string;
}

export interface HostAlias {
  readonly ip: string;
  readonly hostnames?: readonly string[];
}

export interface PodSpec {
  readonly os?: { readonly name?: string };
  readonly volumes?: readonly Volume[];
  readonly initContainers?: readonly Container[];
  readonly containers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly restartPolicy?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly activeDeadlineSeconds?: number;
  readonly dnsPolicy?: string;
  readonly dnsConfig?: {
    readonly nameservers?: readonly string[];
    readonly searches?: readonly string[];
    readonly options?: readonly { readonly name?: string; readonly value?: string }[];
  };
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: { readonly nodeAffinity?: NodeAffinity; readonly [other: string]: unknown };
  readonly tolerations?: readonly Toleration[];
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly nodeName?: string;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly hostUsers?: boolean;
  readonly shareProcessNamespace?: boolean;
  readonly securityContext?: PodSecurity;
  readonly imagePullSecrets?: readonly { readonly name?: string }[];
  readonly hostname?: string;
  readonly hostnameOverride?: string;
  readonly subdomain?: string;
  readonly setHostnameAsFQDN?: boolean;
  readonly hostAliases?: readonly HostAlias[];
  readonly priority?: number;
  readonly priorityClassName?: string;
  readonly runtimeClassName?: string;
  readonly enableServiceLinks?: boolean;
  readonly readinessGates?: readonly { readonly conditionType: string }[];
  readonly overhead?: Quantities;
  readonly resources?: Resources;
  readonly resourceClaims?: readonly unknown[];
  readonly schedulerName?: string;
}

export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {
    readonly nodeSelectorTerms?: readonly NodeSelectorTerm[];
  };
  readonly [other: string]: unknown;
}

export interface Pod extends ApiObject {
  readonly spec?: PodSpec;
  readonly status?: PodStatus;
}

export interface Terminated {
  readonly exitCode: number;
  readonly signal?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly startedAt?: string | null;
  readonly finishedAt?: string | null;
  readonly containerID?: string;
}

/** One of them. */
export interface ContainerState {
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly running?: { readonly startedAt?: string | null };
  readonly terminated?: Terminated;
}

export interface ContainerStatus {
  readonly name: string;
  readonly state: ContainerState;
  readonly lastState: ContainerState;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly image: string;
  readonly imageID: string;
  readonly containerID?: string;
  readonly started?: boolean;
  readonly allocatedResources?: Quantities;
  readonly resources?: Resources;
  readonly volumeMounts?: readonly object[];
}

export interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number;
  readonly lastProbeTime?: string | null;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

export interface PodStatus {
  readonly observedGeneration?: number;
  readonly phase?: string;
  readonly conditions?: readonly PodCondition[];
  readonly message?: string;
  readonly reason?: string;
  readonly hostIP?: string;
  readonly hostIPs?: readonly { readonly ip: string }[];
  readonly podIP?: string;
  readonly podIPs?: readonly { readonly ip: string }[];
  readonly startTime?: string;
  readonly initContainerStatuses?: readonly ContainerStatus[];
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[];
  readonly qosClass?: string;
}

/** Whether an initial container is a sidecar: it runs beside the others instead of before them. */
export function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}

/** All containers of a pod, of every sort. */
export function allContainers({ spec }: Pod): readonly Container[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])];
}

export function isFinished(phase: string | undefined): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
