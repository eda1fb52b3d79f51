// Whether the operations on one object are linearizable: each takes effect at one moment between its request and its
// response (Herlihy and Wing, "Linearizability", 1990). The search is that of Wing and Gong and skips states that it
// has already tried.

/** An operation on the object. The state of an object is its version, which is unique. */
export type Deed =
  | { readonly kind: 'read'; readonly version: string }
  /** A write of any version. */
  | { readonly kind: 'write'; readonly version: string }
  /** A guarded write: it succeeds only on version `over`. */
  | { readonly kind: 'guarded'; readonly over: string; readonly version: string }
  /** A guarded write that was refused because the object had another version. */
  | { readonly kind: 'conflict'; readonly over: string }
  /** A write without a response: it took effect once, on version `over` if given, or not at all. */
  | { readonly kind: 'unknown'; readonly over?: string };

/** An operation with the times of its request and its response, in milliseconds of one clock. */
export interface Operation {
  readonly began: number;
  /** Infinity if there was no response. */
  readonly ended: number;
  readonly deed: Deed;
}

/** Whether there is an order; if not, the operations that fit into none. */
export type Verdict =
  | { readonly outcome: 'linearizable' }
  | { readonly outcome: 'impossible'; readonly stuck: readonly Operation[] };

/** The state after a write whose version no client saw. */
const unseen = '(unseen)';

/**
 * Searches for an order. `first` is the version before all operations. Takes some milliseconds for hundreds of
 * operations with few overlaps; at most 30 operations may overlap.
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

/** Operations that may come next: they began before any remaining operation ended. */
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

/** The states after the operation; none if it cannot happen in this state. */
function after(state: string, deed: Deed | undefined): readonly string[] {
  switch (deed?.kind) {
    case 'read':
      // The version of a lost write is seen for the first time.
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
