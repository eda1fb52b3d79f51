// Cases believe that something does not come, or stays, only once something later has come.

import t from 'tap';
import { Exchange } from '../wire/exchange.ts';
import { ExpectationFailed } from '../wire/failure.ts';
import { WatchStream } from '../wire/watch.ts';
import type { CaseContext } from './case.ts';
import { expectLasting, expectNextChange } from './lasting.ts';

const request = { method: 'GET', path: '/x', headers: {} };
const objectOf = (resourceVersion: string) => ({ metadata: { name: 'a', resourceVersion } });
const changed = (version: string) =>
  new Exchange(request, 200, new Map(), Buffer.from(JSON.stringify(objectOf(version))));

/** A watch on which these events come one by one, each some time after the one before. */
function watchOf(events: readonly (readonly [type: string, version: string])[]): WatchStream {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const [type, version] of events) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      yield Buffer.from(`${JSON.stringify({ type, object: objectOf(version) })}\n`);
    }
  }
  return new WatchStream(new Exchange(request, 200, new Map(), new Uint8Array()), body(), new AbortController());
}

t.test('the next event is that of the later change, bookmarks aside', async (t) => {
  const stream = watchOf([
    ['BOOKMARK', '6'],
    ['MODIFIED', '7'],
  ]);
  t.match(await expectNextChange(stream, changed('7')), { type: 'MODIFIED' });
});

t.test('what must not come is found however late it comes, as is a stream that ends before', async (t) => {
  const repeated = watchOf([
    ['MODIFIED', '6'],
    ['MODIFIED', '6'],
    ['MODIFIED', '7'],
  ]);
  await repeated.nextChange();
  await t.rejects(expectNextChange(repeated, changed('7')), ExpectationFailed);
  await t.rejects(expectNextChange(watchOf([]), changed('7')), {
    message: /got the end of the stream after 0 events$/,
  });
});

t.test('a state that does not last is found, and one that does is looked at as often as asked', async (t) => {
  const c = {
    clock: { sleep: async () => {} },
    signal: new AbortController().signal,
  } as unknown as CaseContext;
  let looks = 0;
  await expectLasting(c, async () => void (looks += 1), 4);
  t.equal(looks, 4);
  const ends = async () => {
    looks += 1;
    if (looks > 6) throw new ExpectationFailed('state', 'as before', 'another');
  };
  await t.rejects(expectLasting(c, ends, 4), { message: /got another$/ });
});
