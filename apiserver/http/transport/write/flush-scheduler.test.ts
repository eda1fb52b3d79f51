import { Writable } from 'node:stream';

import t from 'tap';

import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';
import { SlowClientError, StalledWriters } from './stalled-writers.ts';
import { StreamBody } from '../body/stream-body.ts';
import { FlushScheduler } from './flush-scheduler.ts';

/** A carrier that takes everything at once and notes each write. */
class NotedCarrier extends Writable {
  readonly writes: Buffer[] = [];
  /** Runs with each write. */
  onWrite: () => unknown = () => {};

  constructor() {
    super({ highWaterMark: 64 * 1024 });
  }

  get texts(): string[] {
    return this.writes.map((bytes) => bytes.toString());
  }

  override _write(chunk: Buffer, _encoding: string, taken: (error?: Error) => void): void {
    this.writes.push(chunk);
    this.onWrite();
    taken();
  }
}

function scene({ connections = 1, streams = 1 } = {}) {
  const clock = new FakeClock();
  // What a write takes passes at once.
  const spent = { milliseconds: 0 };
  const rounds = new FlushScheduler({
    now: () => clock.now(),
    monotonic: () => clock.monotonic() + spent.milliseconds,
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
  });
  const stalled = new StalledWriters(clock, { maxQueued: 1000, maxStall: 30_000, maxTotal: 10_000 });
  const carriers: NotedCarrier[] = [];
  const broken: Error[] = [];
  const bodies = Array.from({ length: connections }, () => ({})).flatMap((connection) =>
    Array.from({ length: streams }, () => {
      const carrier = new NotedCarrier();
      carriers.push(carrier);
      return new StreamBody(carrier, connection, rounds, stalled, (reason) => broken.push(reason));
    }),
  );
  const writeAll = (text: string): void => {
    const chunk = Buffer.from(text);
    for (const body of bodies) body.write(chunk);
  };
  return { clock, spent, rounds, bodies, carriers, broken, writeAll };
}

const endOfTurn = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test('writes to one connection are flushed together; of many connections the last wait for a turn', async (t) => {
  const { carriers, writeAll } = scene({ connections: 4, streams: 50 });
  writeAll('one ');
  writeAll('two');
  const written = (): number[] =>
    [0, 50, 100, 150].map((at) => carriers.slice(at, at + 50).filter(({ writes }) => writes.length > 0).length);
  t.strictSame(written(), [0, 0, 0, 0], 'nothing before the end of the turn');
  await endOfTurn();
  t.strictSame(written(), [50, 50, 0, 0]);
  writeAll(' three');
  for (let turns = 0; turns < 5; turns += 1) await turn();
  t.strictSame(written(), [50, 50, 50, 50]);
  t.strictSame(carriers[199]?.texts, ['one two three'], 'what came meanwhile leaves with it');
  t.strictSame(carriers[0]?.texts, ['one two', ' three'], 'a stream whose turn was over comes in the next round');
});

t.test('all writes to a stream during a round are flushed once, in order', async (t) => {
  const { carriers, writeAll } = scene({ connections: 10, streams: 100 });
  const sent = Array.from({ length: 30 }, (_, number) => `${number};`);
  for (const text of sent) {
    writeAll(text);
    await turn();
  }
  for (let turns = 0; turns < 30; turns += 1) await turn();
  const received = new Set(carriers.map(({ texts }) => texts.join('')));
  t.strictSame([...received], [sent.join('')], 'nothing lost, repeated or reordered');
  t.ok(Math.max(...carriers.map(({ writes }) => writes.length)) <= 5, 'ten turns of a round have one write');
});

t.test('streams with the same chunks share the memory of sent bytes', async (t) => {
  const { bodies, carriers, writeAll } = scene({ streams: 3 });
  writeAll('same ');
  bodies[1]?.write(Buffer.from('of its own '));
  writeAll('for all');
  await endOfTurn();
  t.equal(carriers[1]?.texts.join(), 'same of its own for all');
  t.equal(carriers[2]?.texts.join(), 'same for all');
  writeAll('a');
  writeAll('b');
  await turn();
  t.equal(carriers[0]?.writes[1]?.toString(), 'ab');
  t.equal(carriers[0]?.writes[1], carriers[1]?.writes[1]);
  t.equal(carriers[0]?.writes[1], carriers[2]?.writes[1]);
});

