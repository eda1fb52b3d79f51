// The table of pods: how many containers are ready, what the pod is doing in one word, and how often it was started again.

import type { ApiObject } from '../../../../../../shared/object/api-object.ts';
import type { Cell, RowCondition, TablePrinter } from '../../../../contract/resource.ts';
import type { Container } from '../spec/pod-spec.ts';
import { parseTime } from '../../../../../../shared/object/time.ts';
import { ageColumn, ageOf, column, nameColumn, orNone, wide } from '../../../printers/columns.ts';

interface Terminated {
  readonly exitCode?: number;
  readonly signal?: number;
  readonly reason?: string;
  readonly finishedAt?: string;
}

interface ContainerState {
  readonly waiting?: { readonly reason?: string };
  readonly running?: object;
  readonly terminated?: Terminated;
}

interface ContainerStatus {
  readonly name?: string;
  readonly ready?: boolean;
  readonly started?: boolean;
  readonly restartCount?: number;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}

interface PrintedPod extends ApiObject {
  readonly spec?: {
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly nodeName?: string;
    readonly readinessGates?: readonly { readonly conditionType?: string }[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly podIP?: string;
    readonly podIPs?: readonly { readonly ip?: string }[];
    readonly nominatedNodeName?: string;
    readonly conditions?: readonly { readonly type?: string; readonly status?: string; readonly reason?: string }[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
  };
}

interface Restarts {
  readonly count: number;
  /** Milliseconds since the epoch; undefined: never, or not known. */
  readonly last: number | undefined;
}

export const podPrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Ready', 'string', 'Containers that pass their readiness checks, of all containers.'),
    column('Status', 'string', 'What the pod as a whole is doing.'),
    column('Restarts', 'string', 'How often its containers were started again, and when last.'),
    ageColumn,
    wide('IP', 'string', 'Address of the pod; empty until it has one.'),
    wide('Node', 'string', 'Node that the pod runs on.'),
    wide('Nominated Node', 'string', 'Node on which room is being made for the pod.'),
    wide('Readiness Gates', 'string', 'Extra conditions that hold, of those that make the pod ready.'),
  ],
  cells: cellsOf,
  conditions: ({ status }: PrintedPod) => (status?.phase === undefined ? undefined : finished.get(status.phase)),
};

/** What rows of pods that came to their end say, by phase. */
const finished: ReadonlyMap<string, readonly RowCondition[]> = new Map(
  [
    ['Succeeded', 'Every container ended with success.'],
    ['Failed', 'Every container ended, and not every one with success.'],
  ].map(([reason = '', message = '']) => [reason, [{ type: 'Completed', status: 'True', reason, message }]]),
);

function cellsOf(pod: PrintedPod): readonly Cell[] {
  const { spec = {}, status = {} } = pod;
  const sidecars = new Set((spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name));
  const total = (spec.containers ?? []).length + sidecars.size;
  const init = initState(pod, sidecars);
  const main = mainState(status.containerStatuses ?? []);
  // What the containers do counts once the init containers are done, whatever one of them says now.
  const isUp = init.reason === undefined || holdsCondition(status, 'Initialized');
  const ready = init.readySidecars + (isUp ? main.ready : 0);
  const restarts = isUp ? joined(main.restarts, init.sidecarRestarts) : init.restarts;
  return [
    pod.metadata.name ?? '',
    `${ready}/${total}`,
    statusWord(pod, init.reason, isUp ? main : undefined),
    restartsText(restarts),
    ageOf(pod),
    orNone(status.podIP ?? status.podIPs?.[0]?.ip),
    orNone(spec.nodeName),
    orNone(status.nominatedNodeName),
    readinessGates(pod),
  ];
}

