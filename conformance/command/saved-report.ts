// `orch-conformance report` and `compare`: they read saved reports; `compare` can also run targets.

import { open } from 'node:fs/promises';
import picocolors from 'picocolors';
import { cases } from '../cases/index.ts';
import type { CompareFlags, RenderFlags, ReportForm, RunFlags } from '../command-line/command-line.ts';
import { comparisonText } from '../report/compare/comparison-text.ts';
import { compareReports, type NamedReport } from '../report/compare/comparison.ts';
import { readReport, ReportError } from '../report/read-report.ts';
import { makeReport, type Report } from '../report/report.ts';
import { loadCatalogue } from '../requirements/catalogue.ts';
import type { PlacedCase } from '../runner/select.ts';
import { claimOutput, deliver } from './output-file.ts';
import { renderReport } from './report-form.ts';
import { chosenCases, runForReport } from './run-suite.ts';
import { FileError, type Surface } from './surface.ts';

/** The most characters of a report that are read: ten times the size of a report in which every case fails. */
const longest = 64 * 1024 * 1024;

/** Writes a saved report in this form and returns 0. Throws errors about invalid input. */
export async function renderSaved(
  form: ReportForm,
  file: string,
  flags: RenderFlags,
  surface: Surface,
): Promise<number> {
  const report = reportIn(file, await textOf(file));
  await deliver(renderReport(report, form, surface.colors && flags.output === undefined), flags.output, surface);
  return 0;
}

/**
 * Compares two runs. Returns 0 for not worse, 1 for worse. A side is a saved report, or a client configuration, whose
 * target is run now.
 */
export async function compare(before: string, after: string, flags: CompareFlags, surface: Surface): Promise<number> {
  const chosen = chosenCases(runFlags(flags, ''));
  // Read both files before either target is run.
  const sides = [await sideOf(before), await sideOf(after)] as const;
  await claimOutput(flags.output);
  const [old, now] = [await reportOf(sides[0], flags, surface), await reportOf(sides[1], flags, surface)].map((side) =>
    isSelecting(flags) ? { ...side, report: onlyOf(side.report, chosen) } : side,
  ) as [NamedReport, NamedReport];
  // Cases that an interrupted run did not decide are not a difference.
  if (surface.signal.aborted) throw surface.signal.reason;
  const comparison = compareReports(old, now);
  const colors = picocolors.createColors(surface.colors && flags.output === undefined);
  const text = flags.json ? `${JSON.stringify(comparison, null, 2)}\n` : comparisonText(comparison, colors);
  await deliver(text, flags.output, surface);
  return comparison.worse ? 1 : 0;
}

/** One side: a report, or the client configuration of a target to run. */
type Side = NamedReport | { readonly kubeconfig: string };

async function sideOf(file: string): Promise<Side> {
  const text = await textOf(file);
  return isConnectionFile(text) ? { kubeconfig: file } : { name: file, report: reportIn(file, text) };
}

async function reportOf(side: Side, flags: CompareFlags, surface: Surface): Promise<NamedReport> {
  if ('report' in side) return side;
  const { kubeconfig } = side;
  const report = await runForReport(runFlags(flags, kubeconfig), surface);
  return { name: kubeconfig, report };
}

function runFlags(flags: CompareFlags, kubeconfig: string): RunFlags {
  return { ...flags, kubeconfig, plan: false, report: 'json', words: [] };
}

function isSelecting({ profile, area, case: named, requirement, except, match }: CompareFlags): boolean {
  return [profile, area, named, requirement, except].some(({ length }) => length > 0) || match !== undefined;
}

/** Returns the report as if only these cases had been selected. */
function onlyOf(report: Report, chosen: readonly PlacedCase[]): Report {
  const names = new Set(chosen.map(({ area, definition }) => `${area}/${definition.id}`));
  const results = report.results.filter(({ area, id }) => names.has(`${area}/${id}`));
  const { suite, target, startedAt, milliseconds } = report;
  const suiteCases = cases.map(({ definition }) => definition);
  return makeReport(results, loadCatalogue(), suiteCases, { suite, target, startedAt, milliseconds });
}

/** Every client configuration, YAML or JSON, has clusters. */
function isConnectionFile(text: string): boolean {
  return !text.includes('"ConformanceReport"') && /(?:^|[{,])[ \t]*"?clusters"?[ \t]*:/m.test(text);
}

function reportIn(file: string, text: string) {
  try {
    return readReport(text);
  } catch (error) {
    if (error instanceof ReportError) throw new ReportError(`${file}: ${error.message}`);
    throw error;
  }
}

/** Throws FileError. */
async function textOf(file: string): Promise<string> {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    if (size > longest) throw new Error(`${size} bytes, and ${longest} are read at most`);
    return await handle.readFile('utf8');
  } catch (error) {
    throw new FileError(`cannot read ${file}: ${(error as Error).message}`);
  }
}
