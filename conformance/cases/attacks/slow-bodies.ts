import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { jsonPart, requestText } from '../../wire/exchange/raw-requests.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

/** Timeouts of the requests, in seconds: the last one has more time than the others. */
const timeouts = [2, 2, 2, 2, 6];
/** Time limit in milliseconds for any of them. */
const patience = 25_000;

export default {
  id: 'slow-bodies',
  title: 'A request whose body arrives byte by byte MUST end at its timeout.',
  // The specification says nothing of slow requests.
  requirements: [],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const { body } = jsonPart(configMap('slow'));
    const type = 'Content-Type: application/json';
    const times = await Promise.all(
      timeouts.map(async (timeout, index) => {
        const path = `${maps.collection}?timeout=${timeout}s`;
        const socket = await c.rawSocket('http/1.1');
        const isChunked = index % 2 === 0;
        const lines = [type, isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`];
        await socket.write(requestText(socket, { method: 'POST', path, lines }));
        const began = c.clock.monotonic();
        let waited = 0;
        for (let at = 0; socket.received.length === 0 && !socket.ended; at += 1) {
          // One byte is always missing.
          const byte = body[at % (body.length - 1)] ?? '';
          if (isChunked || at < body.length - 1) await socket.write(isChunked ? `1\r\n${byte}\r\n` : byte);
          await socket.until(({ received, ended }) => (received.length > 0 || ended ? true : undefined), 200);
          waited = c.clock.monotonic() - began;
          expectThat(
            `time of a request that says ${timeout} seconds`,
            waited < patience,
            `less than ${patience} ms`,
            waited,
          );
        }
        const line = socket.received.toString('latin1', 0, 64).split('\r\n')[0] ?? '';
        expectThat('response to a body that does not end', !/ 2\d\d( |$)/.test(line), 'a refusal, or none', line);
        socket.close();
        return waited;
      }),
    );
    const [longest = 0, ...others] = times.toReversed();
    const isByTimeout = longest - Math.max(...others) > 1_000;
    expectThat('times of the requests', isByTimeout, 'the one with more time ends later', times);
    expectStatus(await c.wire.get(maps.item('slow')), 404);
    expectOk(await c.wire.get('/livez'));
  },
} satisfies Case;
