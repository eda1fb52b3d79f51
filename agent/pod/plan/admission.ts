// Whether a pod that is bound to this node may start here: its resources are available, the node matches, and the agent
// supports all its features. Pure.

import { selectsNode } from '../../../shared/object/node/node-selector.ts';
import { type Taint, tolerates } from '../../../shared/object/toleration.ts';
import { type Container, isFinished, type Pod, type Quantities } from '../object/pod.ts';
import { isCritical } from '../object/priority.ts';
import { namedResources, qosClassOf } from '../object/resources.ts';
import { parameterFault } from '../../host/kernel-parameters.ts';
import { shortages, shortageText } from './capacity.ts';
import { preemptionFor } from './preemption.ts';

export interface NodeFacts {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly allocatable: Quantities;
  /** The pressures of the node: types of its conditions. */
  readonly pressures: readonly string[];
  /** The key of the taint of a node that is short of memory. */
  readonly memoryTaint: string;
  /** The label of the operating system, which is Linux. A pod that has it is meant for hosts of that system. */
  readonly systemLabel: string;
  /** Kernel parameters that pods may set beyond the safe ones. Default: none. */
  readonly unsafeSysctls?: readonly string[];
  /** Whether the runtime can leave out groups that an image gives to its user. Default: it cannot. */
  readonly strictGroups?: boolean;
  /** Whether the kernel has AppArmor. Default: it has not. */
  readonly appArmor?: boolean;
}

export interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** While the host goes down. */
export const shutdownRefusal: Refusal = {
  reason: 'NodeShutdown',
  message: 'Pod was rejected as the node is shutting down.',
};

/** Neither member: it may begin. */
export interface Admission {
  readonly refusal?: Refusal;
  /** It waits until these have ended, and those that end already. */
  readonly victims?: readonly Pod[];
}

export interface AdmissionOptions {
  /** Whether a pod that is here ends already for one that the node cannot do without. Default: none does. */
  readonly isEnding?: (other: Pod) => boolean;
  /** Which pods the cluster cannot do without. Default: by their priority. */
  readonly critical?: (pod: Pod) => boolean;
}

/** `others`: the pods that are here already. */
export function admissionOf(
  pod: Pod,
  others: readonly Pod[],
  node: NodeFacts,
  { isEnding = () => false, critical = isCritical }: AdmissionOptions = {},
): Admission {
  const refusal = unfit(pod, others, node);
  if (refusal !== undefined) return { refusal };
  const running = others.filter(({ status }) => !isFinished(status?.phase));
  const found = shortages(pod, running, node.allocatable);
  const [first] = found;
  if (first === undefined) return {};
  if (!critical(pod)) return { refusal: { reason: `OutOf${first.name}`, message: shortageText(first) } };
  const preemption = preemptionFor(pod, found, running, { isEnding, critical });
  if ('victims' in preemption) return preemption;
  const lacking = preemption.lacking.map(({ name, amount }) => `(res: ${name}, q: ${Math.round(amount)}), `);
  const message = `Unexpected error while attempting to recover from admission failure: preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [${lacking.join('')}]`;
  return { refusal: { reason: 'UnexpectedAdmissionError', message } };
}

/** What no other pod's end would change. */
function unfit(pod: Pod, others: readonly Pod[], node: NodeFacts): Refusal | undefined {
  return (
    unsupported(pod) ??
    pressed(pod, node) ??
    otherSystem(pod, node) ??
    forbidden(pod, node) ??
    misplaced(pod, node) ??
    untolerated(pod, node) ??
    portTaken(pod, others) ??
    unconfined(pod, node)
  );
}

/** Unsupported features are refused by name, and never silently ignored. */
function unsupported(pod: Pod): Refusal | undefined {
  const { spec } = pod;
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec ?? {};
  const all: readonly Container[] = [...initContainers, ...containers, ...ephemeralContainers];
  const asked: readonly (readonly [string, boolean])[] = [
    ['hostUsers: false (user namespaces)', spec?.hostUsers === false],
    ['resourceClaims', (spec?.resourceClaims ?? []).length > 0],
    ['runtimeClassName', spec?.runtimeClassName !== undefined],
    ['volumeDevices', all.some(({ volumeDevices = [] }) => volumeDevices.length > 0)],
    [
      'recursiveReadOnly: Enabled',
      all.some((one) => (one.volumeMounts ?? []).some(({ recursiveReadOnly }) => recursiveReadOnly === 'Enabled')),
    ],
    ['lifecycle.stopSignal', all.some(({ lifecycle }) => lifecycle?.stopSignal !== undefined)],
    ['restartPolicy of a container', containers.some(({ restartPolicy }) => restartPolicy !== undefined)],
    ...unmanaged(pod).map((name) => [`the resource ${name}`, true] as const),
  ];
  const found = asked.filter(([, is]) => is).map(([name]) => name);
  if (found.length === 0) return undefined;
  return { reason: 'UnsupportedPod', message: `this agent does not support ${found.join(', ')}` };
}

