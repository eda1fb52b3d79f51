import type { Case, CaseContext } from '../../contract/case.ts';
import { jsonPart, requestText } from '../../wire/exchange/raw-requests.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { RawSocket } from '../../wire/exchange/raw-socket.ts';

/** Bytes in a flood: more than any server has to read. */
const size = 8 * 1024 * 1024;
const piece = 'a'.repeat(64 * 1024);
const many = 'x: y\r\n'.repeat(10_000);

/** `begin` is sent once, then `rest` again and again. */
type Flood = readonly [title: string, begin: (socket: RawSocket, c: CaseContext) => string, rest: string];

const floods: readonly Flood[] = [
  ['a request line', (socket) => `GET ${socket.prefix}/livez?x=`, piece],
  ['a method', () => '', piece],
  ['a header', (socket) => `${head(socket)}X: `, piece],
  ['the name of a header', (socket) => head(socket), piece],
  ['many headers', (socket) => head(socket), many],
  ['the extension of a chunk', (socket, c) => `${chunked(socket, c)}1;`, piece],
  ['the size of a chunk', (socket, c) => chunked(socket, c), 'f'.repeat(64 * 1024)],
  ['a trailer', (socket, c) => `${chunked(socket, c)}0\r\nX: `, piece],
];

export default {
  id: 'heads-have-an-end',
  title:
    'An oversized request line, header, chunk size or trailer MUST be refused or cut off, and MUST NOT harm other requests.',
  requirements: ['LIM-008U'],
  needs: ['namespace'],
  async run(c) {
    for (const [title, begin, rest] of floods) {
      const socket = await c.rawSocket('http/1.1');
      await socket.write(begin(socket, c));
      for (let sent = 0; sent < size && !socket.ended; sent += rest.length) await socket.write(rest);
      await socket.write('\r\n\r\n');
      await socket.until(({ ended }) => ended || undefined);
      const line = socket.received.toString('latin1', 0, 64).split('\r\n')[0] ?? '';
      expectThat(`connection with ${title} of ${size} bytes`, socket.ended, 'its end', line);
      // A connection reset may overtake the response.
      const isRefused = line === '' || / (4\d\d|5\d\d)( |$)/.test(line);
      expectThat(`response to ${title} of ${size} bytes`, isRefused, 'a refusal, or none', line);
      socket.close();
      expectOk(await c.wire.get('/livez'));
    }
    expectStatus(await c.wire.get(c.resource('v1', 'configmaps').item('flood')), 404);
  },
} satisfies Case;

function head(socket: RawSocket): string {
  return requestText(socket, { path: '/livez', lines: ['Connection: close'] }).slice(0, -2);
}

/** The start of a chunked create whose first chunk holds the whole object. */
function chunked(socket: RawSocket, c: CaseContext): string {
  const { body } = jsonPart(configMap('flood'));
  const lines = ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close'];
  const path = `${c.resource('v1', 'configmaps').collection}?dryRun=All`;
  const text = requestText(socket, { method: 'POST', path, lines });
  return `${text}${body.length.toString(16)}\r\n${body}\r\n`;
}
