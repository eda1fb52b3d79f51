// Thousands of simulated nodes and the server they talk to, together on two cores: how long a renewal takes, and whether
// any node was ever taken for lost. Beside them idle processes detect when the machine itself stood still, and another process
// when its disk did. Each minute is printed on standard error; the JSON has them all.

import { join } from 'node:path';
import type { FleetSnapshot } from '../../agent/simulate/fleet-metrics.ts';
import {
  type Child,
  processorSeconds,
  processorTime,
  processorWait,
  residentMemory,
  start,
} from '../harness/processes.ts';
import type { Row } from '../harness/report.ts';
import { median } from '../harness/rounds.ts';
import { flushWatch, idleProgram, monotonic, type Stall, Stalls } from '../harness/stalls.ts';
import { call, open, programPath, startTarget, type Target } from '../harness/target.ts';
import { type FleetMinute, type FleetSecond, minuteOf, minuteText, p99Of, standstill } from './fleet-minute.ts';

const megabyte = 1024 * 1024;
const startRate = 100;
/** Minutes in which all nodes are there, or the run has failed. */
const longestStart = 10;
/** Seconds from then on until all loops have settled. */
const settling = 15;
/** Seconds until all stalls of a minute are reported. */
const telling = 2;

/** `nodeMinutes`: how long all nodes are there; the aim is stated for 5,000 nodes and thirty minutes. */
export async function measureSimulatedNodes(options: {
  readonly nodes: number;
  readonly nodeMinutes: number;
}): Promise<readonly Row[]> {
  const { nodes } = options;
  const minutes = Math.max(1, Math.round(options.nodeMinutes));
  const watched = { idle: new Stalls(), disk: new Stalls(), server: new Stalls(), simulation: new Stalls() };
  const target = await startTarget([], 'either', watched.server);
  const idle = (['server', 'client'] as const).map((core) =>
    start(core, process.execPath, [idleProgram], watched.idle),
  );
  const disk = start('either', process.execPath, [flushWatch, join(target.folder, 'flushes')]);
  gather(disk, watched.disk).catch(() => {});
  const plan = [
    programPath('orch-agent'),
    'simulate',
    `--kubeconfig=${join(target.folder, 'admin.kubeconfig')}`,
    `--nodes=${nodes}`,
    `--start-rate=${startRate}`,
    '--zones=3',
    '--output=json',
    '--print-period=1s',
    '--print-durations',
    // Stopped by hand, while the nodes are still there.
    `--duration=${longestStart + minutes + 1}m`,
  ];
  const fleet = start('either', process.execPath, plan, watched.simulation);
  for (let settled = 0; settled < settling; ) if ((await figuresOf(fleet)).nodes === nodes) settled += 1;
  const before = processorSeconds(target.child.pid);
  const seconds: FleetSecond[] = [];
  const measured: FleetMinute[] = [];
  for await (const second of secondsOf(fleet, target.child, minutes * 60 + telling)) {
    seconds.push(second);
    if (seconds.length % 60 !== telling || seconds.length < 60) continue;
    const minute = minuteOf(seconds.slice(-60 - telling, -telling), watched);
    measured.push(minute);
    process.stderr.write(`minute ${measured.length}: ${minuteText(minute)}\n`);
  }
  const all = seconds.slice(0, -telling);
  const elapsed = ((seconds.at(-1)?.to ?? 0) - (seconds[0]?.from ?? 0)) / 1000;
  const processor = ((processorSeconds(target.child.pid) - before) / elapsed) * 100;
  const memory = residentMemory(target.child.pid) / megabyte;
  const perNode = residentMemory(fleet.pid) / nodes / 1024;
  const lost = await lostNodes(target);
  await Promise.all([fleet, disk, ...idle].map((child) => child.stop()));
  await target.stop();
  return rowsOf(`${nodes} simulated nodes`, measured, { p99: p99Of(all), lost, processor, memory, perNode });
}

/** What the simulation reports for this many seconds. */
async function* secondsOf(fleet: Child, server: Child, count: number): AsyncGenerator<FleetSecond> {
  const look = () => ({ ...processorTime(), server: processorWait(server.pid), simulation: processorWait(fleet.pid) });
  let [from, before] = [monotonic(), look()];
  for (let number = 0; number < count; number += 1) {
    const { failures, durations = [] } = await figuresOf(fleet);
    const [to, now] = [monotonic(), look()];
    const ticks = { all: now.all - before.all, taken: now.taken - before.taken };
    const waited = { server: now.server - before.server, simulation: now.simulation - before.simulation };
    yield { from, to, failures, durations, ticks, waited };
    [from, before] = [to, now];
  }
}

