// The list of mutants that change nothing.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';

const { readEquivalents } = (await import(
  pathToFileURL(join(projectRoot(), 'scripts/mutants/equivalents.mjs')).href
)) as {
  readEquivalents: (
    mutants: readonly object[],
    entries?: readonly object[],
  ) => { reasons: Map<string, string>; stale: readonly string[] };
};

const mutant = (id: string, original: string, replacement: string) => ({ id, file: 'a.ts', original, replacement });
const mutants = [mutant('a#1', '[]', '["x"]'), mutant('a#2', 'b  ===\n c', 'true'), mutant('a#3', '[]', '["x"]')];
const entry = (original: string, replacement: string, more: object = {}) => ({
  file: 'a.ts',
  original,
  replacement,
  reason: 'why',
  ...more,
});

t.test('an entry names one mutant by its text, whatever its blanks, and gives the reason', async (t) => {
  const { reasons, stale } = readEquivalents(mutants, [entry('b === c', 'true')]);
  t.strictSame([...reasons], [['a#2', 'why']]);
  t.strictSame(stale, []);
});

t.test('nth selects one of several mutants with the same text', async (t) => {
  t.strictSame([...readEquivalents(mutants, [entry('[]', '["x"]', { nth: 2 })]).reasons.keys()], ['a#3']);
});

t.test('an entry that fits no mutant, or several, is reported as stale', async (t) => {
  for (const one of [
    entry('b === c', 'false'),
    entry('gone', 'true'),
    { ...entry('b === c', 'true'), file: 'b.ts' },
    entry('[]', '["x"]'),
    entry('[]', '["x"]', { nth: 3 }),
  ]) {
    const { reasons, stale } = readEquivalents(mutants, [one]);
    t.equal(stale.length, 1, JSON.stringify(one));
    t.equal(reasons.size, 0);
  }
});
