// Amounts of several resources, and their arithmetic. Pure.

import { compareQuantities, formatQuantity, parseQuantity, type Quantity } from '../../../shared/object/quantity.ts';

/** By the name of the resource. */
export type Amounts = ReadonlyMap<string, Quantity>;

export type WrittenAmounts = Readonly<Record<string, string>>;

/** Texts that are no quantities are left out: validation names them. */
export function readAmounts(written: WrittenAmounts | undefined): Amounts {
  const amounts = new Map<string, Quantity>();
  for (const [name, text] of Object.entries(written ?? {})) {
    const quantity = parseQuantity(String(text));
    if (quantity !== undefined) amounts.set(name, quantity);
  }
  return amounts;
}

export function writeAmounts(amounts: Amounts): Record<string, string> {
  return Object.fromEntries([...amounts].map(([name, quantity]) => [name, formatQuantity(quantity)]));
}

/** `left` keeps the family it is written in, unless it is 0. */
export function sum(left: Quantity | undefined, right: Quantity): Quantity {
  if (left === undefined || left.nano === 0n) return right;
  return { nano: left.nano + right.nano, family: left.family };
}

export function addAmounts(left: Amounts, right: Amounts): Amounts {
  const total = new Map(left);
  for (const [name, quantity] of right) total.set(name, sum(total.get(name), quantity));
  return total;
}

/** Of each resource the larger amount. */
export function largestAmounts(left: Amounts, right: Amounts): Amounts {
  const largest = new Map(left);
  for (const [name, quantity] of right) {
    const known = largest.get(name);
    if (known === undefined || compareQuantities(quantity, known) > 0) largest.set(name, quantity);
  }
  return largest;
}

/** What `now` is more than `before`; 0 where it is less. */
export function increase(now: Amounts, before: Amounts): Amounts {
  const more = new Map<string, Quantity>();
  for (const [name, { nano, family }] of now) {
    const rest = nano - (before.get(name)?.nano ?? 0n);
    more.set(name, { nano: rest > 0n ? rest : 0n, family });
  }
  return more;
}

export function withoutZeros(amounts: Amounts): Amounts {
  return new Map([...amounts].filter(([, { nano }]) => nano !== 0n));
}

export function onlyNamed(amounts: Amounts, has: (name: string) => boolean): Amounts {
  return new Map([...amounts].filter(([name]) => has(name)));
}

export function equalAmounts(left: Amounts, right: Amounts): boolean {
  return left.size === right.size && [...left].every(([name, { nano }]) => right.get(name)?.nano === nano);
}

/** `cpu=1,pods=2`, in the order of the names. */
export function amountsText(amounts: Amounts): string {
  return namesText(amounts.keys(), (name) => {
    const quantity = amounts.get(name);
    return `${name}=${quantity === undefined ? '' : formatQuantity(quantity)}`;
  });
}

/** In their order, with commas between them. */
export function namesText(names: Iterable<string>, shown: (name: string) => string = (name) => name): string {
  return [...names].sort().map(shown).join(',');
}

/** A whole number of something. */
export function count(number: number): Quantity {
  return { nano: BigInt(number) * 1_000_000_000n, family: 'decimal' };
}
