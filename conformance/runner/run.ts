// Runs cases against a target: several in parallel, each with a time limit, exclusive cases one by one at the end.
// Results come in the order of the cases, whatever order they ended in.

import { randomInt } from 'node:crypto';
import { type Case, NotObservable, type RunningContainer } from '../contract/case.ts';
import type { AgentLauncher } from '../launch/agent-launcher.ts';
import type { ServerLauncher } from '../launch/server-launcher.ts';
import { keyOf, SharedServers } from '../launch/shared-servers.ts';
import type { Clock } from '../wire/time/clock.ts';
import { ExpectationFailed } from '../wire/contract/failure.ts';
import { Transcript } from '../wire/exchange/transcript.ts';
import { limits } from '../wire/contract/limits.ts';
import { ownTime } from '../wire/time/own-time.ts';
import { Checks } from './checks.ts';
import { setUp } from './isolate.ts';
import { type Lack, lackOf, lackOfServer } from './lack.ts';
import type { CaseResult, FailedCheck, NotRun } from './result.ts';
import type { PlacedCase } from './select.ts';
import type { Target } from '../target/target.ts';

/** How to run. */
export interface RunOptions {
  readonly target: Target;
  readonly clock: Clock;
  /** Cases in parallel, at least 1. */
  readonly parallel: number;
  /**
   * Time limit of one case in milliseconds; default `limits.case`. Time in which the suite was suspended does not
   * count.
   */
  readonly caseLimit?: number;
  /** Ends the run: undecided cases are reported as not run, and their objects are deleted. */
  readonly signal: AbortSignal;
  /** Starts servers for cases. Absent: cases that need one are skipped. The caller closes it. */
  readonly launcher?: ServerLauncher;
  /** Starts agents for cases. Absent: cases that need one are skipped. The caller closes it. */
  readonly agents?: AgentLauncher;
  /** A container that the runtime of these agents runs. Absent: cases about a container are skipped. */
  readonly agentContainer?: RunningContainer;
  /** An image that nodes of the target can run. Absent: cases that run pods are skipped. */
  readonly podImage?: string;
  /** Where these nodes have their seccomp profiles. Absent: cases that write some are skipped. */
  readonly seccompFolder?: string;
  /** Awaited before each case begins. */
  readonly beforeCase?: (placed: PlacedCase) => Promise<void>;
  /** The seed of random choices; default: a new one for each run. */
  readonly seed?: number;
  /** Called with each result as it comes. */
  readonly onResult?: (result: CaseResult) => void;
}

/** Runs every case once. An error of a case never rejects. */
export async function runCases(cases: readonly PlacedCase[], options: RunOptions): Promise<readonly CaseResult[]> {
  const results = new Map<PlacedCase, CaseResult>();
  const run = {
    ...options,
    seed: options.seed ?? randomInt(2 ** 31),
    removalSignal: abortedAfter(options.signal, limits.removal),
  };
  const servers = sharedServers(cases, options);
  const runOne = async (placed: PlacedCase) => {
    await options.beforeCase?.(placed);
    const result = await runCase(placed, run, servers);
    results.set(placed, result);
    options.onResult?.(result);
  };
  const together = cases.filter(({ definition }) => !definition.alone);
  const starting = startingCases(together);
  const [first, other] = [starting.values(), together.filter((placed) => !starting.includes(placed)).values()];
  const { parallel } = options;
  await Promise.all(
    Array.from({ length: Math.max(1, parallel) }, async (_, lane) => {
      // Some lanes take cases that start servers first, the others take them last, so that not all lanes wait for
      // servers at the end.
      for (const queue of lane < Math.floor(parallel / 3) ? [first, other] : [other, first]) {
        for (const placed of queue) await runOne(placed);
      }
    }),
  );
  for (const placed of cases) if (placed.definition.alone) await runOne(placed);
  return cases.map((placed) => results.get(placed)).filter((result) => result !== undefined);
}

/** Returns a signal that aborts this many milliseconds after the other one. */
function abortedAfter(signal: AbortSignal, milliseconds: number): AbortSignal {
  const later = new AbortController();
  const begin = () => setTimeout(() => later.abort(signal.reason), milliseconds).unref();
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return later.signal;
}

/** The options of a run, with its seed and the signal that ends clean-up. */
interface Running extends RunOptions {
  readonly seed: number;
  readonly removalSignal: AbortSignal;
}

/** Cases that start a server, grouped by server: each server is stopped after its last case. */
function startingCases(cases: readonly PlacedCase[]): readonly PlacedCase[] {
  const byServer = new Map<string, PlacedCase[]>();
  for (const placed of cases) {
    const { launch, needs = [], id } = placed.definition;
    if (launch === undefined && !needs.includes('launch-server')) continue;
    const server = launch === undefined ? id : keyOf(launch);
    byServer.set(server, [...(byServer.get(server) ?? []), placed]);
  }
  return [...byServer.values()].flat();
}

function sharedServers(cases: readonly PlacedCase[], { launcher, target }: RunOptions): SharedServers | undefined {
  if (launcher === undefined) return undefined;
  const launches = cases.map(({ definition }) => definition.launch).filter((launch) => launch !== undefined);
  return new SharedServers(launcher, target.vendor.id, launches);
}

