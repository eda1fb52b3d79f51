// Sizes and costs as far as they are known before an expression runs: the least and the most. Nothing exceeds 64 bits, which
// stands for "unknown".

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What an unknown size or cost may reach. */
export const unbounded = 2 ** 64;

export const unknown: Range = { least: 0, most: unbounded };
export const zero: Range = { least: 0, most: 0 };

export function exactly(value: number): Range {
  return { least: value, most: value };
}

function capped(value: number): number {
  return Math.min(value, unbounded);
}

export function sum(...ranges: readonly Range[]): Range {
  let [least, most] = [0, 0];
  for (const range of ranges) {
    least = capped(least + range.least);
    most = capped(most + range.most);
  }
  return { least, most };
}

export function product(left: Range, right: Range): Range {
  return { least: capped(left.least * right.least), most: capped(left.most * right.most) };
}

/** Rounded up. */
export function scaled(range: Range, factor: number): Range {
  return { least: capped(Math.ceil(range.least * factor)), most: capped(Math.ceil(range.most * factor)) };
}

/** What holds both. */
export function union(left: Range, right: Range): Range {
  return { least: Math.min(left.least, right.least), most: Math.max(left.most, right.most) };
}
