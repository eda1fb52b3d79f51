// Runs the cases that should notice a mutant against the mutant, and against the proxy without a fault. It fails for a
// mutant that survives a named case, and for a case that fails without a fault.

import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { program } from '../../shared/process/command-line/command.ts';
import { runProgram } from '../../shared/process/command-line/command-line.ts';
import {
  choiceFlag,
  type FlagValues,
  integerFlag,
  listFlag,
  switchFlag,
  textFlag,
} from '../../shared/process/command-line/flag.ts';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import { productVersion } from '../../shared/process/host/product-version.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import { cases } from '../cases/index.ts';
import type { RunningContainer } from '../contract/case.ts';
import { containerFlag, urlFlag } from '../command-line/target-flags.ts';
import { AgentLauncher } from '../launch/agent-launcher.ts';
import { commandWords } from '../launch/command-words.ts';
import { ServerLauncher } from '../launch/server-launcher.ts';
import { type Kubeconfig, readKubeconfig } from '../target/kubeconfig.ts';
import { runCases } from '../runner/run.ts';
import type { CaseResult } from '../runner/result.ts';
import type { PlacedCase } from '../runner/select.ts';
import { openTarget, type Target } from '../target/target.ts';
import { systemClock } from '../wire/time/clock.ts';
import { frontOf } from './proxy/front.ts';
import type { Fault, Mutant } from './contract/mutant.ts';
import { mutants } from './mutants.ts';
import { startProxy } from './proxy/proxy.ts';

/** The result for one mutant. `survived`: the cases that should have noticed it and did not. */
export interface Trial {
  readonly mutant: string;
  readonly noticed: readonly string[];
  readonly survived: readonly string[];
}

/** The result for all mutants. `unsound`: cases that fail without a fault, so that their failures prove nothing. */
export interface Matrix {
  readonly trials: readonly Trial[];
  readonly unsound: readonly CaseResult[];
}

/** Options of the matrix. */
export interface MatrixOptions {
  readonly kubeconfig: Kubeconfig;
  readonly vendor: VendorId;
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Default: all mutants. */
  readonly mutants?: readonly Mutant[];
  /** Commands that start servers and agents, as for the suite. Without one, cases that need it do not count. */
  readonly launchServer?: readonly string[];
  readonly launchAgent?: readonly string[];
  /** A container that the runtime of these agents runs. */
  readonly agentContainer?: RunningContainer;
  /** An image that nodes of the target can run. */
  readonly podImage?: string;
  /** Address of an agent that has joined the target, which takes the caller of the configuration. */
  readonly agentServer?: string;
  /** Which cases count; default: all that can run. */
  readonly witness?: (subject: PlacedCase) => boolean;
  /** Mutants in parallel; default 1. */
  readonly trials?: number;
  /** The cases are known to pass without a fault: skip those runs. Default false. */
  readonly sound?: boolean;
  /** Milliseconds after which a case that still waits counts as having noticed the mutant; default one minute. */
  readonly caseLimit?: number;
  /** Milliseconds that a case has without a fault; default four minutes. */
  readonly soundLimit?: number;
  readonly onTrial?: (trial: Trial) => void;
}

/** Runs the cases of every mutant. */
export async function runMatrix(options: MatrixOptions): Promise<Matrix> {
  const isWitness = (id: string) => canSee(placedCase(id), options);
  const chosen = (options.mutants ?? mutants)
    .map((mutant) => ({ mutant, noticedBy: mutant.noticedBy.filter(isWitness) }))
    .filter(({ noticedBy }) => noticedBy.length > 0);
  const unsound = options.sound ? [] : await unsoundOf(chosen, options);
  const trials: Trial[] = [];
  const left = chosen.values();
  const work = async () => {
    for (const { mutant, noticedBy } of left) {
      const results = await runThrough(mutant.start(), noticedBy, options);
      const noticed = results
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
        .map(({ id }) => id);
      const trial = { mutant: mutant.id, noticed, survived: noticedBy.filter((id) => !noticed.includes(id)) };
      trials.push(trial);
      options.onTrial?.(trial);
    }
  };
  await Promise.all(Array.from({ length: options.trials ?? 1 }, work));
  return { trials, unsound };
}

/**
 * Returns the cases that fail without a fault. Cases for faults in bytes run through a tunnel, because a proxy would
 * reject their requests.
 */
