// Programs of the instrumented tree to run cases against: a server for the folders of the API service, on a real etcd for what
// speaks to etcd; for those of the agent a whole node, with mutants in the agent only. Each bench is one set of fresh processes
// with one environment.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { AgentLauncher } from '../../dist/conformance/launch/agent-launcher.js';
import { ServerLauncher } from '../../dist/conformance/launch/server-launcher.js';
import { readKubeconfig } from '../../dist/conformance/target/kubeconfig.js';
import { openTarget } from '../../dist/conformance/target/target.js';
import { systemClock as clock } from '../../dist/conformance/wire/time/clock.js';
import { etcdMissing, startEtcdProcess } from '../../dist/fixtures/process/etcd-process.js';
import { startNodeSystem } from '../../dist/fixtures/process/node-system.js';
import { vendorOf } from '../../dist/shared/vendor/profile.js';
import { agentAreas, claimingAreas } from './areas.mjs';

/** Milliseconds for a program to end by itself; then it is killed. */
const endPatience = 1_500;

/** The runtime of the agents runs it. */
const container = { namespace: 'default', pod: 'counter', container: 'app' };

/**
 * What cases are run against; close it.
 * @typedef {{ target: object, launcher: ServerLauncher, agents?: AgentLauncher, agentContainer?: object, close(): Promise<void> }} Bench
 */

const etcdFolder = 'apiserver/storage/etcd/';

/**
 * Milliseconds in the published results from which a case that starts servers is left out: it starts one for each row of a table, which
 * would make the recording several times as long, and no trial could afford it.
 */
const longest = 9_000;

const published = JSON.parse(
  readFileSync(new URL('../../conformance/reports/server-orch.json', import.meta.url), 'utf8'),
);
const tables = new Set(
  published.results.filter(({ milliseconds }) => milliseconds >= longest).map(({ area, id }) => `${area}/${id}`),
);

/** The kind of bench for this file. Without an etcd on this machine what speaks to it is reached by no case. */
export function benchOf(file) {
  if (file.startsWith(etcdFolder) && etcdMissing() === undefined) return 'etcd';
  return file.startsWith('agent/') ? 'agent' : 'server';
}

/** The cases that can run on it. */
export function runsOn(kind, { area, definition: { id, launch, needs = [] } }) {
  const asksAgent = needs.some((need) => need.includes('agent'));
  if (kind === 'agent') return agentAreas.includes(area);
  if (needs.some(isLaunch) && tables.has(`${area}/${id}`)) return false;
  // One server has the etcd for itself: cases that start others run on the other bench.
  if (kind === 'etcd') return claimingAreas(etcdFolder).includes(area) && launch === undefined && !needs.some(isLaunch);
  return !asksAgent;
}

function isLaunch(need) {
  return need.startsWith('launch-');
}

/**
 * Starts it. Rejects when a program does not come up in `patience` milliseconds; nothing is left running then.
 * @param {'server' | 'etcd' | 'agent'} kind
 * @param {{ bin: string, vendor: string, environment: Record<string, string>, features?: object, patience: number, signal: AbortSignal }} options
 * `environment` of the mutated programs; `features` of a good target, so that a fault does not make the suite skip cases
 * @returns {Promise<Bench>}
 */
export async function startBench(kind, options) {
  const late = AbortSignal.any([options.signal, AbortSignal.timeout(options.patience)]);
  if (kind === 'agent') return startAgentBench(options, late);
  return kind === 'etcd' ? startEtcdBench(options, late) : startServerBench(options, late);
}

async function startEtcdBench(options, signal) {
  const etcd = await startEtcdProcess();
  try {
    const bench = await startServerBench(options, signal, ['--etcd-servers', etcd.server]);
    const close = async () => {
      await bench.close();
      await etcd.remove();
    };
    return { target: bench.target, close };
  } catch (error) {
    await etcd.remove();
    throw error;
  }
}

async function startServerBench({ bin, vendor, environment, features }, signal, flags = []) {
  const command = mutatedWords(bin, 'orch-apiserver', environment);
  const launcher = new ServerLauncher({ command, vendor: vendorOf(vendor), clock, patience: endPatience });
  try {
    const { kubeconfig } = await launcher.start({ server: flags }, 'ready', signal);
    const target = await openTarget({ kubeconfig, vendor, ...(features && { features }) }, signal);
    const close = async () => {
      await launcher.close();
      await target.close();
    };
    return { target, launcher, close };
  } catch (error) {
    await launcher.close();
    throw error;
  }
}

async function startAgentBench({ bin, vendor, environment, features }, signal) {
  const system = await inTime(
    startNodeSystem({
      vendor,
      nodeName: 'n1',
      containers: [Object.values(container).join('/')],
      configuration: ['nodeStatusUpdateFrequency: 1s'],
      programs: bin,
      agentPrefix: environmentWords(environment),
    }),
    signal,
  );
  const launching = { vendor: vendorOf(vendor), clock, patience: endPatience };
  const runtime = ['--container-runtime-endpoint', `unix://${join(system.folder, 'cri.sock')}`];
  const agents = new AgentLauncher({
    ...launching,
    command: [...mutatedWords(bin, 'orch-agent', environment), ...runtime],
  });
  const launcher = new ServerLauncher({ ...launching, command: [process.execPath, join(bin, 'orch-apiserver.js')] });
  const ended = async () => {
    await Promise.all([agents.close(), launcher.close()]);
    await system.remove();
  };
  try {
    const kubeconfig = await readKubeconfig(system.server.kubeconfig);
    const agentServer = `https://127.0.0.1:${system.agent.port}`;
    const target = await openTarget({ kubeconfig, vendor, agentServer, ...(features && { features }) }, signal);
    const close = async () => {
      await ended();
      await target.close();
    };
    return { target, launcher, agents, agentContainer: container, close };
  } catch (error) {
    await ended();
    throw error;
  }
}

/** Programs that come up too late are stopped when they do. */
async function inTime(starting, signal) {
  let given = true;
  const late = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  starting.then(
    (system) => (given ? undefined : system.remove()),
    () => {},
  );
  try {
    return await Promise.race([starting, late]);
  } catch (error) {
    given = false;
    throw error;
  }
}

function mutatedWords(bin, name, environment) {
  return [...environmentWords(environment), process.execPath, join(bin, `${name}.js`)];
}

function environmentWords(environment) {
  return ['env', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)];
}
