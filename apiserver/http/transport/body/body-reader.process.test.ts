import { PassThrough, Readable } from 'node:stream';
import t from 'tap';
import { engineCollector } from '../../../../shared/process/memory/idle-gc.ts';
import { BodyBudget } from './body-budget.ts';
import { readBody } from './body-reader.ts';
import { BodyTooLargeError } from '../../contract/exchange.ts';
import { RequestSignal } from './request-signal.ts';

const limit = 3 * 1024 * 1024;
const read = (source: Readable, most = limit): Promise<Buffer> =>
  readBody(source, most, undefined, new RequestSignal(), new BodyBudget());

t.test('a body is the concatenation of its chunks, of any sizes', async (t) => {
  const sizes = [1, 1, 2, 0, 3, 70_000, 1, 5, 200_000, 64];
  const pieces = sizes.map((size, index) => Buffer.alloc(size, index + 1));
  t.strictSame(await read(Readable.from(pieces.filter(({ length }) => length > 0))), Buffer.concat(pieces));
  t.strictSame(await read(Readable.from([])), Buffer.alloc(0));
  const whole = Buffer.from('whole');
  t.equal((await read(Readable.from([whole]))).buffer, whole.buffer, 'one piece is not copied');
});

t.test('a body of exactly the limit is accepted, one byte more is refused', async (t) => {
  const pieces = (count: number): Readable => Readable.from(Array.from({ length: count }, () => Buffer.from('x')));
  t.equal((await read(pieces(10), 10)).toString(), 'x'.repeat(10));
  await t.rejects(read(pieces(11), 10), BodyTooLargeError);
});

t.test('a body that comes byte by byte takes no more memory than its length asks for', async (t) => {
  const collect = engineCollector();
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const source = new PassThrough();
  const body = read(source);
  const before = used();
  const count = 500_000;
  for (let sent = 0; sent < count; sent += 1) {
    source.emit('data', Buffer.from([sent]));
    if (sent % 10_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const grown = used() - before;
  source.end();
  t.equal((await body).length, count);
  // Kept apart they took more than 50 MB.
  t.ok(grown < 30e6, `grown by ${grown} bytes`);
});

t.test('a stream that is kept holds nothing of the body that was read from it', async (t) => {
  const collect = engineCollector();
  const used = (): number => process.memoryUsage().arrayBuffers;
  collect();
  const before = used();
  const sources = Array.from({ length: 10 }, () => new PassThrough());
  for (const source of sources) {
    source.end(Buffer.alloc(2_000_000));
    t.equal((await read(source)).length, 2_000_000);
  }
  // The engine frees the bytes of dead buffers on another thread, after the collection; what is held stays however often it collects.
  let grown = Infinity;
  for (let tries = 0; tries < 100 && grown >= 10e6; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
    grown = used() - before;
  }
  t.ok(grown < 10e6, `grown by ${grown} bytes`);
  t.ok(sources.every(({ readableEnded }) => readableEnded));
});
