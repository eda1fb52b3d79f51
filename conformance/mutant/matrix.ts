// Runs the cases that should notice a mutant against it, and against the proxy without a fault. A mutant that a named
// case does not notice has survived, and a case that fails without a fault proves nothing: both are failures.

import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { vendorIds } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import { cases } from '../cases/index.ts';
import { type Kubeconfig, readKubeconfig } from '../runner/kubeconfig.ts';
import { runCases } from '../runner/run.ts';
import type { CaseResult } from '../runner/result.ts';
import { openTarget } from '../runner/target.ts';
import { systemClock } from '../wire/clock.ts';
import type { Fault, Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { startProxy } from './proxy.ts';

/** What a mutant met. `survived` names the cases that should have noticed and did not. */
export interface Trial {
  readonly mutant: string;
  readonly noticed: readonly string[];
  readonly survived: readonly string[];
}

/** The whole table. `unsound` are cases that fail without a fault; their word does not count. */
export interface Matrix {
  readonly trials: readonly Trial[];
  readonly unsound: readonly CaseResult[];
}

/** How to run. */
export interface MatrixOptions {
  readonly kubeconfig: Kubeconfig;
  readonly vendor: VendorId;
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Default: all. */
  readonly mutants?: readonly Mutant[];
  /** Cases that the good target is known to fail; they are no witnesses, and a mutant without a witness is left out. */
  readonly except?: readonly string[];
  readonly onTrial?: (trial: Trial) => void;
}

/** Runs all trials, one mutant after the other. */
export async function runMatrix(options: MatrixOptions): Promise<Matrix> {
  const isWitness = (id: string) => !options.except?.includes(id);
  const chosen = (options.mutants ?? mutants)
    .map((mutant) => ({ mutant, noticedBy: mutant.noticedBy.filter(isWitness) }))
    .filter(({ noticedBy }) => noticedBy.length > 0);
  const witnesses = [...new Set(chosen.flatMap(({ noticedBy }) => noticedBy))];
  const sound = await runThrough({}, witnesses, options);
  const unsound = sound.filter(({ outcome }) => outcome !== 'passed');
  const trials: Trial[] = [];
  for (const { mutant, noticedBy } of chosen) {
    const results = await runThrough(mutant.start(), noticedBy, options);
    const noticed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored').map(({ id }) => id);
    const trial = { mutant: mutant.id, noticed, survived: noticedBy.filter((id) => !noticed.includes(id)) };
    trials.push(trial);
    options.onTrial?.(trial);
  }
  return { trials, unsound };
}

/** Whether every mutant was noticed by every case that should, and no case cried without a fault. */
export function isProved({ trials, unsound }: Matrix): boolean {
  return unsound.length === 0 && trials.every(({ survived }) => survived.length === 0);
}

async function runThrough(
  fault: Fault,
  ids: readonly string[],
  options: MatrixOptions,
): Promise<readonly CaseResult[]> {
  const { kubeconfig, vendor, parallel, signal } = options;
  const unknown = ids.find((id) => !cases.some(({ file }) => file === id));
  if (unknown !== undefined) throw new TypeError(`no case is named ${unknown}`);
  // What a target offers is asked of the good one: a fault must not talk the runner into skipping its witness.
  const proxy = await startProxy(kubeconfig, fault);
  try {
    const good = await openTarget({ kubeconfig, vendor }, signal);
    try {
      const { kubeconfig: through } = proxy;
      const faulty = await openTarget({ kubeconfig: through, vendor, features: good }, signal);
      try {
        const chosen = cases.filter(({ file }) => ids.includes(file));
        return await runCases(chosen, { target: faulty, clock: systemClock, parallel, signal, caseLimit: 60_000 });
      } finally {
        await faulty.close();
      }
    } finally {
      await good.close();
    }
  } finally {
    await proxy.close();
  }
}

/** The table as text. */
export function matrixText({ trials, unsound }: Matrix): string {
  const lines = trials.map(({ mutant, noticed, survived }) =>
    survived.length === 0
      ? `killed    ${mutant} by ${noticed.join(', ')}`
      : `SURVIVED  ${mutant}: not noticed by ${survived.join(', ')}`,
  );
  for (const { id, outcome } of unsound) lines.push(`UNSOUND   ${id} ${outcome} without a fault`);
  return `${lines.join('\n')}\n`;
}

async function main(): Promise<void> {
  const flags = new Command('matrix')
    .requiredOption('--kubeconfig <file>', 'configuration of a good target')
    .addOption(new Option('--vendor <name>', 'profile of the target').choices([...vendorIds]).makeOptionMandatory())
    .option('--mutant <id...>', 'only these mutants')
    .parse()
    .opts<{ kubeconfig: string; vendor: VendorId; mutant?: string[] }>();
  const matrix = await runMatrix({
    kubeconfig: await readKubeconfig(flags.kubeconfig),
    vendor: flags.vendor,
    parallel: 4,
    signal: new AbortController().signal,
    ...(flags.mutant === undefined ? {} : { mutants: mutants.filter(({ id }) => flags.mutant?.includes(id)) }),
  });
  process.stdout.write(matrixText(matrix));
  process.exitCode = isProved(matrix) ? 0 : 1;
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) await main();
