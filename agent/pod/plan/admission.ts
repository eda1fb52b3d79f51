// Whether a pod that is bound to this node may start here: its resources are available, the node matches, and the agent
// supports all its features. Pure.

import {
  type Container,
  isFinished,
  type NodeRequirement,
  type NodeSelectorTerm,
  type Pod,
  type Quantities,
} from '../object/pod.ts';
import { isCritical } from '../object/priority.ts';
import { amountOf, namedResources, podAmount, qosClassOf, requestedResources } from '../object/resources.ts';

export interface NodeFacts {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { readonly key?: string; readonly value?: string; readonly effect?: string }[];
  readonly allocatable: Quantities;
  /** The pressures of the node: types of its conditions. */
  readonly pressures: readonly string[];
  /** The key of the taint of a node that is short of memory. */
  readonly memoryTaint: string;
}

export interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** Undefined: the pod may start. `others`: the pods that are already on the node. */
export function refusalOf(pod: Pod, others: readonly Pod[], node: NodeFacts): Refusal | undefined {
  return (
    unsupported(pod) ??
    pressed(pod, node) ??
    misplaced(pod, node) ??
    untolerated(pod, node) ??
    portTaken(pod, others) ??
    tooLarge(
      pod,
      others.filter(({ status }) => !isFinished(status?.phase)),
      node,
    )
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

function misplaced({ spec }: Pod, node: NodeFacts): Refusal | undefined {
  const selector = Object.entries(spec?.nodeSelector ?? {});
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const fits =
    selector.every(([key, value]) => Object.hasOwn(node.labels, key) && node.labels[key] === value) &&
    (terms === undefined || terms.some((term) => matchesTerm(term, node)));
  if (fits) return undefined;
  return {
    reason: 'NodeAffinity',
    message: "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
  };
}

/** A term without requirements matches nothing. */
export function matchesTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  node: Pick<NodeFacts, 'name' | 'labels'>,
): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  const label = (key: string): string | undefined => (Object.hasOwn(node.labels, key) ? node.labels[key] : undefined);
  return (
    matchExpressions.every((one) => matches(one, label(one.key))) &&
    matchFields.every((one) => matches(one, one.key === 'metadata.name' ? node.name : undefined))
  );
}

function matches({ operator, values = [] }: NodeRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0]);
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0]);
    default:
      return false;
  }
}

function untolerated({ spec }: Pod, { taints }: NodeFacts): Refusal | undefined {
  const open = taints.find(
    (taint) => taint.effect === 'NoExecute' && !(spec?.tolerations ?? []).some((one) => tolerates(one, taint)),
  );
  if (open === undefined) return undefined;
  const message = `Predicate TaintToleration failed: node(s) had untolerated taint {${open.key}: ${open.value ?? ''}}`;
  return { reason: 'TaintToleration', message };
}

export function tolerates(
  {
    key = '',
    operator = 'Equal',
    value = '',
    effect = '',
  }: { readonly key?: string; readonly operator?: string; readonly value?: string; readonly effect?: string },
  taint: NodeFacts['taints'][number],
): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  return key !== '' && value === (taint.value ?? '');
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

function tooLarge(pod: Pod, others: readonly Pod[], { allocatable }: NodeFacts): Refusal | undefined {
  const pods = amountOf(allocatable, 'pods');
  if (others.length + 1 > pods) return lacking('pods', 1, others.length, pods);
  for (const name of requestedResources(pod)) {
    const unit = name === 'cpu' ? 1000 : 1;
    const asked = podAmount(pod, name, 'requests') * unit;
    const used = others.reduce((sum, other) => sum + podAmount(other, name, 'requests') * unit, 0);
    const capacity = amountOf(allocatable, name) * unit;
    if (asked > 0 && used + asked > capacity + 1e-6) return lacking(name, asked, used, capacity);
  }
  return undefined;
}

function lacking(name: string, asked: number, used: number, capacity: number): Refusal {
  const shown = [asked, used, capacity].map((amount) => Math.round(amount));
  const [requested, taken, whole] = shown;
  const message = `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${taken}, capacity: ${whole}`;
  return { reason: `OutOf${name}`, message };
}
