// What the cache of one resource asks of the watch cache, which has the progress and the memory of all of them.

import type { Waiting } from '../contract/resource-cache.ts';
import type { Revision, UnreadableValueError } from '../contract/store.ts';
import type { FormMemory } from './tree/object-forms.ts';
import type { SelectionCache } from './tree/selection-cache.ts';

export interface CacheProgress {
  /** Takes in what the store handed over. To be called before anything is shown to a reader. */
  settle(): void;
  revision(): Revision;
  reached(revision: Revision, timeoutMilliseconds: number, signal?: AbortSignal): Promise<boolean>;
  /** Rejects as `ready` does, when the signal aborts, or when it takes longer than readers wait for the newest state. */
  soon(ready: Promise<void>, signal: AbortSignal | undefined): Promise<void>;
  consistent(waiting?: Waiting): Promise<void> | void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Of all resources. */
  readonly selections: SelectionCache;
  /** Of all resources. */
  readonly forms: FormMemory;
  /** An object cannot be shown. */
  onUnreadable(error: UnreadableValueError): void;
  /** A subscriber threw. It alone has lost its events. */
  onDefect(error: unknown): void;
}
