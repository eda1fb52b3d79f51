// Runs cases against a target: several side by side, each with a time limit, those that must be alone one by one at the
// end. Results come in the order of the cases, whatever order they ended in.

import { type Case, NotObservable, type RunningContainer } from '../cases/case.ts';
import type { AgentLauncher } from '../launch/agent-launcher.ts';
import type { ServerLauncher } from '../launch/server-launcher.ts';
import { keyOf, SharedServers } from '../launch/shared-servers.ts';
import type { Clock } from '../wire/clock.ts';
import { ExpectationFailed } from '../wire/failure.ts';
import { Journal } from '../wire/journal.ts';
import { limits } from '../wire/limits.ts';
import { ownTime } from '../wire/own-time.ts';
import { surround } from './isolate.ts';
import type { CaseResult } from './result.ts';
import type { PlacedCase } from './select.ts';
import type { Target } from './target.ts';

/** How to run. */
export interface RunOptions {
  readonly target: Target;
  readonly clock: Clock;
  /** Cases side by side, at least 1. */
  readonly parallel: number;
  /** Time limit of one case in milliseconds; default `limits.case`. Time in which the suite stood still does not count. */
  readonly caseLimit?: number;
  /** Ends the run; cases that did not start are reported as errored. */
  readonly signal: AbortSignal;
  /** Starts servers for the cases that ask for one. Absent: those are skipped. It is the caller's to close. */
  readonly launcher?: ServerLauncher;
  /** Starts agents for the cases that ask for one. Absent: those are skipped. It is the caller's to close. */
  readonly agents?: AgentLauncher;
  /** What the runtime of these agents runs. Absent: cases about a container are skipped. */
  readonly agentContainer?: RunningContainer;
  /** Told about each result as it comes. */
  readonly onResult?: (result: CaseResult) => void;
}

/** Runs every case once. Never rejects because of a case. */
export async function runCases(cases: readonly PlacedCase[], options: RunOptions): Promise<readonly CaseResult[]> {
  const results = new Map<PlacedCase, CaseResult>();
  const servers = sharedServers(cases, options);
  const runOne = async (placed: PlacedCase) => {
    const result = await runCase(placed, options, servers);
    results.set(placed, result);
    options.onResult?.(result);
  };
  const together = cases.filter(({ definition }) => !definition.alone);
  const starting = startingCases(together);
  const [first, other] = [starting.values(), together.filter((placed) => !starting.includes(placed)).values()];
  const { parallel } = options;
  await Promise.all(
    Array.from({ length: Math.max(1, parallel) }, async (_, lane) => {
      // Some lanes wait for servers to start while the others go on, so that not all wait for them in the end.
      for (const queue of lane < Math.floor(parallel / 3) ? [first, other] : [other, first]) {
        for (const placed of queue) await runOne(placed);
      }
    }),
  );
  for (const placed of cases) if (placed.definition.alone) await runOne(placed);
  return cases.map((placed) => results.get(placed)).filter((result) => result !== undefined);
}

/** Cases that start a server, those on the same one in a row: it ends after the last of them. */
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

async function runCase(
  placed: PlacedCase,
  options: RunOptions,
  servers: SharedServers | undefined,
): Promise<CaseResult> {
  const { launch } = placed.definition;
  if (launch === undefined) return judge(placed, options);
  if (servers === undefined) return judge(placed, options, noLauncher);
  try {
    const target = await servers.use(launch, options.signal);
    return await judge(placed, { ...options, target });
  } catch (error) {
    const { area, definition } = placed;
    const { id, title, requirements } = definition;
    const about = { id, area, title, requirements, milliseconds: 0 };
    return { ...about, outcome: 'errored', message: wording(error), transcript: [] };
  } finally {
    await servers.release(launch);
  }
}

const noAgents = 'the suite was not told how to start an agent (--launch-agent)';
const noContainer = 'the suite was not told of a running container (--agent-container)';
const noLauncher = 'the suite was not told how to start a server (--launch-server)';

/** `unable`: why the case cannot run at all. */
async function judge({ area, definition }: PlacedCase, options: RunOptions, unable?: string): Promise<CaseResult> {
  const { id, title, requirements } = definition;
  const start = options.clock.monotonic();
  const about = () => ({ id, area, title, requirements, milliseconds: Math.round(options.clock.monotonic() - start) });
  const reason = unable ?? skipReason(definition, options);
  if (reason !== undefined) return { ...about(), outcome: 'skipped', reason };
  const journal = new Journal();
  try {
    await attempt(definition, options, journal);
    return { ...about(), outcome: 'passed' };
  } catch (error) {
    if (error instanceof NotObservable) return { ...about(), outcome: 'skipped', reason: error.message };
    const transcript = journal.last(2).map((exchange) => exchange.transcript());
    if (error instanceof ExpectationFailed) {
      const { what, expected, got } = error;
      return { ...about(), outcome: 'failed', what, expected, got, transcript };
    }
    return { ...about(), outcome: 'errored', message: wording(error), transcript };
  }
}

function skipReason(definition: Case, { target, launcher, agents, agentContainer }: RunOptions): string | undefined {
  for (const need of definition.needs ?? []) {
    if (need === 'launch-server') {
      if (launcher === undefined) return noLauncher;
    } else if (need === 'launch-agent') {
      if (agents === undefined) return noAgents;
    } else if (need === 'agent-container') {
      if (agentContainer === undefined) return noContainer;
    } else if (!target.features.has(need)) return target.missing.get(need) ?? `the target lacks ${need}`;
  }
  return undefined;
}

/** Runs the body under the time limit and takes its surroundings down, whatever happened. */
async function attempt(definition: Case, options: RunOptions, journal: Journal): Promise<void> {
  const { target, clock, launcher, signal: runSignal } = options;
  // A case that starts servers itself may have to wait until others have started theirs.
  const starting = definition.needs?.some((need) => need === 'launch-server' || need === 'launch-agent')
    ? limits.launch
    : 0;
  const caseLimit = (options.caseLimit ?? limits.case) + starting;
  runSignal.throwIfAborted();
  const over = new AbortController();
  const signal = AbortSignal.any([runSignal, over.signal]);
  const timeUp = new Error(`no result within ${caseLimit} ms`);
  const limit = ownTime(clock, caseLimit, signal).then(
    () => {
      over.abort(timeUp);
      throw timeUp;
    },
    () => new Promise<never>(() => {}),
  );
  // The limit may pass while the surroundings are still being made, before anybody races against it.
  limit.catch(() => {});
  try {
    const surroundings = await surround(definition, {
      target,
      clock,
      journal,
      signal,
      runSignal,
      ...(launcher === undefined ? {} : { launcher }),
      ...(options.agents === undefined ? {} : { agents: options.agents }),
      ...(options.agentContainer === undefined ? {} : { agentContainer: options.agentContainer }),
    });
    try {
      await Promise.race([definition.run(surroundings.context), limit]);
    } finally {
      over.abort(new Error('the case is over'));
      await surroundings.remove();
    }
  } finally {
    over.abort(new Error('the case is over'));
  }
}

function wording(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}${cause}`;
}
