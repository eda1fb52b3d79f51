// What the screen shows of the node, read from the Node and its Lease. Pure.

import { humanDuration } from '../../shared/object/duration.ts';
import { parseTime } from '../../shared/object/time.ts';

/** The parts of a Node that are read here. */
export interface NodeObject {
  readonly metadata: { readonly name?: string; readonly creationTimestamp?: string };
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
    readonly conditions?: readonly Condition[];
    readonly nodeInfo?: {
      readonly kubeletVersion?: string;
      readonly osImage?: string;
      readonly kernelVersion?: string;
      readonly containerRuntimeVersion?: string;
    };
  };
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastHeartbeatTime?: string;
  readonly lastTransitionTime?: string;
}

/** Columns of the node table, in order. */
export const nodeColumns = [
  'NAME',
  'STATUS',
  'AGE',
  'VERSION',
  'INTERNAL-IP',
  'OS-IMAGE',
  'KERNEL',
  'RUNTIME',
] as const;

/** The five conditions a node has, in the order in which they are shown. */
export const conditionTypes = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'] as const;

export function isReady(node: NodeObject | undefined): boolean {
  return node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
}

/** In words: what the node says about being Ready. */
export function readyLine(node: NodeObject | undefined): string {
  if (node === undefined) return 'it has not registered';
  const { status, reason = '', message = '' } = node.status?.conditions?.find(({ type }) => type === 'Ready') ?? {};
  return status === undefined ? 'it has not reported yet' : `Ready is ${status} (${reason}: ${message})`;
}

/** One cell per column; `now` in milliseconds since the epoch. */
export function nodeRow(node: NodeObject, now: number): readonly string[] {
  const info = node.status?.nodeInfo;
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
  const status = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return [
    node.metadata.name ?? '',
    node.spec?.unschedulable === true ? `${status},SchedulingDisabled` : status,
    age(node.metadata.creationTimestamp, now),
    info?.kubeletVersion ?? '',
    node.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '<none>',
    info?.osImage ?? '',
    info?.kernelVersion ?? '',
    info?.containerRuntimeVersion ?? '',
  ];
}

/** Type, status, reason and message of each condition; one that the node does not report shows a dash. */
export function conditionRows(node: NodeObject): readonly (readonly string[])[] {
  return conditionTypes.map((type) => {
    const condition = node.status?.conditions?.find((entry) => entry.type === type);
    return [
      type,
      condition?.status ?? '-',
      condition?.reason ?? '-',
      condition?.message ?? 'not reported by this node',
    ];
  });
}

/** When the status was last written: the newest heartbeat of its conditions. */
export function lastStatusWrite(node: NodeObject): string | undefined {
  return (node.status?.conditions ?? [])
    .map(({ lastHeartbeatTime }) => lastHeartbeatTime ?? '')
    .reduce<string | undefined>((newest, time) => (time > (newest ?? '') ? time : newest), undefined);
}

/** How long ago an RFC 3339 time was, as tables show it. */
export function age(time: string | undefined, now: number): string {
  const then = time === undefined ? undefined : parseTime(time);
  return then === undefined ? '<unknown>' : humanDuration(Math.max(0, now - then));
}

/** Rows as aligned columns, each on one line: what a runtime or a node says is no command to a terminal. */
export function aligned(table: readonly (readonly string[])[]): readonly string[] {
  const rows = table.map((row) => row.map((cell) => cell.replace(/\p{Cc}+/gu, ' ')));
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}
