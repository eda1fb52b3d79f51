import { Socket } from 'node:net';
import t from 'tap';
import { ConnectionMetrics } from './connection-metrics.ts';
import { HandshakePace } from './handshake-pace.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test('handshakes begin a few in each turn of the event loop, in order', async (t) => {
  const figures = new ConnectionMetrics();
  const begun: Socket[] = [];
  const pace = new HandshakePace((socket) => begun.push(socket), figures, 1000);
  const sockets = Array.from({ length: 10 }, () => new Socket());
  sockets[5]?.destroy();
  for (const socket of sockets) pace.add(socket);
  t.strictSame([begun.length, figures.handshakesWaiting], [0, 10]);
  const counts: number[] = [];
  while (begun.length < 9) {
    await turn();
    counts.push(begun.length);
  }
  t.strictSame([...new Set(counts)], [4, 8, 9], 'a closed connection does not use up a turn');
  t.ok(begun.every((socket, at) => socket === sockets[at < 5 ? at : at + 1]));
  t.equal(figures.handshakesWaiting, 0);
});

t.test('a connection that waited for too long, or for which there is no room, is closed and counted', async (t) => {
  const figures = new ConnectionMetrics();
  const begun: Socket[] = [];
  const pace = new HandshakePace((socket) => begun.push(socket), figures, -1);
  const late = new Socket();
  pace.add(late);
  await turn();
  t.ok(late.destroyed);
  t.strictSame([begun.length, figures.ended.handshakes], [0, 1]);
  const many = new HandshakePace(() => {}, figures, 60_000);
  const sockets = Array.from({ length: 4097 }, () => new Socket());
  for (const socket of sockets) many.add(socket);
  t.strictSame([figures.ended.handshakes, figures.handshakesWaiting], [2, 4096]);
  t.ok(sockets.at(-1)?.destroyed);
  many.end();
  t.ok(sockets.every(({ destroyed }) => destroyed));
  t.equal(figures.handshakesWaiting, 0);
});
