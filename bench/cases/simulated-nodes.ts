// Thousands of simulated nodes against one server, each on a core: how long a renewal takes, and whether any node was ever
// taken for lost.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorSeconds, residentMemory, start } from '../processes.ts';
import type { Row } from '../report.ts';
import { call, open, programPath, startTarget, type Target } from '../target.ts';

const megabyte = 1024 * 1024;
const startRate = 100;
/** Seconds after the last start until all loops have settled. */
const settling = 15;

interface Figures {
  readonly nodes: number;
  readonly renewals: number;
  readonly renewalsPerSecond: number;
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** `nodeMinutes`: how long all nodes are there; the aim is stated for 5,000 nodes and thirty minutes. */
export async function measureSimulatedNodes(options: {
  readonly nodes: number;
  readonly nodeMinutes: number;
}): Promise<readonly Row[]> {
  const { nodes, nodeMinutes } = options;
  const target = await startTarget();
  const starting = nodes / startRate + settling;
  const seconds = Math.round(nodeMinutes * 60);
  const fleet = start('client', process.execPath, [
    programPath('orch-agent'),
    'simulate',
    `--kubeconfig=${join(target.folder, 'admin.kubeconfig')}`,
    `--nodes=${nodes}`,
    `--start-rate=${startRate}`,
    '--zones=3',
    '--output=json',
    // One line for the time of starting, one for the time that counts.
    `--print-period=${seconds}s`,
    `--duration=${starting + 2 * seconds}s`,
  ]);
  await sleep(starting * 1000);
  // The lines come every so many seconds from the start of the program: the next but one is wholly of settled nodes.
  const skipped = Math.ceil(starting / seconds);
  for (let line = 0; line < skipped; line += 1) await fleet.line();
  const before = processorSeconds(target.child.pid);
  const { latest } = JSON.parse(await fleet.line()) as { latest: Figures };
  const processor = ((processorSeconds(target.child.pid) - before) / seconds) * 100;
  const lost = await lostNodes(target);
  const memory = residentMemory(target.child.pid) / megabyte;
  const perNode = (residentMemory(fleet.pid) / nodes / 1024).toFixed(0);
  await fleet.stop();
  await target.stop();
  const name = `${latest.nodes} simulated nodes`;
  return [
    { measure: `${name}, renewals`, value: latest.renewalsPerSecond, unit: '/s' },
    { measure: `${name}, p50 of a renewal`, value: latest.p50, unit: 'ms' },
    {
      measure: `${name}, p99 of a renewal`,
      value: latest.p99,
      unit: 'ms',
      aim: { text: '< 100 ms', met: latest.p99 < 100 },
    },
    { measure: `${name}, failures`, value: latest.failures, unit: '', aim: { text: '0', met: latest.failures === 0 } },
    { measure: `${name}, taken for lost`, value: lost, unit: '', aim: { text: '0', met: lost === 0 } },
    { measure: `${name}, processor of the server`, value: processor, unit: '% of a core' },
    { measure: `${name}, memory of the server`, value: memory, unit: 'MB' },
    { measure: `${name}, memory of the simulation`, value: Number(perNode), unit: 'KB a node' },
  ];
}

/** How often a node was taken for lost so far, as the server's events tell. */
async function lostNodes(target: Target): Promise<number> {
  const session = open(target.access);
  const { body } = await call(session, 'GET', '/api/v1/namespaces/default/events?fieldSelector=reason%3DNodeNotReady');
  session.close();
  return (JSON.parse(body.toString()) as { items: unknown[] }).items.length;
}
