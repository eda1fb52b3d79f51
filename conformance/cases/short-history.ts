// A server that forgets its history after two seconds, for cases about what is asked of it later.

import { expectField } from '../wire/expect/object.ts';
import { expectFailure } from '../wire/expect/status.ts';
import { expectThat } from '../wire/expect/value.ts';
import { limits } from '../wire/limits.ts';
import type { WatchStream } from '../wire/watch.ts';
import type { Launch } from './case.ts';

// A cache of its own may remember what the store has forgotten: there is none for the kind that these cases use.
export const shortHistory: Launch = {
  server: ['--etcd-compaction-interval=2s', '--watch-cache-sizes=configmaps#0'],
};

/** Milliseconds within which such a server has forgotten. */
export const forgotten = 20_000;

/** A watch that was refused because its version is gone: by the status, or by an ERROR event and the end. */
export async function expectExpired(stream: WatchStream): Promise<void> {
  if (stream.status !== 200) {
    expectFailure(stream.opened, 410, 'Expired');
    return;
  }
  const events = await stream.untilEnd(limits.event);
  const error = events.at(-1);
  expectThat('last event', error?.type === 'ERROR', 'ERROR', error?.type);
  expectField(error?.object, 'code', 410);
  expectField(error?.object, 'reason', 'Expired');
}
