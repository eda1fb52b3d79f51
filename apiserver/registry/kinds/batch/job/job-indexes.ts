// Indexes of a job as its status and its success policy write them: intervals that grow, `0,2-4,7`.

type Interval = readonly [first: number, last: number];

const wholeNumber = /^[+-]?\d+$/;

/** What is wrong with a list of indexes below `completions`; undefined when nothing is. */
export function formatFault(text: string, completions: number): string | undefined {
  const counted = countIndexes(text, completions);
  return typeof counted === 'string' ? counted : undefined;
}

/** How many indexes below `completions` a list has, or what is wrong with it. */
export function countIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let last: number | undefined;
  let total = 0;
  for (const part of text.split(',')) {
    const interval = parseInterval(part, completions);
    if (typeof interval === 'string') return interval;
    if (last !== undefined && last >= interval[0])
      return `non-increasing order, previous: ${last}, current: ${interval[0]}`;
    last = interval[1];
    total += interval[1] - interval[0] + 1;
  }
  return total;
}

/** That an index is both completed and failed; undefined when none is. Intervals that cannot be read are passed over. */
export function overlapFault(completed: string, failed: string, completions: number): string | undefined {
  if (completed === '' || failed === '') return undefined;
  const [left, right] = [completed, failed].map((text) =>
    text
      .split(',')
      .map((part) => parseInterval(part, completions))
      .filter((interval): interval is Interval => typeof interval !== 'string'),
  );
  let at = 0;
  let other = 0;
  for (;;) {
    const [one, two] = [left?.[at], right?.[other]];
    if (one === undefined || two === undefined) return undefined;
    if (one[0] <= two[1] && two[0] <= one[1])
      return `failedIndexes and completedIndexes overlap at index: ${Math.max(one[0], two[0])}`;
    if (one[0] <= two[0]) at += 1;
    else other += 1;
  }
}

/** An interval, or what is wrong with it. */
function parseInterval(text: string, completions: number): Interval | string {
  const ends = text.split('-');
  if (ends.length > 2) {
    const rule = "an index interval can have at most two parts separated by '-'";
    return `the fragment ${JSON.stringify(text)} violates the requirement that ${rule}`;
  }
  const numbers: number[] = [];
  for (const end of ends) {
    if (!wholeNumber.test(end)) return `cannot convert string to integer for index: ${JSON.stringify(end)}`;
    if (Number(end) >= completions) return `too large index: ${JSON.stringify(end)}`;
    numbers.push(Number(end));
  }
  const [first = 0, last = first] = numbers;
  if (ends.length > 1 && first >= last) return `non-increasing order, previous: ${first}, current: ${last}`;
  return [first, last];
}
