import { setImmediate as turn } from 'node:timers/promises';

import t from 'tap';

import { writeResponse } from './response-writer.ts';
import type { ResponseBody } from '../contract/exchange.ts';
import type { RequestContext } from '../contract/stage.ts';

const part = Buffer.alloc(32 * 1024, 'x');

/** A carrier that notes how many bytes each flush gave it. Its client reads on command. */
class NotedBody implements ResponseBody {
  readonly flushed: number[] = [];
  queued = 0;
  written = 0;
  ended = false;
  broken: Error | undefined;
  read: (() => void) | undefined;

  write(chunk: Buffer): boolean {
    this.written += chunk.length;
    this.queued += chunk.length;
    return true;
  }

  flush(): void {
    this.flushed.push(this.written);
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.read = () => {
        this.queued = 0;
        resolve();
      };
    });
  }

  end(chunk?: Buffer): void {
    if (chunk !== undefined) this.write(chunk);
    this.ended = true;
  }

  destroy(reason: Error): void {
    this.broken = reason;
  }
}

function answerOf(parts: Iterable<Buffer>, length: number, alone = true) {
  const body = new NotedBody();
  const gone = new AbortController();
  const signals = { asked: 0 };
  const context = {
    exchange: {
      method: 'GET',
      headers: {},
      alone,
      start: () => body,
      get aborted() {
        return gone.signal.aborted;
      },
    },
    answerHeaders: {},
    warnings: [],
    info: { verb: 'list' },
    get signal() {
      signals.asked += 1;
      return gone.signal;
    },
  } as unknown as RequestContext;
  const answer = { kind: 'body', status: 200, contentType: 'application/json', parts, length } as const;
  return { body, gone, signals, done: (async () => writeResponse(context, answer, false))() };
}

/** Parts, and how many of them were asked for. */
function counted(count: number) {
  const asked = { parts: 0 };
  function* parts(): Iterable<Buffer> {
    for (; asked.parts < count; ) {
      asked.parts += 1;
      yield part;
    }
  }
  return { asked, parts: parts() };
}

t.test('the first part of a long response is sent before the rest is made, and other requests get turns', async (t) => {
  const { asked, parts } = counted(16);
  const { body, signals, done } = answerOf(parts, 16 * part.length);
  t.equal(asked.parts, 4);
  t.strictSame(body.flushed, [4 * part.length]);
  await done;
  t.strictSame(body.flushed, [4 * part.length, 12 * part.length], 'each time twice as much');
  t.equal(body.written, 16 * part.length);
  t.ok(body.ended);
  t.equal(signals.asked, 0, 'no signal is created when none is needed');
});

t.test('beside other answers of its connection one of up to a megabyte is handed over at once', async (t) => {
  const short = answerOf(counted(16).parts, 16 * part.length, false);
  t.strictSame(short.body.flushed, []);
  t.equal(short.body.written, 16 * part.length);
  t.ok(short.body.ended);
  t.equal(short.signals.asked, 0);
  const long = answerOf(counted(40).parts, 40 * part.length, false);
  t.strictSame(long.body.flushed, [4 * part.length]);
  t.notOk(long.body.ended);
  await long.done;
  t.equal(long.body.written, 40 * part.length);
  t.ok(long.body.ended);
});

t.test('a part that cannot be made breaks the answer off', async (t) => {
  function* failing(): Iterable<Buffer> {
    yield part;
    throw new Error('no memory');
  }
  for (const alone of [true, false]) {
    const { body, done } = answerOf(failing(), 2 * part.length, alone);
    await t.rejects(done, { message: 'no memory' });
    t.match(body.broken, { message: 'no memory' });
    t.notOk(body.ended);
  }
});

t.test('a client that does not read is waited for, and no more is made when it is gone', async (t) => {
  const { asked, parts } = counted(1000);
  const { body, gone, done } = answerOf(parts, 1000 * part.length);
  while (body.read === undefined) await turn();
  const waiting = asked.parts;
  t.ok(waiting * part.length >= 2 ** 20 && waiting * part.length < 2 ** 21, `${waiting} parts wait`);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  t.equal(asked.parts, waiting);
  gone.abort(new Error('gone'));
  body.read();
  await done;
  t.equal(asked.parts, waiting);
  t.match(body.broken, { message: 'gone' });
  t.notOk(body.ended);
});
