import type { Case } from '../../contract/case.ts';
import { requestText } from '../../wire/exchange/raw-requests.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { RawSocket } from '../../wire/exchange/raw-socket.ts';

/** Milliseconds after which the server must close a connection without a complete request head. */
const patience = 75_000;

export default {
  id: 'slow-heads',
  title: 'A connection whose request head never ends MUST be closed.',
  // The specification says nothing of slow requests.
  requirements: [],
  async run(c) {
    const drip = async (text: (socket: RawSocket) => string, next: (round: number) => string) => {
      const socket = await c.rawSocket('http/1.1');
      const began = c.clock.monotonic();
      await socket.write(text(socket));
      for (let round = 0; !socket.ended; round += 1) {
        await socket.write(next(round));
        await socket.until(({ ended }) => ended || undefined, 1_000);
        const waited = c.clock.monotonic() - began;
        expectThat('time of a head that does not end', waited < patience, `less than ${patience} ms`, waited);
      }
      socket.close();
    };
    const open = (socket: RawSocket) => requestText(socket, { path: '/livez' }).slice(0, -2);
    await Promise.all([
      drip(open, () => 'x'),
      drip(open, (round) => `X-${round}: y\r\n`),
      drip(
        () => 'GET /livez?',
        () => 'x',
      ),
      drip(open, () => ''),
    ]);
    expectOk(await c.wire.get('/livez'));
  },
} satisfies Case;
