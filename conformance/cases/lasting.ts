// What must not come, and what must stay. That nothing has come yet proves nothing: the target may not have had its turn.
// So a case believes it only once something later has come: a change on the same watch, or answers to several looks, each
// of which gave the target a turn.

import type { Exchange } from '../wire/exchange.ts';
import { versionOf } from '../wire/expect/list.ts';
import { expectEqual } from '../wire/expect/value.ts';
import { eventVersion } from '../wire/expect/watch.ts';
import { limits } from '../wire/limits.ts';
import type { WatchEvent, WatchStream } from '../wire/watch.ts';
import type { CaseContext } from './case.ts';

/**
 * The watch reports this change next: nothing came between what it reported last and the change, which the case made only
 * now, and `changed` is the answer to it. Fails when another event comes, or none.
 */
export async function expectNextChange(stream: WatchStream, changed: Exchange): Promise<WatchEvent> {
  const version = versionOf(changed);
  const event = await stream.nextChange();
  expectEqual('version of the next event', eventVersion(event), version);
  return event;
}

/** A state that must stay: every look succeeds, of as many as asked, with a pause between two. */
export async function expectLasting(c: CaseContext, look: () => Promise<void>, looks = 10): Promise<void> {
  for (let done = 0; done < looks; done += 1) {
    if (done > 0) await c.clock.sleep(limits.poll, c.signal);
    await look();
  }
}
