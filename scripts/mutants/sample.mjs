// A sample that is the same for the same seed and source.

/** Up to `count` of the things, each as likely as the others, in their order. `seed` is any whole number. */
export function sampleOf(things, count, seed) {
  const dice = diceOf(seed);
  const left = [...things.keys()];
  const chosen = [];
  while (chosen.length < count && left.length > 0) {
    const place = Math.floor(dice() * left.length);
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

/** Numbers from 0 to below 1 (mulberry32). */
function diceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
