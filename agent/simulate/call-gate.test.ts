// What a fleet does to a server that is slow, overloaded or gone.

import t from 'tap';
import { StatusError } from '../../shared/object/status-error.ts';
import { serviceUnavailable } from '../../shared/object/errors.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { refusal } from '../../fixtures/agent/objects.fixture.ts';
import { CallGate } from './call-gate.ts';

/** A server that needs so many milliseconds for a call, or fails at once. */
class Server {
  readonly clock = new FakeClock();
  readonly stop = new AbortController();
  readonly gate = new CallGate({ most: 4, clock: this.clock, stopped: this.stop.signal, random: () => 0 });
  readonly order: string[] = [];
  fault: Error | undefined;
  duration = 100;
  atOnce = 0;
  most = 0;
  /** When each call came (monotonic). */
  readonly times: number[] = [];

  readonly call = async (name: string): Promise<string> => {
    this.order.push(name);
    this.times.push(this.clock.monotonic());
    if (this.fault !== undefined) throw this.fault;
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    await this.clock.sleep(this.duration);
    this.atOnce -= 1;
    return name;
  };

  pass(name: string, urgent = true): Promise<string> {
    return this.gate.pass(() => this.call(name), urgent);
  }
}

t.test(
  'a slow server gets its calls one after another, heartbeats first, and none is repeated or given up',
  async (t) => {
    const server = new Server();
    server.duration = 20_000;
    const calls = Array.from({ length: 40 }, (_, at) =>
      server.pass(`${at % 2 === 0 ? 'report' : 'renewal'} ${at}`, at % 2 === 1),
    );
    await server.clock.advance(10_000);
    t.strictSame([server.order.length, server.gate.waiting], [4, 36], 'the rest waits here');
    await server.clock.advance(200_000);
    t.equal((await Promise.all(calls)).length, 40);
    t.equal(server.most, 4);
    const begun = server.order.slice(4);
    t.ok(
      begun.slice(0, 18).every((name) => name.startsWith('renewal')),
      begun.join(),
    );
    const numbers = begun.slice(18).map((name) => Number(name.split(' ')[1]));
    t.strictSame(
      numbers,
      numbers.toSorted((one, other) => one - other),
      'in the order in which they came',
    );
  },
);

t.test('a server that is gone is asked by one now and then, and by all soon after it is back', async (t) => {
  const server = new Server();
  server.fault = new Error('connection refused');
  let failed = 0;
  let done = 0;
  const node = async (): Promise<void> => {
    for (;;) {
      try {
        await server.pass('renewal');
        done += 1;
        return;
      } catch {
        // A node tries again at once.
        failed += 1;
      }
    }
  };
  for (let at = 0; at < 1000; at += 1) void node();
  await server.clock.advance(60_000);
  t.ok(failed < 30, `${failed} calls of a thousand nodes in a minute`);
  t.ok(failed > 10);
  const pauses = server.times.map((time, at) => time - (server.times[at - 1] ?? 0));
  t.ok(
    pauses.every((pause) => pause <= 5_000),
    `no pause is longer than five seconds: ${pauses.join()}`,
  );
  server.fault = undefined;
  await server.clock.advance(5_000 + (1000 / 4) * 100 + 1_000);
  t.equal(done, 1000, 'at full speed again after a few answers');
  t.equal(server.most, 4);
});

t.test('a server that has too much to do is asked by fewer; any other refusal is an answer', async (t) => {
  for (const [fault, slows] of [
    [serviceUnavailable('too much'), true],
    [refusal(409, 'Conflict'), false],
  ] as const) {
    const server = new Server();
    server.fault = fault;
    await t.rejects(server.pass('first'), StatusError);
    server.fault = undefined;
    const calls = Array.from({ length: 4 }, () => server.pass('next'));
    await server.clock.advance(0);
    t.equal(server.order.length, slows ? 1 : 5);
    await server.clock.advance(1000);
    t.equal((await Promise.all(calls)).length, 4);
  }
});

t.test('a stop ends the waiting, and no call begins any more', async (t) => {
  const server = new Server();
  const running = Array.from({ length: 4 }, () => server.pass('running'));
  const waiting = [server.pass('waiting'), server.pass('waiting', false)];
  server.stop.abort(new Error('stopped'));
  for (const one of waiting) await t.rejects(one, { message: 'stopped' });
  t.equal(server.gate.waiting, 0);
  await t.rejects(server.pass('late'), { message: 'stopped' });
  await server.clock.advance(1000);
  await Promise.all(running);
  t.notOk(server.order.includes('waiting') || server.order.includes('late'));
});