/** The resources that this agent can allocate. Huge pages and devices would be granted without existing. */
const managed = new Set(['cpu', 'memory', 'ephemeral-storage']);

function unmanaged(pod: Pod): readonly string[] {
  return namedResources(pod).filter((name) => !managed.has(name));
}

/** Kernel parameters that could harm the node, and groups that the runtime would not leave out. */
function forbidden(pod: Pod, { unsafeSysctls = [], strictGroups = false }: NodeFacts): Refusal | undefined {
  const { hostNetwork: net = false, hostIPC: ipc = false, securityContext } = pod.spec ?? {};
  const names = (securityContext?.sysctls ?? []).map(({ name }) => name);
  const fault = parameterFault(names, { net, ipc }, unsafeSysctls);
  if (fault !== undefined) return { reason: 'SysctlForbidden', message: `forbidden sysctl: ${fault}` };
  const policy = pod.spec?.securityContext?.supplementalGroupsPolicy ?? 'Merge';
  if (policy === 'Merge' || strictGroups) return undefined;
  const message = `SupplementalGroupsPolicy=${policy} is not supported in this node`;
  return { reason: 'SupplementalGroupsPolicyNotSupported', message };
}

/** A pod that is to be confined never runs where nothing confines it. */
function unconfined({ spec }: Pod, { appArmor = false }: NodeFacts): Refusal | undefined {
  if (appArmor) return undefined;
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec ?? {};
  const common = spec?.securityContext?.appArmorProfile;
  const profiles = [...initContainers, ...containers, ...ephemeralContainers].map(
    ({ securityContext }) => securityContext?.appArmorProfile ?? common,
  );
  if (!profiles.some((one) => one !== undefined && one.type !== 'Unconfined')) return undefined;
  return { reason: 'AppArmor', message: 'Cannot enforce AppArmor: AppArmor is not enabled on the host' };
}

/** A node under pressure accepts only critical pods; under memory pressure also pods that request memory. */
function pressed(pod: Pod, { pressures, memoryTaint }: NodeFacts): Refusal | undefined {
  if (pressures.length === 0 || isCritical(pod)) return undefined;
  if (pressures.length === 1 && pressures[0] === 'MemoryPressure') {
    const taint = { key: memoryTaint, effect: 'NoSchedule' };
    if (qosClassOf(pod) !== 'BestEffort' || (pod.spec?.tolerations ?? []).some((one) => tolerates(one, taint)))
      return undefined;
  }
  return { reason: 'Evicted', message: `The node had condition: [${pressures.join(' ')}]. ` };
}

/** A pod for another operating system: by its label, and by what it says. */
function otherSystem({ metadata, spec }: Pod, { systemLabel }: NodeFacts): Refusal | undefined {
  if ((metadata.labels?.[systemLabel] ?? hostSystem) !== hostSystem) {
    const message = `Failed to admit pod as the \`${systemLabel}\` label doesn't match node label`;
    return { reason: 'PodOSSelectorNodeLabelDoesNotMatch', message };
  }
  if ((spec?.os?.name ?? hostSystem) === hostSystem) return undefined;
  return { reason: 'PodOSNotSupported', message: "Failed to admit pod as the OS field doesn't match node OS" };
}

const hostSystem = 'linux';

function misplaced({ spec }: Pod, node: NodeFacts): Refusal | undefined {
  if (selectsNode(spec ?? {}, node)) return undefined;
  return {
    reason: 'NodeAffinity',
    message: "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
  };
}

function untolerated({ spec }: Pod, { taints }: NodeFacts): Refusal | undefined {
  const open = taints.find(
    (taint) => taint.effect === 'NoExecute' && !(spec?.tolerations ?? []).some((one) => tolerates(one, taint)),
  );
  if (open === undefined) return undefined;
  const message = `Predicate TaintToleration failed: node(s) had untolerated taint {${open.key}: ${open.value ?? ''}}`;
  return { reason: 'TaintToleration', message };
}

function portTaken(pod: Pod, others: readonly Pod[]): Refusal | undefined {
  const taken = others.filter(({ status }) => !isFinished(status?.phase)).flatMap(hostPorts);
  const clash = hostPorts(pod).some((one) =>
    taken.some(
      (other) =>
        one.port === other.port &&
        one.protocol === other.protocol &&
        (one.ip === other.ip || one.ip === anyAddress || other.ip === anyAddress),
    ),
  );
  if (!clash) return undefined;
  return {
    reason: 'NodePorts',
    message: "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
  };
}

const anyAddress = '0.0.0.0';

function hostPorts({ spec }: Pod) {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])].flatMap(({ ports = [] }) =>
    ports
      .map(({ hostPort = 0, containerPort, hostIP = '', protocol = 'TCP' }) => ({
        port: hostPort === 0 && spec?.hostNetwork === true ? containerPort : hostPort,
        protocol,
        ip: hostIP === '' ? anyAddress : hostIP,
      }))
      .filter(({ port }) => port > 0),
  );
}
