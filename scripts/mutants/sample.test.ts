// Which mutants are chosen.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';

const { isBelow, sampleOf, stratifiedSample } = (await import(
  pathToFileURL(join(projectRoot(), 'scripts/mutants/sample.mjs')).href
)) as {
  isBelow: (percent: number, wanted: number, count?: number) => boolean;
  sampleOf: <T>(things: readonly T[], count: number, seed: number) => T[];
  stratifiedSample: <T>(groups: readonly (readonly T[])[], count: number, seed: number) => T[];
};
const hundred = Array.from({ length: 100 }, (_, number) => number);

t.test('the same seed gives the same sample, another one another', (t) => {
  t.strictSame(sampleOf(hundred, 10, 7), sampleOf(hundred, 10, 7));
  t.notSame(sampleOf(hundred, 10, 7), sampleOf(hundred, 10, 8));
  t.end();
});

t.test('a sample has no thing twice, and everything when it is large enough', (t) => {
  t.equal(new Set(sampleOf(hundred, 60, 1)).size, 60);
  t.strictSame(
    sampleOf(hundred, 1000, 1).toSorted((one, other) => one - other),
    hundred,
  );
  t.strictSame(sampleOf([], 5, 1), []);
  t.end();
});

t.test('what a run that ends early has of a sample is one: its first part is not the first things', (t) => {
  t.strictSame(sampleOf(hundred, 60, 1).slice(0, 10), sampleOf(hundred, 10, 1));
  const seen = new Map<number, number>();
  for (let seed = 0; seed < 2000; seed += 1)
    for (const thing of sampleOf(hundred, 60, seed).slice(0, 10)) seen.set(thing, (seen.get(thing) ?? 0) + 1);
  for (const count of seen.values()) t.ok(count > 120 && count < 290, `${count}`);
  t.equal(seen.size, 100);
  t.end();
});

t.test('over many seeds each thing comes as often as the others', (t) => {
  const seen = new Map<number, number>();
  for (let seed = 0; seed < 2000; seed += 1)
    for (const thing of sampleOf(hundred, 10, seed)) seen.set(thing, (seen.get(thing) ?? 0) + 1);
  for (const count of seen.values()) t.ok(count > 120 && count < 290, `${count}`);
  t.equal(seen.size, 100);
  t.end();
});

t.test('each group has the same share', (t) => {
  const groups = ['a', 'b', 'c'].map((letter) => hundred.map((number) => `${letter}${number}`));
  const sample = stratifiedSample(groups, 8, 1);
  const counts = ['a', 'b', 'c'].map((letter) => sample.filter((each) => each.startsWith(letter)).length);
  t.strictSame(counts, [3, 3, 2]);
  t.end();
});

t.test('a sample is below a share when chance does not explain it, and all that there is when it is less', (t) => {
  t.equal(isBelow(74.9, 75), true);
  t.equal(isBelow(75, 75), false);
  // Of 60, about 11 percent are chance.
  t.equal(isBelow(65, 75, 60), false);
  t.equal(isBelow(63, 75, 60), true);
  t.equal(isBelow(65, 75, 600), true);
  t.equal(isBelow(0, 75, 0), false, 'none was tried');
  t.equal(isBelow(99, 100, 60), true);
  t.end();
});
