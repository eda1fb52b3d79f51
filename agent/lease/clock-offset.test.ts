import t from 'tap';
import type { Transport } from '../../shared/client/contract/transport.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { comparingClocks } from './clock-offset.ts';

function scene() {
  const clock = new FakeClock();
  const said: string[] = [];
  const shown: number[] = [];
  const told: unknown[] = [];
  const server = { ahead: 0, says: true, takes: 0 };
  const transport: Transport = async () => {
    await clock.advance(server.takes / 2);
    const date = new Date(clock.now() - (clock.now() % 1000) + server.ahead).toUTCString();
    await clock.advance(server.takes / 2);
    async function* body(): AsyncGenerator<Uint8Array> {}
    return { status: 200, headers: server.says ? { date } : {}, body: body() };
  };
  const log = {
    ...silentLog,
    warn: (message: string, details?: object) => {
      said.push(`warn: ${message}`);
      told.push(details);
    },
    info: (message: string) => void said.push(`info: ${message}`),
  };
  const offset = { set: (value: number) => void shown.push(value), add() {}, remove() {}, readOnScrape() {} };
  const compared = comparingClocks(transport, { clock, log, offset });
  const ask = () => compared({ method: 'PUT', path: '/' });
  return { clock, server, said, shown, told, ask };
}

t.test('clocks that agree are a figure below a second and no words', async (t) => {
  const { ask, said, shown, clock } = scene();
  for (const step of [0, 300, 300, 399]) {
    await clock.advance(step);
    await ask();
  }
  t.equal(shown.length, 4);
  t.ok(
    shown.every((seconds) => Math.abs(seconds) <= 0.5),
    shown.join(),
  );
  t.strictSame(said, []);
});

t.test('a wrong clock is logged once, and once more when it is right again', async (t) => {
  const { ask, said, shown, told, server, clock } = scene();
  server.ahead = -4_000;
  await ask();
  t.strictSame(said, [], 'below the threshold');
  server.ahead = 0;
  clock.stepWallClock(7_000);
  server.ahead = -7_000;
  await ask();
  t.equal(said.length, 1, 'above it');
  t.match(told, [{ secondsAhead: /^[67](\.\d)?$/ }]);
  clock.stepWallClock(-7_000);
  server.ahead = 0;
  await ask();
  t.equal(said.length, 2, 'and right again');
  said.length = 0;
  server.ahead = -3_600_000;
  await ask();
  await ask();
  t.strictSame(said, ['warn: the clock of this host is not that of the server']);
  t.ok(Math.abs((shown.at(-1) ?? 0) - 3600) <= 0.5, 'this host is an hour ahead');
  clock.stepWallClock(-3_600_000);
  server.ahead = 0;
  await ask();
  t.strictSame(said.slice(1), ['info: the clock of this host is that of the server again']);
  server.ahead = 60_000;
  await ask();
  t.equal(said.length, 3);
  t.ok((shown.at(-1) ?? 0) < -59, 'behind is negative');
});

t.test('as much as is allowed is not too much, and a millisecond more is', async (t) => {
  const { ask, said, server, clock } = scene();
  // The time in the header is half a second old on average, and half a second in doubt.
  server.ahead = -6_000;
  await ask();
  t.strictSame(said, []);
  await clock.advance(1);
  await ask();
  t.equal(said.length, 1);
});

t.test('a slow response is not taken for a wrong clock, and one without a time is ignored', async (t) => {
  const { ask, said, shown, server } = scene();
  server.takes = 9_000;
  server.ahead = 4_500;
  await ask();
  t.strictSame(said, [], 'the doubt is larger');
  // It was made half way, and its time has whole seconds.
  t.ok(Math.abs((shown[0] ?? 0) + 4.5) <= 0.5, `${shown[0]}`);
  server.says = false;
  await ask();
  t.equal(shown.length, 1);
});

t.test('a slow answer does not say that a wrong clock is right again; a quick one does', async (t) => {
  const { ask, said, server } = scene();
  server.ahead = 60_000;
  await ask();
  t.equal(said.length, 1);
  server.ahead = 0;
  server.takes = 9_000;
  await ask();
  t.equal(said.length, 1, 'the doubt is as large as the threshold');
  server.takes = 0;
  await ask();
  t.equal(said.length, 2);
  t.match(said[1], /^info: /);
});
