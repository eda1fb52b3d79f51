// orch-conformance: the composition root of the suite. Reads the command line, opens the target, runs the chosen cases
// and writes the report. `runProgram` is the whole program as a function, so that tests and the launcher share it.

import { realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import picocolors from 'picocolors';
import { cases } from './cases/index.ts';
import { productVersion } from '../shared/process/product-version.ts';
import { type ListFlags, type RunFlags, runCommandLine } from './command-line.ts';
import { consoleReport, resultLine } from './report/console.ts';
import { listCases, listRequirements } from './report/listing.ts';
import { countsOf, makeReport, type Report, succeeded } from './report/report.ts';
import { tapReport } from './report/tap.ts';
import { loadCatalogue } from './requirements/catalogue.ts';
import { CommandError, commandWords } from './launch/command-words.ts';
import { AgentLauncher } from './launch/agent-launcher.ts';
import { ServerLauncher } from './launch/server-launcher.ts';
import { KubeconfigError, readKubeconfig } from './runner/kubeconfig.ts';
import { runCases } from './runner/run.ts';
import { SelectionError, selectCases } from './runner/select.ts';
import { openTarget, TargetError } from './runner/target.ts';
import { systemClock } from './wire/clock.ts';

/** Version of the suite, which its reports carry. */
const suiteVersion = productVersion();

/** What the program uses of its process. */
export interface Surface {
  write(text: string): void;
  writeError(text: string): void;
  readonly colors: boolean;
  readonly signal: AbortSignal;
}

/** Runs the program and returns its exit code: 0 proved, 1 findings or nothing decided, 2 could not start. */
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
    return await runSelected(flags, surface);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    surface.writeError(`orch-conformance: ${error.message}\n`);
    return 2;
  }
}

function isUnusable(error: unknown): error is Error {
  return [SelectionError, KubeconfigError, TargetError, OutputError, CommandError].some(
    (known) => error instanceof known,
  );
}

async function runSelected(flags: RunFlags, surface: Surface): Promise<number> {
  const catalogue = loadCatalogue();
  const unknown = flags.requirement.find((id) => catalogue.find(id) === undefined);
  if (unknown !== undefined) throw new SelectionError(`unknown requirement "${unknown}"`);
  const { area: areas, case: named, requirement: requirements, except, match } = flags;
  const chosen = selectCases(cases, {
    areas,
    cases: named,
    requirements,
    except,
    ...(match === undefined ? {} : { pattern: match }),
  });
  const command = flags.launchServer === undefined ? undefined : commandWords(flags.launchServer);
  const agentCommand = flags.launchAgent === undefined ? undefined : commandWords(flags.launchAgent);
  if (flags.output !== undefined) await claimOutput(flags.output);
  const clock = systemClock;
  const startedAt = new Date(clock.now()).toISOString();
  const start = clock.monotonic();
  const target = await openTarget(await targetOptions(flags), surface.signal);
  const launcher = command && new ServerLauncher({ command, vendor: target.vendor, clock });
  const agents = agentCommand && new AgentLauncher({ command: agentCommand, vendor: target.vendor, clock });
  const colors = picocolors.createColors(surface.colors);
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
      onResult: (result) => surface.writeError(`${resultLine(result, colors)}\n`),
    });
    const about = { server: target.server, vendor: target.vendor.id, version: target.version };
    const milliseconds = Math.round(clock.monotonic() - start);
    const suiteCases = cases.map(({ definition }) => definition);
    const facts = { suite: suiteVersion, target: about, startedAt, milliseconds };
    const report = makeReport(results, catalogue, suiteCases, facts);
    const text = rendered(report, flags.report, surface.colors && flags.output === undefined);
    if (flags.output === undefined) surface.write(text);
    else await writeFile(flags.output, text);
    return succeeded(countsOf(results)) ? 0 : 1;
  } finally {
    await Promise.all([launcher?.close(), agents?.close()]);
    await target.close();
  }
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
  const unknown = area.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    surface.writeError(`orch-conformance: no ${what} in an area "${unknown}"\n`);
    return 2;
  }
  const chosen = cases.filter((each) => area.length === 0 || area.includes(each.area));
  surface.write(what === 'cases' ? listCases(chosen, json) : listRequirements(catalogue, cases, area, json));
  return 0;
}

// The launcher may be a link to this file.
if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => stop.abort(new Error(`ended by ${name}`)));
  process.exitCode = await runProgram(process.argv.slice(2), {
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    colors: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    signal: stop.signal,
  });
}
