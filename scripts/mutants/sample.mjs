// A sample that is the same for the same seed and source.
import { Dice } from '../../dist/fixtures/history/dice.js';

/**
 * Up to `count` of the things, each as likely as the others, in the order drawn, so that the first of them are a sample too.
 * `seed` is any whole number.
 */
export function sampleOf(things, count, seed) {
  const dice = new Dice(seed);
  const left = [...things.keys()];
  const chosen = [];
  while (chosen.length < count && left.length > 0) {
    const place = dice.below(left.length);
    chosen.push(left[place]);
    left[place] = left.at(-1);
    left.pop();
  }
  return chosen.map((place) => things[place]);
}

/**
 * The sample of several groups: each has the same share of `count`, as far as it has so many; the first ones one more when it
 * does not come out even.
 */
export function stratifiedSample(groups, count, seed) {
  const share = Math.floor(count / groups.length);
  const more = count % groups.length;
  return groups.flatMap((group, place) => sampleOf(group, share + (place < more ? 1 : 0), seed + place));
}

/**
 * Whether a share in percent is below what is wanted. `count`: of how many it was found in a sample, so that only what is less by
 * more than chance is below: two standard deviations. Undefined: of all there are.
 */
export function isBelow(percent, wanted, count) {
  const part = wanted / 100;
  const chance = count === undefined ? 0 : 200 * Math.sqrt((part * (1 - part)) / Math.max(1, count));
  return percent < wanted - chance;
}