t.test('after a short round the next one waits as long as it took, and includes the writes until then', async (t) => {
  const { clock, spent, rounds, carriers, writeAll } = scene();
  const [carrier] = carriers;
  if (carrier === undefined) throw new Error('no stream');
  carrier.onWrite = () => (spent.milliseconds += 4);
  writeAll('one');
  await turn();
  await turn();
  t.strictSame(carrier.texts, ['one']);
  carrier.onWrite = () => {};
  t.equal(clock.nextDue, 4);
  writeAll('two ');
  await clock.advance(3);
  writeAll('three');
  await turn();
  t.strictSame(carrier.texts, ['one']);
  await clock.advance(1);
  t.strictSame(carrier.texts, ['one', 'two three']);
  await turn();
  t.strictSame(rounds.metrics, { rounds: 2, streams: 2, milliseconds: 4 });
});

t.test(
  'rounds begin ten milliseconds after each other; after one that is next to nothing the next is at once',
  async (t) => {
    const { clock, spent, carriers, writeAll } = scene();
    const [carrier] = carriers;
    if (carrier === undefined) throw new Error('no stream');
    carrier.onWrite = () => (spent.milliseconds += 8);
    writeAll('one');
    await turn();
    await turn();
    t.equal(clock.nextDue, 2);
    carrier.onWrite = () => {};
    writeAll('two');
    await clock.advance(2);
    await turn();
    t.strictSame(carrier.texts, ['one', 'two']);
    t.equal(clock.sleeping, 0);
    writeAll('three');
    await endOfTurn();
    t.strictSame(carrier.texts, ['one', 'two', 'three']);
  },
);

t.test('after a long round the next one begins as soon as the event loop is idle', async (t) => {
  const { clock, spent, carriers, writeAll } = scene();
  const [carrier] = carriers;
  if (carrier === undefined) throw new Error('no stream');
  carrier.onWrite = () => (spent.milliseconds += 500);
  writeAll('one');
  await turn();
  writeAll('two');
  await turn();
  t.strictSame(carrier.texts, ['one'], 'the round is over, and others have a turn');
  await turn();
  t.equal(clock.sleeping, 0);
  t.strictSame(carrier.texts, ['one', 'two']);
});

t.test('after a long round others have the loop for as long as it took, ten milliseconds at most', async (t) => {
  for (const [took, turns] of [
    [9.5, 10],
    [12, 10],
    [500, 10],
  ] as const) {
    const { spent, carriers, writeAll } = scene();
    const [carrier] = carriers;
    if (carrier === undefined) throw new Error('no stream');
    carrier.onWrite = () => (spent.milliseconds += took);
    writeAll('one');
    await turn();
    // From now on other work takes a millisecond in every turn.
    let worked = 0;
    const work = (): void => {
      if (carrier.writes.length > 1) return;
      worked += 1;
      spent.milliseconds += 1;
      setImmediate(work);
    };
    setImmediate(work);
    writeAll('two');
    while (carrier.writes.length < 2) await turn();
    t.equal(worked, turns, `after ${took} ms`);
  }
});

t.test('the end of an answer, and a writer that waits, do not wait for the next round', async (t) => {
  const { clock, spent, bodies, carriers, writeAll } = scene({ streams: 2 });
  for (const carrier of carriers) carrier.onWrite = () => (spent.milliseconds += 8);
  writeAll('one');
  await turn();
  await turn();
  writeAll('two');
  bodies[0]?.end(Buffer.from('last'));
  t.equal(carriers[0]?.texts.join('|'), 'one|two|last');
  await bodies[1]?.drained();
  t.equal(carriers[1]?.texts.join('|'), 'one|two');
  await clock.advance(20);
  await turn();
  t.equal(carriers[0]?.texts.join('|'), 'one|two|last', 'nothing is sent twice');
  t.equal(carriers[1]?.texts.join('|'), 'one|two');
});

t.test('a stream that has too much waiting for the next round is cut off, the others get all of it', async (t) => {
  const { clock, spent, bodies, carriers, broken, writeAll } = scene({ streams: 2 });
  for (const carrier of carriers) carrier.onWrite = () => (spent.milliseconds += 8);
  writeAll('one');
  await turn();
  await turn();
  bodies[0]?.write(Buffer.alloc(950, 'x'));
  writeAll('y'.repeat(100));
  t.ok(broken[0] instanceof SlowClientError);
  t.equal(broken.length, 1);
  await clock.advance(20);
  await turn();
  t.strictSame(carriers[0]?.texts, ['one']);
  t.strictSame(carriers[1]?.texts, ['one', 'y'.repeat(100)]);
});
