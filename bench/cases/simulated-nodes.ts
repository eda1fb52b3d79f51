// Thousands of simulated nodes and the server they talk to, together on two cores: how long a renewal takes, and whether
// any node was ever taken for lost.

import { join } from 'node:path';
import type { Figures } from '../../agent/simulate/fleet-figures.ts';
import { processorSeconds, processorTime, residentMemory, start } from '../processes.ts';
import type { Row } from '../report.ts';
import { quantile } from '../rounds.ts';
import { call, open, programPath, startTarget, type Target } from '../target.ts';

const megabyte = 1024 * 1024;
const startRate = 100;
/** Seconds after the last start until all loops have settled. */
const settling = 15;

/** `nodeMinutes`: how long all nodes are there; the aim is stated for 5,000 nodes and thirty minutes. */
export async function measureSimulatedNodes(options: {
  readonly nodes: number;
  readonly nodeMinutes: number;
}): Promise<readonly Row[]> {
  const { nodes, nodeMinutes } = options;
  const target = await startTarget([], 'either');
  const starting = nodes / startRate + settling;
  const minutes = Math.max(1, Math.round(nodeMinutes));
  // The lines come every minute from the start of the program: those of settled nodes count.
  const skipped = Math.ceil(starting / 60);
  const fleet = start('either', process.execPath, [
    programPath('orch-agent'),
    'simulate',
    `--kubeconfig=${join(target.folder, 'admin.kubeconfig')}`,
    `--nodes=${nodes}`,
    `--start-rate=${startRate}`,
    '--zones=3',
    '--output=json',
    '--print-period=60s',
    // Stopped by hand, while the nodes are still there.
    `--duration=${skipped + minutes + 1}m`,
  ]);
  for (let line = 0; line < skipped; line += 1) await fleet.line();
  const before = processorSeconds(target.child.pid);
  const lines: Minute[] = [];
  for (let since = processorTime(); lines.length < minutes; ) {
    const { latest } = JSON.parse(await fleet.line()) as { latest: Figures };
    const now = processorTime();
    lines.push({ ...latest, taken: (100 * (now.taken - since.taken)) / (now.all - since.all) });
    since = now;
  }
  const processor = ((processorSeconds(target.child.pid) - before) / (minutes * 60)) * 100;
  const memory = residentMemory(target.child.pid) / megabyte;
  const perNode = residentMemory(fleet.pid) / nodes / 1024;
  const lost = await lostNodes(target);
  await fleet.stop();
  await target.stop();
  return rowsOf(lines, { lost, processor, memory, perNode });
}

/** What the simulation said of a minute. */
interface Minute extends Figures {
  /** Percent of all processors that the host gave to others: a minute without two whole cores says little. */
  readonly taken: number;
}

interface Costs {
  readonly lost: number;
  /** Percent of a core. */
  readonly processor: number;
  /** Megabytes of the server, kilobytes of the simulation for each node. */
  readonly memory: number;
  readonly perNode: number;
}

function rowsOf(lines: readonly Minute[], { lost, processor, memory, perNode }: Costs): readonly Row[] {
  const worst = (figure: (line: Minute) => number): number => Math.max(...lines.map(figure));
  const sum = (figure: (line: Minute) => number): number => lines.reduce((total, line) => total + figure(line), 0);
  const name = `${worst((line) => line.nodes)} simulated nodes`;
  const none = (value: number) => ({ value, unit: '', aim: { text: '0', met: value === 0 } });
  const p99 = worst((line) => line.p99);
  return [
    { measure: `${name}, renewals`, value: sum((line) => line.renewalsPerSecond) / lines.length, unit: '/s' },
    { measure: `${name}, p50 of a renewal, worst minute`, value: worst((line) => line.p50), unit: 'ms' },
    {
      measure: `${name}, p99 of a renewal, worst minute`,
      value: p99,
      unit: 'ms',
      aim: { text: '< 100 ms', met: p99 < 100 },
    },
    {
      measure: `${name}, p99 of a renewal, median minute`,
      value: quantile(
        lines.map((line) => line.p99),
        0.5,
      ),
      unit: 'ms',
    },
    {
      measure: `${name}, processors taken by the host in the minute of the worst p99`,
      value: lines.find((line) => line.p99 === p99)?.taken ?? 0,
      unit: '%',
    },
    { measure: `${name}, failures`, ...none(sum((line) => line.failures)) },
    { measure: `${name}, taken for lost`, ...none(lost) },
    { measure: `${name}, processor of the server`, value: processor, unit: '% of a core' },
    { measure: `${name}, memory of the server`, value: memory, unit: 'MB' },
    { measure: `${name}, memory of the simulation`, value: perNode, unit: 'KB a node' },
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
