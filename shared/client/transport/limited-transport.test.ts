// That an answer without end is left, whether it is long or slow, and a watch is not.

import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { limitedResponses } from './limited-transport.ts';
import type { Transport } from '../contract/transport.ts';

async function read(transport: Transport, path: string, most: number, signal?: AbortSignal): Promise<number> {
  let length = 0;
  const request = { method: 'GET', path, ...(signal === undefined ? {} : { signal }) };
  for await (const chunk of (await transport(request)).body) {
    length += chunk.length;
    if (length > most) return length;
  }
  return length;
}

/** Answers with these chunks; `silent`: then with nothing until the request is aborted. */
function scene(chunks: () => Iterable<Buffer>, silent = false) {
  const clock = new FakeClock();
  const state = { ended: 0 };
  const transport: Transport = async ({ signal }) => ({
    status: 200,
    headers: {},
    body: (async function* () {
      try {
        yield* chunks();
        if (!silent) return;
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
      } finally {
        state.ended += 1;
      }
    })(),
  });
  return { clock, state, limited: limitedResponses(transport, { longest: 25, patience: 60_000, clock }) };
}

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(10);
}

t.test('a response that becomes too long is aborted; a watch may continue', async (t) => {
  const { limited, state, clock } = scene(endless);
  await t.rejects(read(limited, '/api/v1/pods?watch=false', 1000), {
    name: 'ResponseError',
    message: 'the answer is longer than 25 bytes',
  });
  t.equal(state.ended, 1, 'the exchange is ended');
  await clock.advance(100);
  t.equal(clock.sleeping, 0);
  for (const path of ['/api/v1/pods?watch=true', '/api/v1/pods?a=b&watch=1&c=d']) {
    t.equal(await read(limited, path, 1000), 1010, path);
  }
});

t.test('an answer just as long as allowed comes whole, and no timer stays', async (t) => {
  const { limited, clock } = scene(() => [Buffer.alloc(25)]);
  t.equal(await read(limited, '/x', 1000), 25);
  await clock.advance(100);
  t.equal(clock.sleeping, 0);
});

t.test('an answer that does not end is left after its time', async (t) => {
  const { limited, clock, state } = scene(() => [Buffer.alloc(1)], true);
  const reading = read(limited, '/x', 1000);
  const failed = t.rejects(reading, { name: 'ResponseError', message: 'the answer did not end within 60000 ms' });
  await clock.advance(59_999);
  t.equal(state.ended, 0);
  await clock.advance(1);
  await failed;
  t.equal(state.ended, 1);
});

t.test('a silent watch is not', async (t) => {
  const { limited, clock, state } = scene(() => [], true);
  const stop = new AbortController();
  const reading = read(limited, '/x?watch=true', 1000, stop.signal);
  const failed = t.rejects(reading, { message: 'enough' });
  await clock.advance(600_000);
  t.equal(state.ended, 0);
  stop.abort(new Error('enough'));
  await failed;
});

t.test('the signal of the caller ends it with its own reason, also one that aborted before', async (t) => {
  const { limited, clock } = scene(() => [], true);
  const stop = new AbortController();
  const failed = t.rejects(read(limited, '/x', 1000, stop.signal), { message: 'enough' });
  await clock.advance(1);
  stop.abort(new Error('enough'));
  await failed;
  await clock.advance(100);
  t.equal(clock.sleeping, 0);
  let seen: unknown;
  const asked = limitedResponses(
    async ({ signal }) => {
      seen = signal?.reason;
      throw seen as Error;
    },
    { longest: 1, patience: 1, clock },
  );
  await t.rejects(asked({ method: 'GET', path: '/x', signal: stop.signal }), { message: 'enough' });
  t.match(seen, { message: 'enough' });
});