async function unsoundOf(
  chosen: readonly { readonly mutant: Mutant; readonly noticedBy: readonly string[] }[],
  options: MatrixOptions,
): Promise<readonly CaseResult[]> {
  const ofBytes = new Set(
    chosen.filter(({ mutant }) => mutant.start().bytes !== undefined).flatMap(({ noticedBy }) => noticedBy),
  );
  const others = new Set(chosen.flatMap(({ noticedBy }) => noticedBy).filter((id) => !ofBytes.has(id)));
  // A case that notices a fault ends early; without one it runs to its end, however busy the machine is.
  const patient = { ...options, caseLimit: options.soundLimit ?? 240_000 };
  const results = [
    ...(others.size === 0 ? [] : await runThrough({}, [...others], patient)),
    ...(ofBytes.size === 0 ? [] : await runThrough({ bytes: () => ({}) }, [...ofBytes], patient)),
  ];
  return results.filter(({ outcome }) => outcome !== 'passed');
}

function placedCase(id: string): PlacedCase {
  const placed = cases.find(({ file }) => file === id);
  if (placed === undefined) throw new TypeError(`no case is named ${id}`);
  return placed;
}

/** Whether the case can run and was selected. */
function canSee(subject: PlacedCase, options: MatrixOptions): boolean {
  const { launchServer, launchAgent, agentContainer, podImage, agentServer, witness } = options;
  const { launch, needs = [] } = subject.definition;
  if (agentServer === undefined && needs.includes('agent')) return false;
  if (launchServer === undefined && (launch !== undefined || needs.includes('launch-server'))) return false;
  if (launchAgent === undefined && needs.includes('launch-agent')) return false;
  if (agentContainer === undefined && needs.includes('agent-container')) return false;
  if (podImage === undefined && needs.includes('pod-image')) return false;
  if (needs.includes('seccomp-folder')) return false;
  return witness?.(subject) ?? true;
}

/** Whether every mutant was noticed by all of its cases, and every case passed without a fault. */
export function isProved({ trials, unsound }: Matrix): boolean {
  return unsound.length === 0 && trials.every(({ survived }) => survived.length === 0);
}

async function runThrough(
  fault: Fault,
  ids: readonly string[],
  options: MatrixOptions,
): Promise<readonly CaseResult[]> {
  const { vendor, parallel, signal, launchServer, launchAgent, agentContainer, podImage } = options;
  const launching = { vendor: vendorOf(vendor), clock: systemClock, front: frontOf(fault) };
  const launcher = launchServer && new ServerLauncher({ ...launching, command: launchServer });
  const agents = launchAgent && new AgentLauncher({ ...launching, command: launchAgent });
  const target = await openFaulty(fault, options);
  try {
    const chosen = cases.filter(({ file }) => ids.includes(file));
    return await runCases(chosen, {
      target,
      clock: systemClock,
      parallel,
      signal,
      // A fixed seed, so that random choices do not decide whether a fault is noticed.
      seed: 1,
      caseLimit: options.caseLimit ?? 60_000,
      ...(launcher === undefined ? {} : { launcher }),
      ...(agents === undefined ? {} : { agents }),
      ...(agentContainer === undefined ? {} : { agentContainer }),
      ...(podImage === undefined ? {} : { podImage }),
    });
  } finally {
    await Promise.all([target.close(), launcher?.close(), agents?.close()]);
  }
}