async function runCase(placed: PlacedCase, options: Running, servers: SharedServers | undefined): Promise<CaseResult> {
  const { launch } = placed.definition;
  if (options.signal.aborted) return notRun(placed, options.signal);
  if (launch === undefined) return judge(placed, options);
  if (servers === undefined) return judge(placed, options, lackOfServer(placed.definition, options));
  try {
    const target = await servers.use(launch, options.signal);
    return await judge(placed, { ...options, target });
  } catch (error) {
    if (options.signal.aborted) return notRun(placed, options.signal);
    return { ...about(placed), outcome: 'errored', message: wording(error), transcript: [] };
  } finally {
    await servers.release(launch);
  }
}

function about({ area, definition: { id, title, requirements } }: PlacedCase) {
  return { id, area, title, requirements, milliseconds: 0 };
}

function notRun(placed: PlacedCase, signal: AbortSignal): NotRun {
  return { ...about(placed), outcome: 'not-run', reason: wording(signal.reason) };
}

/** `unable`: why the case cannot run at all. */
async function judge(placed: PlacedCase, options: Running, unable?: Lack): Promise<CaseResult> {
  const { definition } = placed;
  const start = options.clock.monotonic();
  const journal = new Transcript();
  const checks = new Checks(definition, journal);
  const done = () => ({
    ...about(placed),
    milliseconds: Math.round(options.clock.monotonic() - start),
    ...(checks.list.length === 0 ? {} : { checks: checks.list }),
  });
  const lack = unable ?? lackOf(definition, options);
  if (lack !== undefined) return { ...done(), outcome: 'skipped', ...lack };
  const failed = ({ what, expected, got, transcript }: Omit<FailedCheck, 'requirements' | 'outcome'>): CaseResult => {
    return { ...done(), outcome: 'failed', what, expected, got, transcript };
  };
  try {
    await attempt(definition, options, journal, checks);
    const { firstFailed, nothingSeen } = checks;
    if (firstFailed !== undefined) return failed(firstFailed);
    return nothingSeen === undefined
      ? { ...done(), outcome: 'passed' }
      : { ...done(), outcome: 'skipped', reason: nothingSeen };
  } catch (error) {
    // Findings of an interrupted case say nothing about the target.
    if (error instanceof Undecided) {
      const { checks: _undecided, ...begun } = done();
      return { ...notRun(placed, options.signal), ...begun };
    }
    // A finding counts, whatever error came after it.
    if (!(error instanceof ExpectationFailed) && checks.firstFailed !== undefined) return failed(checks.firstFailed);
    if (error instanceof NotObservable) return { ...done(), outcome: 'skipped', reason: error.message };
    const transcript = journal.last(2).map((exchange) => exchange.transcript());
    if (error instanceof ExpectationFailed) {
      const { what, expected, got } = error;
      return failed({ what, expected, got, transcript });
    }
    return { ...done(), outcome: 'errored', message: wording(error), transcript };
  }
}

/** The run ended before the case did. */
class Undecided extends Error {}

/** Runs the case under its time limit and cleans up in any case. Throws Undecided. */
async function attempt(definition: Case, options: Running, journal: Transcript, checks: Checks): Promise<void> {
  const { target, clock, launcher, signal: runSignal } = options;
  if (runSignal.aborted) throw new Undecided();
  await target.renew(runSignal).catch((error: unknown) => {
    throw runSignal.aborted ? new Undecided() : error;
  });
  // A case that starts servers itself may have to wait until other cases have started theirs.
  const starting = definition.needs?.some((need) => need === 'launch-server' || need === 'launch-agent')
    ? limits.launch
    : 0;
  const caseLimit = (options.caseLimit ?? limits.case) + starting;
  const over = new AbortController();
  const signal = AbortSignal.any([runSignal, over.signal]);
  const timeUp = new Error(`no result within ${caseLimit} ms`);
  const limit = ownTime(clock, caseLimit, signal).then(
    () => {
      over.abort(timeUp);
      throw timeUp;
    },
    () => (runSignal.aborted ? Promise.reject(asError(runSignal.reason)) : new Promise<never>(() => {})),
  );
  // The limit may expire during set-up, before `Promise.race` below handles its rejection.
  limit.catch(() => {});
  let cutShort = false;
  // Decide before clean-up: an end of the run during clean-up must not change the outcome.
  const decide = (error: unknown): never => {
    cutShort = signal.aborted;
    if (runSignal.aborted) throw new Undecided();
    // What a case finds when its requests are ended says nothing about the target.
    throw over.signal.reason === timeUp ? timeUp : error;
  };
  const surroundings = await setUp(definition, {
    target,
    clock,
    seed: options.seed,
    journal,
    checks,
    signal,
    removalSignal: options.removalSignal,
    ...(launcher === undefined ? {} : { launcher }),
    ...(options.agents === undefined ? {} : { agents: options.agents }),
    ...(options.agentContainer === undefined ? {} : { agentContainer: options.agentContainer }),
    ...(options.podImage === undefined ? {} : { podImage: options.podImage }),
    ...(options.seccompFolder === undefined ? {} : { seccompFolder: options.seccompFolder }),
  }).catch((error: unknown) => {
    over.abort(new Error('the case is over'));
    return decide(error);
  });
  try {
    await Promise.race([definition.run(surroundings.context), limit]).catch(decide);
    if (runSignal.aborted) decide(runSignal.reason);
  } finally {
    over.abort(new Error('the case is over'));
    await surroundings.remove(cutShort);
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function wording(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}${cause}`;
}
