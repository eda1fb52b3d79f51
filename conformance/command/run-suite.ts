// `orch-conformance run`: opens the target, runs the selected cases and makes the report.

import { readFile } from 'node:fs/promises';
import picocolors from 'picocolors';
import { productVersion } from '../../shared/process/host/product-version.ts';
import { cases } from '../cases/index.ts';
import type { RunFlags } from '../command-line/command-line.ts';
import { AgentLauncher } from '../launch/agent-launcher.ts';
import { commandWords } from '../launch/command-words.ts';
import { ServerLauncher } from '../launch/server-launcher.ts';
import {
  differencesOf,
  type KnownDifference,
  KnownDifferencesError,
  markKnown,
  readKnownDifferences,
  staleDifferences,
} from '../runner/known-differences.ts';
import { Progress } from '../report/progress.ts';
import { makeReport, type Report, type RunFacts, succeeded } from '../report/report.ts';
import { loadCatalogue } from '../requirements/catalogue.ts';
import type { CaseResult } from '../runner/result.ts';
import { runCases } from '../runner/run.ts';
import { type PlacedCase, refuseUnknown, SelectionError, selectCases } from '../runner/select.ts';
import { KubeconfigError } from '../target/kubeconfig-error.ts';
import { readKubeconfig } from '../target/kubeconfig.ts';
import { openTarget, type TargetOptions } from '../target/target.ts';
import { systemClock } from '../wire/time/clock.ts';
import { abortWords } from './exit-code.ts';
import { claimOutput, deliver } from './output-file.ts';
import { planSuite } from './plan-suite.ts';
import { renderReport } from './report-form.ts';
import type { Surface } from './surface.ts';

/**
 * Runs and writes the report. Returns 0 for success, 1 for findings or nothing decided. Throws errors about invalid
 * input.
 */
export async function runSuite(flags: RunFlags, surface: Surface): Promise<number> {
  // Before the target is opened, so that a misspelt name or an unwritable file is reported at once.
  const chosen = chosenCases(flags);
  if (flags.plan) return planSuite(flags, await targetOptions(flags), chosen, surface);
  await claimOutput(flags.output);
  const report = await runForReport(flags, surface, chosen);
  await deliver(
    renderReport(report, flags.report, surface.colors && flags.output === undefined),
    flags.output,
    surface,
  );
  return succeeded(report.counts) ? 0 : 1;
}

/** Returns the cases that the flags select. Throws SelectionError. */
export function chosenCases(flags: RunFlags): readonly PlacedCase[] {
  const { profile: profiles, area: areas, case: named, requirement, except, match } = flags;
  const ids = loadCatalogue().requirements.map(({ id }) => id);
  refuseUnknown('requirement', requirement, ids);
  const pattern = match === undefined ? {} : { pattern: match };
  return selectCases(cases, { profiles, areas, cases: named, requirements: requirement, except, ...pattern });
}

/** Runs these cases against the target of the flags. Throws errors about invalid input. */
export async function runForReport(
  flags: RunFlags,
  surface: Surface,
  chosen: readonly PlacedCase[] = chosenCases(flags),
): Promise<Report> {
  const command = flags['launch-server'] === undefined ? undefined : commandWords(flags['launch-server']);
  const agentCommand = flags['launch-agent'] === undefined ? undefined : commandWords(flags['launch-agent']);
  const rows = await knownDifferences(flags['known-differences']);
  const clock = systemClock;
  const startedAt = new Date(clock.now()).toISOString();
  const start = clock.monotonic();
  const options = await targetOptions(flags);
  const target = await openTarget(options, surface.signal);
  const launcher = command && new ServerLauncher({ command, vendor: target.vendor, clock });
  const agents = agentCommand && new AgentLauncher({ command: agentCommand, vendor: target.vendor, clock });
  const progress = progressOf(surface, chosen.length);
  const about = { server: target.server, vendor: target.vendor.id, version: target.version };
  const differences = differencesOf(rows, about);
  const judged = (result: CaseResult) => markKnown(result, differences);
  try {
    const ended = await runCases(chosen, {
      target,
      clock,
      parallel: flags.parallel,
      caseLimit: flags['case-timeout'] * 1000,
      ...(flags.seed === undefined ? {} : { seed: flags.seed }),
      signal: surface.signal,
      ...(launcher === undefined ? {} : { launcher }),
      ...(agents === undefined ? {} : { agents }),
      ...(flags['agent-container'] === undefined ? {} : { agentContainer: flags['agent-container'] }),
      ...(flags['pod-image'] === undefined ? {} : { podImage: flags['pod-image'] }),
      ...(flags['seccomp-folder'] === undefined ? {} : { seccompFolder: flags['seccomp-folder'] }),
      onResult: (result) => progress.add(judged(result)),
    });
    progress.end();
    const results = ended.map(judged);
    const milliseconds = Math.round(clock.monotonic() - start);
    const facts = {
      suite: productVersion(),
      target: about,
      startedAt,
      milliseconds,
      command: flags.words,
      stale: staleDifferences(results, differences),
    };
    return reportOf(results, facts, [
      ...target.secrets(),
      ...(options.agentToken === undefined ? [] : [options.agentToken]),
    ]);
  } finally {
    await Promise.all([launcher?.close(), agents?.close()]);
    await target.close();
  }
}

function reportOf(results: readonly CaseResult[], facts: RunFacts, secrets: readonly string[]): Report {
  const suiteCases = cases.map(({ definition }) => definition);
  return makeReport(results, loadCatalogue(), suiteCases, facts, secrets);
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
  const say = () =>
    progress.say(`${abortWords(signal)}: removing what the cases made; repeat the signal to stop at once`);
  signal.addEventListener('abort', say, { once: true });
  return progress;
}

/** Reads the target flags. Throws KubeconfigError. */
async function targetOptions(flags: RunFlags): Promise<TargetOptions> {
  const { server, vendor, 'agent-url': agentServer, 'agent-token-file': agentTokenFile } = flags;
  const agentToken = agentTokenFile === undefined ? undefined : await tokenOf(agentTokenFile);
  return {
    kubeconfig: await readKubeconfig(flags.kubeconfig, flags.context),
    ...(server === undefined ? {} : { server }),
    ...(vendor === undefined ? {} : { vendor }),
    ...(agentServer === undefined ? {} : { agentServer }),
    ...(agentToken === undefined ? {} : { agentToken }),
  };
}

/** Returns the rows of the file; none without a file. Throws KnownDifferencesError. */
async function knownDifferences(file: string | undefined): Promise<readonly KnownDifference[]> {
  if (file === undefined) return [];
  try {
    return readKnownDifferences(await readFile(file, 'utf8'), cases);
  } catch (error) {
    if (error instanceof SelectionError || error instanceof KnownDifferencesError)
      throw new KnownDifferencesError(`${file}: ${error.message}`);
    throw new KnownDifferencesError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

async function tokenOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new KubeconfigError(`cannot read ${file}: ${error.message}`);
  });
  return text.trim();
}
