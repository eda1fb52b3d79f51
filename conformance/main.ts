// orch-conformance: the composition root of the suite. Reads the command line, opens the target, runs the chosen cases
// and writes the report. `runProgram` is the whole program as a function, so that tests and the launcher share it.

import { realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import picocolors from 'picocolors';
import { cases } from './cases/index.ts';
import { print } from '../shared/process/host/printed.ts';
import { productVersion } from '../shared/process/host/product-version.ts';
import { stopOnSignals, StoppedBySignal } from '../shared/process/host/signals.ts';
import { type ListFlags, type RunFlags, runCommandLine } from './command-line/command-line.ts';
import { consoleReport } from './report/console.ts';
import { listCases, listRequirements } from './report/listing.ts';
import { Progress } from './report/progress.ts';
import { countsOf, makeReport, type Report, type RunFacts, succeeded } from './report/report.ts';
import { tapReport } from './report/tap.ts';
import { loadCatalogue } from './requirements/catalogue.ts';
import { CommandError, commandWords } from './launch/command-words.ts';
import { AgentLauncher } from './launch/agent-launcher.ts';
import { ServerLauncher } from './launch/server-launcher.ts';
import { KubeconfigError, readKubeconfig } from './target/kubeconfig.ts';
import { runCases } from './runner/run.ts';
import type { CaseResult } from './runner/result.ts';
import { type PlacedCase, refuseUnknown, SelectionError, selectCases } from './runner/select.ts';
import { openTarget, TargetError } from './target/target.ts';
import { systemClock } from './wire/time/clock.ts';

/** Version of the suite, which its reports carry. */
const suiteVersion = productVersion();

/** What the program uses of its process. */
export interface Surface {
  write(text: string): void;
  writeError(text: string): void;
  readonly colors: boolean;
  /** Whether standard error is a terminal, whose last line can be written again. */
  readonly terminal: boolean;
  /** Ends the run. Its reason says the exit code when it is StoppedBySignal. */
  readonly signal: AbortSignal;
}

/**
 * Runs the program and returns its exit code: 0 proved, 1 findings or nothing decided, 2 could not start, and that of the
 * signal that ended it, such as 130.
 */
export async function runProgram(args: readonly string[], surface: Surface): Promise<number> {
  let code = 0;
  const usage = await runCommandLine(args, suiteVersion, {
    write: (text) => surface.write(text),
    writeError: (text) => surface.writeError(text),
    run: async (flags) => {
      code = await runSuite(flags, surface);
    },
    list: (what, flags) => {
      code = list(what, flags, surface);
    },
  });
  return usage === 0 ? code : usage;
}

async function runSuite(flags: RunFlags, surface: Surface): Promise<number> {
  try {
    const code = await runSelected(flags, surface);
    return surface.signal.aborted ? codeOf(surface.signal) : code;
  } catch (error) {
    if (surface.signal.aborted) {
      surface.writeError(`orch-conformance: ${words(surface.signal)} before the first case\n`);
      return codeOf(surface.signal);
    }
    if (!isUnusable(error)) throw error;
    surface.writeError(`orch-conformance: ${error.message}\n`);
    return 2;
  }
}

function codeOf({ reason }: AbortSignal): number {
  return reason instanceof StoppedBySignal ? reason.exitCode : 1;
}

function words({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : 'stopped';
}

function isUnusable(error: unknown): error is Error {
  return [SelectionError, KubeconfigError, TargetError, OutputError, CommandError].some(
    (known) => error instanceof known,
  );
}

async function runSelected(flags: RunFlags, surface: Surface): Promise<number> {
  const chosen = chosenCases(flags);
  const command = flags.launchServer === undefined ? undefined : commandWords(flags.launchServer);
  const agentCommand = flags.launchAgent === undefined ? undefined : commandWords(flags.launchAgent);
  if (flags.output !== undefined) await claimOutput(flags.output);
  const clock = systemClock;
  const startedAt = new Date(clock.now()).toISOString();
  const start = clock.monotonic();
  const target = await openTarget(await targetOptions(flags), surface.signal);
  const launcher = command && new ServerLauncher({ command, vendor: target.vendor, clock });
  const agents = agentCommand && new AgentLauncher({ command: agentCommand, vendor: target.vendor, clock });
  const progress = progressOf(surface, chosen.length);
  try {
    const results = await runCases(chosen, {
      target,
      clock,
      parallel: flags.parallel,
      caseLimit: flags.caseTimeout * 1000,
      signal: surface.signal,
      ...(launcher === undefined ? {} : { launcher }),
      ...(agents === undefined ? {} : { agents }),
      ...(flags.agentContainer === undefined ? {} : { agentContainer: flags.agentContainer }),
      onResult: (result) => progress.add(result),
    });
    progress.end();
    const about = { server: target.server, vendor: target.vendor.id, version: target.version };
    const milliseconds = Math.round(clock.monotonic() - start);
    await deliver(results, { suite: suiteVersion, target: about, startedAt, milliseconds }, flags, surface);
    return succeeded(countsOf(results)) ? 0 : 1;
  } finally {
    await Promise.all([launcher?.close(), agents?.close()]);
    await target.close();
  }
}

/** Throws SelectionError. */
function chosenCases({ area: areas, case: named, requirement, except, match }: RunFlags): readonly PlacedCase[] {
  const ids = loadCatalogue().requirements.map(({ id }) => id);
  refuseUnknown('requirement', requirement, ids);
  const pattern = match === undefined ? {} : { pattern: match };
  return selectCases(cases, { areas, cases: named, requirements: requirement, except, ...pattern });
}

function progressOf(surface: Surface, all: number): Progress {
  const { terminal, colors, signal } = surface;
  const write = (text: string) => surface.writeError(text);
  const progress = new Progress({
    all,
    write,
    terminal,
    colors: picocolors.createColors(colors && terminal),
    clock: systemClock,
  });
  const say = () => progress.say(`${words(signal)}: removing what the cases made; the same again ends at once`);
  signal.addEventListener('abort', say, { once: true });
  return progress;
}

async function deliver(
  results: readonly CaseResult[],
  facts: RunFacts,
  { report: form, output }: RunFlags,
  surface: Surface,
): Promise<void> {
  const suiteCases = cases.map(({ definition }) => definition);
  const report = makeReport(results, loadCatalogue(), suiteCases, facts);
  const text = rendered(report, form, surface.colors && output === undefined);
  if (output === undefined) surface.write(text);
  else await writeFile(output, text);
}

/** The report cannot be written where it is asked for; the message is one line. */
class OutputError extends Error {}

/** Empties the file before the run, so that a long run does not end with nowhere to go. */
async function claimOutput(file: string): Promise<void> {
  await writeFile(file, '').catch((error: Error) => {
    throw new OutputError(`cannot write ${file}: ${error.message}`);
  });
}

async function targetOptions(flags: RunFlags) {
  const { server, vendor, agentUrl: agentServer, agentTokenFile } = flags;
  const agentToken = agentTokenFile === undefined ? undefined : await tokenOf(agentTokenFile);
  return {
    kubeconfig: await readKubeconfig(flags.kubeconfig, flags.context),
    ...(server === undefined ? {} : { server }),
    ...(vendor === undefined ? {} : { vendor }),
    ...(agentServer === undefined ? {} : { agentServer }),
    ...(agentToken === undefined ? {} : { agentToken }),
  };
}

async function tokenOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new KubeconfigError(`cannot read ${file}: ${error.message}`);
  });
  return text.trim();
}

function rendered(report: Report, form: RunFlags['report'], colors: boolean): string {
  if (form === 'tap') return tapReport(report);
  if (form === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  return consoleReport(report, picocolors.createColors(colors));
}

function list(what: 'cases' | 'requirements', { area, json }: ListFlags, surface: Surface): number {
  const catalogue = loadCatalogue();
  const known = what === 'cases' ? cases.map((each) => each.area) : catalogue.areas;
  try {
    refuseUnknown('area', area, known, `no ${what} in an area`);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    surface.writeError(`orch-conformance: ${error.message}\n`);
    return 2;
  }
  const chosen = cases.filter((each) => area.length === 0 || area.includes(each.area));
  surface.write(what === 'cases' ? listCases(chosen, json) : listRequirements(catalogue, cases, area, json));
  return 0;
}

// The launcher may be a link to this file.
if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  process.exitCode = await runProgram(process.argv.slice(2), {
    write: (text) => print(process.stdout, text),
    writeError: (text) => print(process.stderr, text),
    colors: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    terminal: process.stderr.isTTY && process.env['TERM'] !== 'dumb',
    signal: stopOnSignals(),
  });
}
