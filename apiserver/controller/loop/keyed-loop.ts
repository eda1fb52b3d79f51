// The loop that most controllers are: wait until the views are complete, then reconcile key by key.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Work, WorkQueue } from './work-queue.ts';

/** The part of an informer that a loop needs. */
export interface SyncedView {
  /** Resolves when the view has once been complete. */
  synced(signal?: AbortSignal): Promise<void>;
}

export interface KeyedLoopOptions {
  readonly name: string;
  readonly views: readonly SyncedView[];
  readonly queue: WorkQueue;
  readonly work: Work;
  /** Default 2. */
  readonly workers?: number;
}

/** A failure of one key is the queue's to log and to repeat; the loop ends only by its signal. */
export function keyedLoop({ name, views, queue, work, workers = 2 }: KeyedLoopOptions): Loop {
  return {
    name,
    async run(signal) {
      try {
        for (const view of views) await view.synced(signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      await queue.run(workers, work, signal);
    },
  };
}

/** The key of an object: `<namespace>/<name>`, with an empty namespace for cluster scope. */
export function keyOf({ metadata }: ApiObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

/** The two parts of such a key. */
export function splitKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
