// An earlier table, to be made anew after cases and tests were written for what no case noticed.
import { readFileSync } from 'node:fs';

const noticed = new Set(['claiming case', 'other case']);

/**
 * The trials of a table that was written with `--output`. Mutants that the source no longer has, or that are known to be equivalent by
 * now, are left out.
 * @param {string} path of the JSON file
 * @param {readonly import('./instrument.mjs').Mutant[]} mutants of the source
 * @param {ReadonlyMap<string, string>} reasons why a mutant is equivalent, by id
 */
export function readEarlier(path, mutants, reasons) {
  const { rows, command, sample, seed, equivalent } = JSON.parse(readFileSync(path, 'utf8'));
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const trials = rows.flatMap(({ verdict, by, how, reached, milliseconds, ...then }) => {
    const mutant = byId.get(then.id);
    const isSame = mutant?.original === then.original && mutant.replacement === then.replacement;
    return isSame ? [{ mutant, verdict, by, how, reached, milliseconds }] : [];
  });
  const left = trials.filter(({ mutant }) => !reasons.has(mutant.id));
  return { trials: left, command, sample, seed, equivalent: equivalent + trials.length - left.length };
}

/** What no case of the suite noticed. */
export function unnoticed(trials) {
  return trials.filter(({ verdict }) => !noticed.has(verdict)).map(({ mutant }) => mutant);
}

/** The earlier trials with the new ones in place of those of the same mutants. */
export function renewed(trials, later) {
  const byId = new Map(later.map((trial) => [trial.mutant.id, trial]));
  return trials.map((trial) => byId.get(trial.mutant.id) ?? trial);
}