/** Until the process ends, which rejects. */
async function gather(watch: Child, stalls: Stalls): Promise<never> {
  for (;;) stalls.add(JSON.parse(await watch.line()) as Stall);
}

/** Of the next second; rejects when the simulation ended. */
async function figuresOf(fleet: Child): Promise<FleetSnapshot> {
  return (JSON.parse(await fleet.line()) as { latest: FleetSnapshot }).latest;
}

interface Whole {
  /** Milliseconds, of all renewals of the whole run. */
  readonly p99: number;
  readonly lost: number;
  /** Percent of a core. */
  readonly processor: number;
  /** Megabytes of the server, kilobytes of the simulation for each node. */
  readonly memory: number;
  readonly perNode: number;
}

function rowsOf(name: string, minutes: readonly FleetMinute[], whole: Whole): readonly Row[] {
  const figures = (figure: (minute: FleetMinute) => number): readonly number[] => minutes.map(figure);
  const sum = (figure: (minute: FleetMinute) => number): number => figures(figure).reduce((all, one) => all + one, 0);
  const row = (measure: string, value: number, unit: string): Row => ({ measure: `${name}, ${measure}`, value, unit });
  const none = (value: number) => ({ aim: { text: '0', met: value === 0 } });
  const p99 = Math.max(...figures((minute) => minute.p99));
  const worst = minutes.find((minute) => minute.p99 === p99);
  const ofWorst = (measure: string, value = 0, unit = 'ms') =>
    row(`in the minute of the worst p99, ${measure}`, value, unit);
  const failures = sum((minute) => minute.failures);
  const otherwise = minutes.flatMap(({ p99Otherwise }) => p99Otherwise ?? []);
  return [
    row('renewals', sum((minute) => minute.perSecond) / minutes.length, '/s'),
    row('p50 of a renewal, worst minute', Math.max(...figures((minute) => minute.p50)), 'ms'),
    row('p99 of a renewal, whole run', whole.p99, 'ms'),
    row('p99 of a renewal, median minute', median(figures((minute) => minute.p99)), 'ms'),
    {
      ...row('p99 of a renewal, worst minute', p99, 'ms'),
      aim: { text: '< 100 ms', met: p99 < 100 },
      parts: minutes,
    },
    ...(otherwise.length === 0
      ? []
      : [row('p99 of a renewal, worst minute, without standstill', Math.max(...otherwise), 'ms')]),
    row(
      `standstill: seconds with an idle process late by > ${standstill} ms, of ${minutes.length * 60}`,
      sum((minute) => minute.stoodStill),
      's',
    ),
    ofWorst('processors taken by the host', worst?.taken, '%'),
    ofWorst('longest stall of an idle process', worst?.idleStall),
    ofWorst('longest flush of another process', worst?.diskStall),
    ofWorst('longest stall of the server', worst?.serverStall),
    ofWorst('longest stall of the simulation', worst?.simulationStall),
    ofWorst('without a processor in all, the server', worst?.serverWaited),
    ofWorst('without a processor in all, the simulation', worst?.simulationWaited),
    { ...row('failures', failures, ''), ...none(failures) },
    { ...row('taken for lost', whole.lost, ''), ...none(whole.lost) },
    row('processor of the server', whole.processor, '% of a core'),
    row('memory of the server', whole.memory, 'MB'),
    row('memory of the simulation', whole.perNode, 'KB a node'),
  ];
}

interface NodeList {
  readonly items: readonly {
    readonly metadata: { readonly creationTimestamp: string };
    readonly status?: { readonly conditions?: readonly { type: string; status: string; lastTransitionTime: string }[] };
  }[];
}

/** Milliseconds that a new node has to become ready. */
const beginning = 60_000;

/** Nodes that were taken for lost since they began: those that are not ready, or were not until lately. */
async function lostNodes(target: Target): Promise<number> {
  const session = open(target.access);
  const { body } = await call(session, 'GET', '/api/v1/nodes?resourceVersion=0');
  session.close();
  const { items } = JSON.parse(body.toString()) as NodeList;
  return items.filter(({ metadata, status }) => {
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    if (ready?.status !== 'True') return true;
    return Date.parse(ready.lastTransitionTime) - Date.parse(metadata.creationTimestamp) > beginning;
  }).length;
}
