// The order of items when an applied list is merged into a live one: applied items keep their order, live items stay near the
// shared items that were their neighbours.

import type { PathElement } from '../field/path-element.ts';

export interface MergedPlace {
  readonly element: PathElement;
  /** Place of an item that stands in the live list only. Undefined: the item is applied. */
  readonly live?: number;
}

/** `live` may hold an element more than once, `applied` not. */
export function mergeOrder(live: readonly PathElement[], applied: readonly PathElement[]): MergedPlace[] {
  const inLive = new Set(live);
  const inApplied = new Set(applied);
  const shared = applied.filter((element) => inLive.has(element));
  const order: MergedPlace[] = [];
  const done = new Set<PathElement>();
  let [l, a, s] = [0, 0, 0];
  const take = (element: PathElement): void => {
    order.push({ element });
    done.add(element);
    a += 1;
    if (shared[s] === element) s += 1;
  };
  while (l < live.length || a < applied.length) {
    const [mine, given] = [live[l], applied[a]];
    if (mine !== undefined && given !== undefined) {
      if (mine === given) {
        take(given);
        l += 1;
        continue;
      }
      // A shared item whose turn has not come, or has passed.
      if (inApplied.has(mine) && shared[s] !== undefined && shared[s] !== mine) {
        l += 1;
        continue;
      }
    }
    if (mine !== undefined) {
      if (!inApplied.has(mine)) {
        order.push({ element: mine, live: l });
        l += 1;
        continue;
      }
      if (done.has(mine)) l += 1;
    }
    if (given !== undefined) take(given);
  }
  return order;
}