/** Opens the target, and the agent that has joined it, behind proxies with the fault. */
async function openFaulty(fault: Fault, { kubeconfig, vendor, agentServer, signal }: MatrixOptions): Promise<Target> {
  const opened: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (const one of opened.toReversed()) await one.close();
  };
  const behindProxy = async (address: Kubeconfig): Promise<Kubeconfig> => {
    const proxy = await startProxy(address, fault);
    opened.push(proxy);
    return proxy.kubeconfig;
  };
  try {
    // The features come from the target without the fault, so that a fault cannot make the runner skip a case.
    const good = await openTarget(
      { kubeconfig, vendor, ...(agentServer === undefined ? {} : { agentServer }) },
      signal,
    );
    opened.push(good);
    const options = { kubeconfig: await behindProxy(kubeconfig), vendor, features: good };
    if (agentServer === undefined) {
      const faulty = await openTarget(options, signal);
      opened.push(faulty);
      return { ...faulty, close };
    }
    const agent = await behindProxy({ ...kubeconfig, server: agentServer, insecure: true });
    const token = agent.token === undefined ? {} : { agentToken: agent.token };
    const faulty = await openTarget({ ...options, agentServer: agent.server, ...token }, signal);
    opened.push(faulty);
    return { ...faulty, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The matrix as text. */
export function matrixText({ trials, unsound }: Matrix): string {
  const lines = trials.map(({ mutant, noticed, survived }) =>
    survived.length === 0
      ? `killed    ${mutant} by ${noticed.join(', ')}`
      : `SURVIVED  ${mutant}: not noticed by ${survived.join(', ')}`,
  );
  for (const result of unsound)
    lines.push(`UNSOUND   ${result.id} ${result.outcome} without a fault: ${reasonOf(result)}`);
  return `${lines.join('\n')}\n`;
}

function reasonOf(result: CaseResult): string {
  if (result.outcome === 'failed') return `${result.what}: expected ${result.expected}, got ${result.got}`;
  if (result.outcome === 'errored') return result.message;
  return result.outcome === 'skipped' ? result.reason : '';
}

const areas = new Set(cases.map(({ area }) => area));

const matrixFlags = {
  kubeconfig: textFlag('configuration of a good target (required)', { value: 'FILE' }),
  vendor: choiceFlag('profile of the target (required)', vendorIds, { value: 'NAME' }),
  mutant: listFlag('only this mutant', {
    value: 'ID',
    parse: (text: string) => mutants.find(({ id }) => id === text),
    what: 'a mutant',
  }),
  area: listFlag('only cases of this area are witnesses', {
    value: 'NAME',
    parse: (text: string) => (areas.has(text) ? text : undefined),
    what: 'an area of the suite',
  }),
  'launch-server': textFlag('command that starts a server, for mutants of launched servers', { value: 'COMMAND' }),
  'launch-agent': textFlag('command that starts an agent, for mutants of launched agents', { value: 'COMMAND' }),
  'agent-container': containerFlag('what their runtime runs, namespace/pod/container'),
  'pod-image': textFlag('an image with a shell that nodes of the target can run, for the mutants of those', {
    value: 'IMAGE',
  }),
  'agent-url': urlFlag('an agent that has joined the target, for the mutants of those'),
  trials: integerFlag('mutants at the same time', { min: 1, default: 1 }),
  'case-limit': integerFlag('after which a case that still waits has noticed something', { min: 1, value: 'SECONDS' }),
  sound: switchFlag('all cases are known to pass without a fault: do not run them so'),
};

/** Runs the matrix of the flags and prints it. Returns 0 if it is proved, else 1. Throws UsageError. */
async function runFlags(flags: FlagValues<typeof matrixFlags>): Promise<number> {
  const { kubeconfig, vendor, area, mutant, trials, sound } = flags;
  if (kubeconfig === undefined || vendor === undefined) throw new UsageError('--kubeconfig and --vendor are required');
  const [launchServer, launchAgent] = [flags['launch-server'], flags['launch-agent']];
  const { 'agent-container': agentContainer, 'agent-url': agentServer, 'case-limit': caseLimit } = flags;
  const matrix = await runMatrix({
    kubeconfig: await readKubeconfig(kubeconfig),
    vendor,
    parallel: 4,
    signal: new AbortController().signal,
    ...(area.length === 0 ? {} : { witness: (subject) => area.includes(subject.area) }),
    ...(launchServer === undefined ? {} : { launchServer: commandWords(launchServer) }),
    ...(launchAgent === undefined ? {} : { launchAgent: commandWords(launchAgent) }),
    ...(agentContainer === undefined ? {} : { agentContainer }),
    ...(flags['pod-image'] === undefined ? {} : { podImage: flags['pod-image'] }),
    ...(agentServer === undefined ? {} : { agentServer }),
    ...(caseLimit === undefined ? {} : { caseLimit: caseLimit * 1000 }),
    sound,
    trials,
    onTrial: (trial) => process.stderr.write(matrixText({ trials: [trial], unsound: [] })),
    ...(mutant.length === 0 ? {} : { mutants: mutant }),
  });
  process.stdout.write(matrixText(matrix));
  return isProved(matrix) ? 0 : 1;
}

const matrixProgram = program({
  name: 'matrix',
  version: productVersion(),
  summary: 'Runs the cases that should notice a mutant against it, and against the target without a fault.',
  flags: matrixFlags,
  run: ({ flags }) => runFlags(flags),
});

async function runAsMain(): Promise<void> {
  const code = await runProgram(matrixProgram, process.argv.slice(2));
  // Otherwise parallel trials would go on for minutes after one has thrown.
  if (code !== 0) process.exit(code);
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) await runAsMain();
