// What the language's own functions may cost: those whose cost follows from sizes.

import { patternFactor, traversalFactor } from './call-cost.ts';
import type { CallEstimate, Operand } from './call-estimate.ts';
import { exactly, product, type Range, scaled, sum, unbounded, unknown } from './range.ts';

const comparisons = new Set([
  'equals',
  'not_equals',
  ...['less', 'greater', 'less_equals', 'greater_equals'].flatMap((id) => [`${id}_string`, `${id}_bytes`]),
]);

/** The estimate of one overload; undefined for those that cost 1. */
export function baseEstimate(
  id: string,
  target: Operand | undefined,
  args: readonly Operand[],
): CallEstimate | undefined {
  const [first, second] = args.map(({ size }) => size ?? unknown);
  const on = target?.size ?? unknown;
  const letters = (range: Range): Range => scaled(range, traversalFactor);
  if (first === undefined) return undefined;
  if (comparisons.has(id)) {
    const most = Math.min(first.most, second?.most ?? unbounded);
    return { cost: letters({ least: most > 0 ? 1 : 0, most }) };
  }
  switch (id) {
    case 'string_format':
      return { cost: letters(on) };
    case 'string_to_bytes':
      return { cost: letters(first), result: { least: first.least, most: Math.min(first.most * 4, unbounded) } };
    case 'bytes_to_string':
      return { cost: letters(first), result: { least: Math.floor(first.least / 4), most: first.most } };
    case 'strings_quote':
      return {
        cost: letters(first),
        result: { least: first.least + 2, most: Math.min(first.most * 2 + 2, unbounded) },
      };
    case 'starts_with_string':
    case 'ends_with_string':
      return { cost: letters(first) };
    case 'in_list':
      return second === undefined ? undefined : { cost: second };
    case 'matches_string':
      return { cost: product(letters(sum(on, exactly(1))), scaled(first, patternFactor)) };
    case 'contains_string':
      return { cost: product(letters(on), letters(first)) };
    default:
      return undefined;
  }
}