/** One word for the state of the whole pod. */
function statusWord(pod: PrintedPod, initReason: string | undefined, main: MainState | undefined): string {
  const { status = {}, metadata } = pod;
  const gated = status.conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated');
  const { reason = '', phase = '' } = status;
  let word = reason === '' ? phase : reason;
  if (gated === true) word = 'SchedulingGated';
  word = main?.reason ?? initReason ?? word;
  // A completed container beside a running one does not end the pod.
  if (word === 'Completed' && main?.running === true) word = holdsCondition(status, 'Ready') ? 'Running' : 'NotReady';
  if (metadata.deletionTimestamp === undefined) return word;
  if (status.reason === 'NodeLost') return 'Unknown';
  return status.phase === 'Succeeded' || status.phase === 'Failed' ? word : 'Terminating';
}

function holdsCondition({ conditions = [] }: NonNullable<PrintedPod['status']>, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === 'True');
}

interface InitState {
  /** Undefined: the init containers are done and do not show. */
  readonly reason: string | undefined;
  readonly restarts: Restarts;
  readonly sidecarRestarts: Restarts;
  readonly readySidecars: number;
}

function initState(pod: PrintedPod, sidecars: ReadonlySet<string | undefined>): InitState {
  const statuses = pod.status?.initContainerStatuses ?? [];
  const total = pod.spec?.initContainers?.length ?? 0;
  let restarts: Restarts = { count: 0, last: undefined };
  let sidecarRestarts = restarts;
  let readySidecars = 0;
  for (const [index, status] of statuses.entries()) {
    restarts = joined(restarts, restartsOf(status));
    const sidecar = sidecars.has(status.name);
    if (sidecar) {
      sidecarRestarts = joined(sidecarRestarts, restartsOf(status));
    }
    const { terminated, waiting } = status.state ?? {};
    if (terminated !== undefined && (terminated.exitCode ?? 0) === 0) continue;
    if (sidecar && status.started === true) {
      if (status.ready === true) readySidecars += 1;
      continue;
    }
    let reason = `Init:${index}/${total}`;
    if (terminated !== undefined) reason = `Init:${endOf(terminated)}`;
    else if (waiting?.reason !== undefined && waiting.reason !== '' && waiting.reason !== 'PodInitializing') {
      reason = `Init:${waiting.reason}`;
    }
    return { reason, restarts, sidecarRestarts, readySidecars };
  }
  return { reason: undefined, restarts, sidecarRestarts, readySidecars };
}

interface MainState {
  readonly reason: string | undefined;
  readonly ready: number;
  readonly running: boolean;
  readonly restarts: Restarts;
}

function mainState(statuses: readonly ContainerStatus[]): MainState {
  let reason: string | undefined;
  let ready = 0;
  let running = false;
  let restarts: Restarts = { count: 0, last: undefined };
  for (const status of [...statuses].reverse()) {
    restarts = joined(restarts, restartsOf(status));
    const { waiting, terminated } = status.state ?? {};
    if (waiting?.reason !== undefined && waiting.reason !== '') reason = waiting.reason;
    else if (terminated !== undefined) reason = endOf(terminated);
    else if (status.ready === true && status.state?.running !== undefined) {
      running = true;
      ready += 1;
    }
  }
  return { reason, ready, running, restarts };
}

function endOf({ reason, signal, exitCode }: Terminated): string {
  if (reason !== undefined && reason !== '') return reason;
  return (signal ?? 0) !== 0 ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`;
}

function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}

function restartsOf({ restartCount = 0, lastState }: ContainerStatus): Restarts {
  const finished = lastState?.terminated?.finishedAt;
  return { count: restartCount, last: finished === undefined ? undefined : parseTime(finished) };
}

function joined(left: Restarts, right: Restarts): Restarts {
  const times = [left.last, right.last].filter((time) => time !== undefined);
  return { count: left.count + right.count, last: times.length === 0 ? undefined : Math.max(...times) };
}

function restartsText({ count, last }: Restarts): Cell {
  return count === 0 || last === undefined ? String(count) : { before: `${count} (`, since: last, after: ' ago)' };
}

function readinessGates({ spec, status }: PrintedPod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const held = gates.filter(({ conditionType }) =>
    status?.conditions?.some((condition) => condition.type === conditionType && condition.status === 'True'),
  );
  return `${held.length}/${gates.length}`;
}
