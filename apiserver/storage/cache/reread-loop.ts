// Checks periodically whether unreadable objects are readable again: a plug-in answers again, or a key was added. Their resources
// are then reloaded.

import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Store } from '../contract/store.ts';
import type { CachedResource } from './cached-resource.ts';

export interface RereadOptions {
  readonly resources: () => Iterable<CachedResource>;
  /** Reloads a resource. */
  readonly load: (resource: CachedResource) => void;
  readonly store: Pick<Store, 'get'>;
  readonly clock: Clock;
}

const pauses: BackOff = { initial: 1000, cap: 30_000 };

export function rereadLoop(options: RereadOptions): Loop {
  const { resources, clock } = options;
  return {
    name: 'unreadable-objects',
    async run(signal) {
      for (let failures = 1; !signal.aborted; ) {
        await clock.sleep(backOffDelay(pauses, failures), signal).catch(() => {});
        const lacking = [...resources()].filter((resource) => resource.unreadable().length > 0);
        const read = await Promise.all(lacking.map((resource) => reread(resource, options)));
        failures = read.every(Boolean) ? 1 : failures + 1;
      }
    },
  };
}

/** Whether nothing is left that cannot be read. */
async function reread(resource: CachedResource, { store, load }: RereadOptions): Promise<boolean> {
  for (const key of resource.unreadable()) {
    // The follower of the store logs that the store fails.
    const entry = await store.get(key).catch(() => 'unknown' as const);
    if (entry === 'unknown' || (entry !== undefined && !resource.canRead(entry))) return false;
  }
  load(resource);
  return true;
}
