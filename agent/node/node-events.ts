// The events that the agent writes about its node (requirements NSTAT): changes of conditions, another boot, whether pods may be
// scheduled. Which events a change makes is pure; writing them is the recorder's, and never holds anything up.

import type { EventRecorder } from '../../shared/client/event/event-recorder.ts';
import type { ConditionStatus, Node } from './node.ts';

export interface NodeEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** The reasons of the events for a pressure that started, and for one that ended or never existed. */
const pressures: readonly (readonly [type: string, low: string, enough: string])[] = [
  ['MemoryPressure', 'NodeHasInsufficientMemory', 'NodeHasSufficientMemory'],
  ['DiskPressure', 'NodeHasDiskPressure', 'NodeHasNoDiskPressure'],
  ['PIDPressure', 'NodeHasInsufficientPID', 'NodeHasSufficientPID'],
];

/** The events of a change, oldest first. `before` is undefined for a node that was just made. */
export function nodeEvents(before: Node | undefined, after: Node): readonly NodeEvent[] {
  const name = after.metadata.name ?? '';
  const [old, now] = [statusOf(before), statusOf(after)];
  const reasons = pressures.flatMap(([type, low, enough]) =>
    now(type) === undefined || now(type) === old(type) ? [] : [now(type) === 'True' ? low : enough],
  );
  if (now('Ready') === 'True' && old('Ready') !== 'True') reasons.push('NodeReady');
  // A new node that is not ready gets no event.
  if (now('Ready') === 'False' && old('Ready') !== 'False' && old('Ready') !== undefined) reasons.push('NodeNotReady');
  const changes = reasons.map((reason) => statusEvent(name, reason));
  const [oldBoot, boot] = [before?.status?.nodeInfo?.bootID ?? '', after.status?.nodeInfo?.bootID ?? ''];
  if (oldBoot === '' || boot === '' || oldBoot === boot) return changes;
  const message = `Node ${name} has been rebooted, boot id: ${boot}`;
  return [{ type: 'Warning', reason: 'Rebooted', message }, ...changes];
}

function statusOf(node: Node | undefined): (type: string) => ConditionStatus | undefined {
  return (type) => node?.status?.conditions?.find((condition) => condition.type === type)?.status;
}

function statusEvent(name: string, reason: string): NodeEvent {
  return { type: 'Normal', reason, message: `Node ${name} status is now: ${reason}` };
}

/** Records them. Every method returns at once. */
export class NodeEventRecorder {
  readonly #recorder: EventRecorder;
  readonly #nodeName: string;
  #unschedulable = false;

  constructor(recorder: EventRecorder, nodeName: string) {
    this.#recorder = recorder;
    this.#nodeName = nodeName;
  }

  /** The agent has started. */
  started(): void {
    this.#tell({ type: 'Normal', reason: 'Starting', message: 'Starting kubelet.' });
  }

  /** The node as it is on the server, perhaps changed by another client. */
  seen({ spec }: Node): void {
    const unschedulable = spec?.unschedulable === true;
    if (unschedulable === this.#unschedulable) return;
    this.#unschedulable = unschedulable;
    this.#tell(statusEvent(this.#nodeName, unschedulable ? 'NodeNotSchedulable' : 'NodeSchedulable'));
  }

  /** The agent wrote the node; `before` is undefined when it made it. */
  written(before: Node | undefined, after: Node): void {
    for (const event of nodeEvents(before, after)) this.#tell(event);
  }

  /** Records another event about the node. */
  tell(event: NodeEvent): void {
    this.#tell(event);
  }

  #tell(event: NodeEvent): void {
    const name = this.#nodeName;
    // Node agents use the node's name as its uid here, name no version, and readers search for what they write.
    this.#recorder.record({ subject: { kind: 'Node', name, uid: name }, ...event });
  }
}
