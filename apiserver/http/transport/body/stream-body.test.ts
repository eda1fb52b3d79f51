import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';

import t from 'tap';
import { request } from 'undici';

import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';
import { StalledWriters } from '../write/stalled-writers.ts';
import { StreamBody } from './stream-body.ts';
import { FlushScheduler } from '../write/flush-scheduler.ts';

/** A carrier that takes chunks on command. */
class SlowCarrier extends Writable {
  readonly waiting: { readonly chunk: Buffer; readonly taken: (error?: Error) => void }[] = [];

  override _write(chunk: Buffer, _encoding: string, taken: (error?: Error) => void): void {
    this.waiting.push({ chunk, taken });
  }
}

function bodyOver(carrier: Writable): StreamBody {
  const clock = new FakeClock();
  return new StreamBody(carrier, carrier, new FlushScheduler(clock), new StalledWriters(clock), (reason) =>
    carrier.destroy(reason),
  );
}

t.test('the writer learns when the carrier has taken a chunk, not before', async (t) => {
  const carrier = new SlowCarrier();
  const body = bodyOver(carrier);
  const [first, last] = [Buffer.alloc(20_000), Buffer.alloc(30_000)];
  const sent: Buffer[] = [];
  body.write(first, (chunk) => sent.push(chunk));
  body.end(last, (chunk) => sent.push(chunk));
  t.strictSame(sent, []);
  carrier.waiting.shift()?.taken();
  await new Promise(setImmediate);
  t.equal(sent.length, 1);
  t.equal(sent[0], first);
  carrier.waiting.shift()?.taken();
  await new Promise(setImmediate);
  t.equal(sent[1], last);
  t.ok(carrier.writableFinished);
});

t.test('chunks that were joined are free at once, and are sent as they were', async (t) => {
  const carrier = new SlowCarrier();
  const body = bodyOver(carrier);
  const give = (chunk: Buffer): unknown => chunk.fill('-');
  body.write(Buffer.from('one '), give);
  body.write(Buffer.from('two'), give);
  await new Promise(setImmediate);
  t.equal(carrier.waiting[0]?.chunk.toString(), 'one two');
});

t.test('a chunk is not handed back when its stream breaks: the system may still read it', async (t) => {
  const carrier = new SlowCarrier();
  carrier.on('error', () => {});
  const body = bodyOver(carrier);
  const sent: Buffer[] = [];
  body.end(Buffer.alloc(20_000), (chunk) => sent.push(chunk));
  carrier.destroy(new Error('gone'));
  carrier.waiting[0]?.taken(new Error('gone'));
  await new Promise(setImmediate);
  t.strictSame(sent, []);
});

t.test('a body that is broken after its end ends its carrier too, with the reason', async (t) => {
  const carrier = new SlowCarrier();
  const broken: Error[] = [];
  const clock = new FakeClock();
  const rounds = new FlushScheduler(clock);
  const body = new StreamBody(carrier, carrier, rounds, new StalledWriters(clock), (reason) => broken.push(reason));
  body.write(Buffer.alloc(100_000));
  body.flush();
  body.end(Buffer.from('end'));
  t.equal(body.queued, 100_003);
  body.destroy(new Error('too slow'));
  t.match(broken, [{ message: 'too slow' }]);
  t.equal(carrier.waiting.length, 1, 'the end waits behind what the client does not read');
});

t.test('over HTTP/1.1 data of the same turn as the end arrives before it', async (t) => {
  const chunks = ['one\n', 'two\n'].map((text) => Buffer.from(text));
  const server = createServer(({ url }, response) => {
    const body = bodyOver(response);
    response.flushHeaders();
    for (const chunk of chunks) body.write(chunk);
    if (url === '/last') body.end(Buffer.from('three\n'));
    else body.end();
  }).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bodyOf = async (path: string): Promise<string> => (await request(`${origin}${path}`)).body.text();
  t.equal(await bodyOf('/'), 'one\ntwo\n');
  t.equal(await bodyOf('/last'), 'one\ntwo\nthree\n');
});
