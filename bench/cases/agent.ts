// What the agent costs on an idle host, joined to a server and a runtime (the simulator): memory, processor, writes to the
// server, how late heartbeats are, and what it adds to a checkpoint.

import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { grpcRuntime } from '../../agent/cri/grpc-runtime.ts';
import { writeNodeConnection } from '../../fixtures/host/node-connection.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { type Child, processorSeconds, residentMemory, start } from '../harness/processes.ts';
import type { Row } from '../harness/report.ts';
import { call, open, programPath, startTarget, type Target } from '../harness/target.ts';

const megabyte = 1024 * 1024;
const nodeName = 'bench';
/** Checkpoints by the agent, each beside one by the runtime alone; the first ones only warm up. */
const checkpoints = 60;
const warming = 10;

/** `minutes`: how long the idle agent is looked at; the aims are stated for ten. */
export async function measureAgent({ minutes }: { readonly minutes: number }): Promise<readonly Row[]> {
  const target = await startTarget();
  const endpoint = `unix://${join(target.folder, 'cri.sock')}`;
  // Beside the server, which rests: the agent has its core for itself.
  const runtime = start('server', process.execPath, [
    fileURLToPath(new URL('../../fixtures/cri-simulator/main.js', import.meta.url)),
    '--socket',
    join(target.folder, 'cri.sock'),
    '--container',
    'default/counter/app',
  ]);
  await runtime.line();
  const agent = await startAgent(target, endpoint);
  const port = await portOf(target);
  await bindPod(target, port);
  await sleep(5000);
  const [writesBefore, processorBefore] = [await writesTo(target), processorSeconds(agent.pid)];
  await sleep(minutes * 60_000);
  const seconds = minutes * 60;
  const memory = residentMemory(agent.pid) / megabyte;
  const share = ((processorSeconds(agent.pid) - processorBefore) / seconds) * 100;
  const writes = ((await writesTo(target)) - writesBefore) / seconds;
  const late = percentile(await ask(port, 'GET', '/metrics'), 'node_lease_lateness_seconds', 0.99) * 1000;
  const beyond = await checkpointCost(port, endpoint, join(target.folder, 'archives'));
  await agent.stop();
  await runtime.stop();
  await target.stop();
  const row = (measure: string, value: number, unit: string, limit: number): Row => ({
    measure: `agent, ${measure}`,
    value,
    unit,
    aim: { text: `<= ${limit} ${unit}`, met: value <= limit },
  });
  return [
    row('resident memory', memory, 'MB', 90),
    row('processor', share, '% of a core', 0.5),
    row('writes to the server', writes, '/s', 0.2),
    row('lateness of heartbeats, p99', late, 'ms', 100),
    row('checkpoint, beyond the runtime', beyond, 'ms', 5),
  ];
}

async function startAgent(target: Target, endpoint: string): Promise<Child> {
  const pki = join(target.folder, 'data', 'pki');
  const path = join(target.folder, 'node.kubeconfig');
  const authority = {
    certificatePem: readFileSync(join(pki, 'ca.crt'), 'utf8'),
    keyPem: readFileSync(join(pki, 'ca.key'), 'utf8'),
  };
  await writeNodeConnection({ authority, server: target.access.origin, nodeName, path, clock: systemClock });
  return start('client', process.execPath, [
    programPath('orch-agent'),
    `--kubeconfig=${path}`,
    `--hostname-override=${nodeName}`,
    `--root-dir=${join(target.folder, 'agent')}`,
    `--container-runtime-endpoint=${endpoint}`,
    '--address=127.0.0.1',
    '--port=0',
    '--healthz-port=0',
    '--authorization-mode=AlwaysAllow',
    '--anonymous-auth',
  ]);
}

/** Where the agent serves, as its node says. */
async function portOf(target: Target): Promise<number> {
  const session = open(target.access);
  for (;;) {
    const { status, body } = await call(session, 'GET', `/api/v1/nodes/${nodeName}`);
    const node = JSON.parse(body.toString()) as {
      status?: { daemonEndpoints?: { kubeletEndpoint?: { Port?: number } } };
    };
    const port = node.status?.daemonEndpoints?.kubeletEndpoint?.Port;
    if (status === 200 && port !== undefined) {
      session.close();
      return port;
    }
    await sleep(50);
  }
}

/** Requests that wrote nodes or leases since the server started, those of its own controllers included. */
async function writesTo(target: Target): Promise<number> {
  const session = open(target.access);
  const { body } = await call(session, 'GET', '/metrics');
  session.close();
  const isWrite =
    /^apiserver_request_total\{(?=[^}]*resource="(?:nodes|leases)")(?=[^}]*verb="(?:POST|PUT|PATCH|APPLY)")/;
  const lines = body.toString().split('\n');
  return lines.filter((line) => isWrite.test(line)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** The pod whose container is checkpointed, as its node knows it: bound by the server. */
async function bindPod(target: Target, port: number): Promise<void> {
  const session = open(target.access);
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'counter' },
    spec: { nodeName, automountServiceAccountToken: false, containers: [{ name: 'app', image: 'counter' }] },
  };
  // Refused until the account that pods run as is there.
  while ((await call(session, 'POST', '/api/v1/namespaces/default/pods', pod)).status >= 300) await sleep(50);
  session.close();
  while (!(await ask(port, 'GET', '/pods')).includes('"counter"')) await sleep(50);
}

/** The share as if figures lay evenly within a bucket. */
function percentile(metrics: string, name: string, share: number): number {
  const count = Number(new RegExp(`^${name}_count(?:\\{\\})? (\\d+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
  const pattern = new RegExp(`^${name}_bucket\\{le="([^"]+)"\\} (\\d+)$`, 'gm');
  const buckets = [...metrics.matchAll(pattern)].map(([, bound = '', below]) => ({
    bound: bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound),
    below: Number(below),
  }));
  const at = buckets.findIndex(({ below }) => below >= count * share);
  const [from, to] = [buckets[at - 1] ?? { bound: 0, below: 0 }, buckets[at]];
  if (to === undefined || to.below === 0) return Number.NaN;
  return from.bound + ((to.bound - from.bound) * (count * share - from.below)) / (to.below - from.below);
}

/** Milliseconds of a checkpoint by the agent, less those of the same call to the runtime right after: the median. */
async function checkpointCost(port: number, endpoint: string, folder: string): Promise<number> {
  await mkdir(folder);
  const runtime = grpcRuntime({ endpoint, callTimeout: 10_000 });
  const [container] = await runtime.listContainers();
  const beyond: number[] = [];
  for (let round = 0; round < checkpoints; round += 1) {
    const begun = performance.now();
    await ask(port, 'POST', '/checkpoint/default/counter/app');
    const answered = performance.now();
    const location = join(folder, `${round}.tar`);
    await runtime.checkpoint({ containerId: container?.id ?? '', location, timeoutSeconds: 0 });
    if (round >= warming) beyond.push(answered - begun - (performance.now() - answered));
  }
  runtime.close();
  return median(beyond);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const connections = new Agent({ keepAlive: true, rejectUnauthorized: false });

/** The body of the agent's answer; rejects when that is not 200. */
function ask(port: number, method: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, agent: connections }, (answer) => {
      text(answer).then((body) => {
        if (answer.statusCode === 200) resolve(body);
        else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${body}`));
      }, reject);
    })
      .on('error', reject)
      .end();
  });
}
