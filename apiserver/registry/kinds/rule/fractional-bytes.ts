// Warnings about amounts of bytes that are no whole numbers: they are taken, and rounded where they are used.

import { formatQuantity, parseQuantity } from '../../../../shared/object/quantity.ts';

type Amounts = Readonly<Record<string, string>> | null;

const nanoPerMilli = 1_000_000n;

/** Of these resources among the amounts at `path`. */
export function fractionalBytes(
  amounts: Amounts | undefined,
  path: string,
  resources: readonly string[],
): readonly string[] {
  return resources.flatMap((resource) => {
    const text = amounts?.[resource];
    const quantity = text === undefined ? undefined : parseQuantity(text);
    if (quantity === undefined || isWhole(quantity.nano)) return [];
    const value = JSON.stringify(formatQuantity(quantity));
    return [`${path}[${resource}]: fractional byte value ${value} is invalid, must be an integer`];
  });
}

/** Counted in thousandths, rounded up. */
function isWhole(nano: bigint): boolean {
  const milli = nano > 0n ? (nano + nanoPerMilli - 1n) / nanoPerMilli : nano / nanoPerMilli;
  return milli % 1000n === 0n;
}
