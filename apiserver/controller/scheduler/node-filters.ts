// The filters of nodes for a pod, with the reasons in the usual texts. Pure.

import { selectsNode } from '../../../shared/object/node/node-selector.ts';
import { type Taint, tolerates } from '../../../shared/object/toleration.ts';
import { add, type Amounts, amountsOf, clash, hostPorts, type HostPort, podRequest } from './pod-request.ts';
import type { Node, Pod } from './scheduled-objects.ts';

/** A node with what the pods on it take. */
export interface NodeUse {
  readonly node: Node;
  readonly allocatable: Amounts;
  readonly pods: number;
  readonly used: Amounts;
  readonly ports: readonly HostPort[];
}

/** `pods`: those that are bound to the node and have not ended. */
export function nodeUse(node: Node, pods: readonly Pod[]): NodeUse {
  const used = new Map<string, bigint>();
  for (const pod of pods) add(used, podRequest(pod));
  return {
    node,
    allocatable: amountsOf(node.status?.allocatable),
    pods: pods.length,
    used,
    ports: pods.flatMap(hostPorts),
  };
}

/** What the pod asks for, read once for all nodes. */
export interface Wish {
  readonly pod: Pod;
  readonly request: Amounts;
  readonly ports: readonly HostPort[];
  /** The taint of an unschedulable node. */
  readonly unschedulableTaint: string;
}

export function wishOf(pod: Pod, unschedulableTaint: string): Wish {
  return { pod, request: podRequest(pod), ports: hostPorts(pod), unschedulableTaint };
}

/** Empty: it may come. The first filter that refuses gives all its reasons. */
export function refusals(wish: Wish, use: NodeUse): readonly string[] {
  for (const filter of filters) {
    const reasons = filter(wish, use);
    if (reasons.length > 0) return reasons;
  }
  return [];
}

type Filter = (wish: Wish, use: NodeUse) => readonly string[];

const none: readonly string[] = [];

const unschedulable: Filter = ({ pod, unschedulableTaint }, { node }) => {
  if (node.spec?.unschedulable !== true) return none;
  const tolerated = toleratedBy(pod, { key: unschedulableTaint, effect: 'NoSchedule' });
  return tolerated ? none : ['node(s) were unschedulable'];
};

const tainted: Filter = ({ pod }, { node }) =>
  (node.spec?.taints ?? []).some(
    (taint) => (taint.effect === 'NoSchedule' || taint.effect === 'NoExecute') && !toleratedBy(pod, taint),
  )
    ? ['node(s) had untolerated taint(s)']
    : none;

const elsewhere: Filter = ({ pod }, { node }) =>
  selectsNode(pod.spec ?? {}, node.metadata) ? none : ["node(s) didn't match Pod's node affinity/selector"];

const portTaken: Filter = (wish, { ports }) =>
  wish.ports.some((one) => ports.some((other) => clash(one, other)))
    ? ["node(s) didn't have free ports for the requested pod ports"]
    : none;

const full: Filter = ({ request }, { allocatable, used, pods }) => {
  const most = allocatable.get('pods') ?? 0n;
  const reasons = BigInt(pods + 1) * 1_000_000_000n > most ? ['Too many pods'] : [];
  for (const [name, amount] of request) {
    if (amount > 0n && amount > (allocatable.get(name) ?? 0n) - (used.get(name) ?? 0n)) {
      reasons.push(`Insufficient ${name}`);
    }
  }
  return reasons;
};

const filters: readonly Filter[] = [unschedulable, tainted, elsewhere, portTaken, full];

export function toleratedBy({ spec }: Pod, taint: Taint): boolean {
  return (spec?.tolerations ?? []).some((toleration) => tolerates(toleration, taint));
}
