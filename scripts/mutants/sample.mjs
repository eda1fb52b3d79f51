// A sample that is the same for the same seed and source.
import { Dice } from '../../dist/fixtures/history/dice.js';

/** Up to `count` of the things, each as likely as the others, in their order. `seed` is any whole number. */
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
  return chosen.sort((one, other) => one - other).map((place) => things[place]);
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
