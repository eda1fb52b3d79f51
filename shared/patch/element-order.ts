// The order of a list after a strategic merge: items that the patch names stand in the patch's order, the others keep the
// order they had, and where both orders leave a choice the live list decides.

/** How an item is recognised: a scalar by itself, an object by its merge key. */
export type Identity = (item: unknown) => unknown;

/**
 * Orders `merged` by `patchOrder` (identities) and `liveOrder` (identities before the patch). Items in neither follow the
 * items they stand among.
 */
export function orderElements(
  merged: readonly unknown[],
  patchOrder: readonly unknown[],
  liveOrder: readonly unknown[],
  identity: Identity,
): unknown[] {
  const wanted = positions(patchOrder);
  const live = positions(liveOrder);
  const named = merged.filter((item) => wanted.has(identity(item)));
  const others = merged.filter((item) => !wanted.has(identity(item)));
  sortBy(named, wanted, identity);
  sortBy(others, live, identity);
  return interleave(others, named, live, identity);
}

/** Each of `left` is put before the first of `right`, from the last insertion on, that comes later in the live list. */
function interleave(
  left: readonly unknown[],
  right: readonly unknown[],
  live: ReadonlyMap<unknown, number>,
  identity: Identity,
): unknown[] {
  const result: unknown[] = [];
  let taken = 0;
  for (const item of right) {
    const place = live.get(identity(item)) ?? -1;
    for (; taken < left.length; taken += 1) {
      const candidate = live.get(identity(left[taken]));
      if (candidate === undefined || candidate >= place) break;
      result.push(left[taken]);
    }
    result.push(item);
  }
  for (const element of left.slice(taken)) result.push(element);
  return result;
}

/** First position of each identity. */
function positions(order: readonly unknown[]): Map<unknown, number> {
  const found = new Map<unknown, number>();
  for (const [index, identity] of order.entries()) if (!found.has(identity)) found.set(identity, index);
  return found;
}

/** Stable; identities without a position come last. */
function sortBy(items: unknown[], order: ReadonlyMap<unknown, number>, identity: Identity): void {
  const place = (item: unknown): number => order.get(identity(item)) ?? order.size;
  items.sort((left, right) => place(left) - place(right));
}
