// How a table is made anew.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';

interface Mutant {
  readonly id: string;
  readonly original: string;
  readonly replacement: string;
}
interface Trial {
  readonly mutant: Mutant;
  readonly verdict: string;
}

const { readEarlier, renewed, unnoticed } = (await import(
  pathToFileURL(join(projectRoot(), 'scripts/mutants/earlier.mjs')).href
)) as {
  readEarlier: (
    path: string,
    mutants: readonly Mutant[],
    reasons: ReadonlyMap<string, string>,
  ) => { trials: Trial[]; command: string; equivalent: number };
  renewed: (trials: readonly Trial[], later: readonly Trial[]) => Trial[];
  unnoticed: (trials: readonly Trial[]) => Mutant[];
};

const verdicts = ['claiming case', 'other case', 'tests', 'survived', 'undecided'];
const mutants = verdicts.map((_, place): Mutant => ({ id: `a.ts#${place}`, original: 'a', replacement: 'b' }));
const rows = mutants.map((mutant, place) => ({ ...mutant, verdict: verdicts[place], reached: 1, milliseconds: 1 }));
const path = join(
  t.testdir({ 'table.json': JSON.stringify({ command: 'npm run mutants', sample: 9, seed: 1, equivalent: 2, rows }) }),
  'table.json',
);
const ids = (some: readonly Mutant[]) => some.map(({ id }) => id);

t.test('what no case noticed is tried anew, and takes its place in the table', (t) => {
  const { trials, command } = readEarlier(path, mutants, new Map());
  t.equal(command, 'npm run mutants');
  t.strictSame(ids(unnoticed(trials)), ['a.ts#2', 'a.ts#3', 'a.ts#4']);
  const later = trials.slice(3, 4).map((trial) => ({ ...trial, verdict: 'claiming case' }));
  t.strictSame(
    renewed(trials, later).map(({ verdict }) => verdict),
    ['claiming case', 'other case', 'tests', 'claiming case', 'undecided'],
  );
  t.end();
});

t.test('mutants that are equivalent by now are counted as such, and those of other source are left out', (t) => {
  const { trials, equivalent } = readEarlier(path, mutants, new Map([['a.ts#3', 'no difference']]));
  t.equal(equivalent, 3);
  t.strictSame(ids(unnoticed(trials)), ['a.ts#2', 'a.ts#4']);
  const changed = mutants.map((mutant) => (mutant.id === 'a.ts#2' ? { ...mutant, original: 'c' } : mutant));
  const other = readEarlier(path, changed.slice(0, 4), new Map());
  t.strictSame(ids(unnoticed(other.trials)), ['a.ts#3']);
  t.equal(other.equivalent, 2);
  t.end();
});
