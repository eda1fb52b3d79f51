// orch-conformance: the composition root of the suite. Reads the command line and runs the command. `runProgram` is the
// whole program as a function, which tests and the launcher use.

import { realpathSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runProgram as runDeclared } from '../shared/process/command-line/command-line.ts';
import { print } from '../shared/process/host/printed.ts';
import { productVersion } from '../shared/process/host/product-version.ts';
import { stopOnSignals } from '../shared/process/host/signals.ts';
import { cases } from './cases/index.ts';
import { exitCode } from './command/exit-code.ts';
import { runSuite } from './command/run-suite.ts';
import { compare, renderSaved } from './command/saved-report.ts';
import type { Surface } from './command/surface.ts';
import { type ListFlags, suiteProgram } from './command-line/command-line.ts';
import { listCases, listRequirements } from './report/listing.ts';
import { loadCatalogue } from './requirements/catalogue.ts';
import { refuseUnknown, SelectionError } from './runner/select.ts';

/** The version of the suite, as in its reports. */
const suiteVersion = productVersion();

/**
 * Runs the program and returns its exit code. 0: success. 1: findings, nothing decided, or a worse comparison. 2:
 * invalid input. Otherwise that of the signal that ended it, such as 130.
 */
export async function runProgram(args: readonly string[], surface: Surface): Promise<number> {
  const declaration = suiteProgram(suiteVersion, args, {
    run: (flags) => exitCode(() => runSuite(flags, surface), surface),
    report: (form, file, flags) => exitCode(() => renderSaved(form, file, flags, surface), surface),
    compare: (before, after, flags) => exitCode(() => compare(before, after, flags, surface), surface),
    list: (what, flags) => list(what, flags, surface),
  });
  const output = {
    out: (text: string) => surface.write(text),
    error: (text: string) => surface.writeError(text),
  };
  return runDeclared(declaration, args, output);
}

function list(what: 'cases' | 'requirements', { area, json }: ListFlags, surface: Surface): number {
  const catalogue = loadCatalogue();
  const known = what === 'cases' ? cases.map((each) => each.area) : catalogue.areas;
  try {
    refuseUnknown('area', area, known, `no ${what} in an area`);
  } catch (error) {
    if (!(error instanceof SelectionError)) throw error;
    surface.writeError(`orch-conformance: ${error.message}\n`);
    return 2;
  }
  const chosen = cases.filter((each) => area.length === 0 || area.includes(each.area));
  surface.write(what === 'cases' ? listCases(chosen, json) : listRequirements(catalogue, cases, area, json));
  return 0;
}

// The started file may be a link to this one.
if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  process.exitCode = await runProgram(process.argv.slice(2), {
    write: (text) => print(process.stdout, text),
    writeError: (text) => print(process.stderr, text),
    colors: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    terminal: process.stderr.isTTY && process.env['TERM'] !== 'dumb',
    signal: stopOnSignals(),
  });
}
