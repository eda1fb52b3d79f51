// Whether what clients saw of one object can have happened one after the other: each operation at a moment between its
// request and its response (Herlihy and Wing, "Linearizability", 1990). The search is that of Wing and Gong, with the states
// that were tried already left out.

/** What was done to the object. The state of an object is its version, which no other state has. */
export type Deed =
  | { readonly kind: 'read'; readonly version: string }
  /** A write of whatever was there. */
  | { readonly kind: 'write'; readonly version: string }
  /** A write of the version `over`, and of no other. */
  | { readonly kind: 'guarded'; readonly over: string; readonly version: string }
  /** Such a write that was refused, since another version was there. */
  | { readonly kind: 'conflict'; readonly over: string }
  /** A write whose response never came: it may have made one of these versions, or none. */
  | { readonly kind: 'unknown'; readonly over?: string };

/** A deed with the times of its request and its response, in milliseconds of one clock. */
export interface Operation {
  readonly began: number;
  /** Infinity when no response came. */
  readonly ended: number;
  readonly deed: Deed;
}

/** An order in which all can have happened, or the operations that fit into none. */
export type Verdict =
  | { readonly outcome: 'linearizable' }
  | { readonly outcome: 'impossible'; readonly stuck: readonly Operation[] };

/** State after a write of which nobody saw the version. */
const unseen = '(unseen)';

/**
 * Looks for an order. `first` is the version before all operations. Takes some milliseconds for hundreds of operations of
 * which few overlap; those that overlap are at most 30.
 */
export function linearize(first: string, operations: readonly Operation[]): Verdict {
  const sorted = operations.toSorted((one, other) => one.began - other.began);
  const tried = new Set<string>();
  let deepest = 0;
  let stuck: readonly Operation[] = [];
  const stack: { readonly done: ReadonlySet<number>; readonly from: number; readonly state: string }[] = [
    { done: new Set(), from: 0, state: first },
  ];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { done, from, state } = at;
    const open = candidates(sorted, done, from);
    if (isComplete(sorted, done)) return { outcome: 'linearizable' };
    if (done.size >= deepest) {
      deepest = done.size;
      stuck = open.map((index) => sorted[index]).filter((each) => each !== undefined);
    }
    for (const index of open) {
      for (const next of after(state, sorted[index]?.deed)) {
        const more = new Set(done).add(index);
        const start = firstOpen(sorted.length, more, from);
        const key = `${start}:${[...more]
          .filter((each) => each > start)
          .sort((a, b) => a - b)
          .join()}:${next}`;
        if (tried.has(key)) continue;
        tried.add(key);
        stack.push({ done: more, from: start, state: next });
      }
    }
  }
  return { outcome: 'impossible', stuck };
}

/** Those that may come next: they began before any that is left has ended. */
function candidates(sorted: readonly Operation[], done: ReadonlySet<number>, from: number): readonly number[] {
  let earliestEnd = Infinity;
  const open: number[] = [];
  for (let index = from; index < sorted.length; index += 1) {
    const operation = sorted[index];
    if (operation === undefined || operation.began > earliestEnd) break;
    if (done.has(index)) continue;
    open.push(index);
    earliestEnd = Math.min(earliestEnd, operation.ended);
  }
  return open;
}

function firstOpen(length: number, done: ReadonlySet<number>, from: number): number {
  let start = from;
  while (start < length && done.has(start)) start += 1;
  return start;
}

function isComplete(sorted: readonly Operation[], done: ReadonlySet<number>): boolean {
  return sorted.every(({ deed }, index) => deed.kind === 'unknown' || done.has(index));
}

/** The states that the deed may leave; none when it cannot happen in this one. */
function after(state: string, deed: Deed | undefined): readonly string[] {
  switch (deed?.kind) {
    case 'read':
      // What a lost write made is seen for the first time.
      return state === deed.version || state === unseen ? [deed.version] : [];
    case 'write':
      return [deed.version];
    case 'guarded':
      return state === deed.over || state === unseen ? [deed.version] : [];
    case 'conflict':
      return state === deed.over ? [] : [state];
    case 'unknown':
      return deed.over === undefined || state === deed.over || state === unseen ? [unseen] : [];
    case undefined:
      return [];
  }
}
