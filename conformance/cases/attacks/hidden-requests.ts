import type { Case, CaseContext } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { finalResponses, jsonPart, requestText } from '../../wire/exchange/raw-requests.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { RawSocket } from '../../wire/exchange/raw-socket.ts';

/** Request smuggling: a front-end takes `hidden` for the body, a careless target takes it for the next request. */
type Framing = readonly [title: string, outer: (hidden: string) => { lines: readonly string[]; body: string }];

const hex = (text: string): string => Buffer.byteLength(text).toString(16);
const whole = (text: string): string => `${hex(text)}\r\n${text}\r\n0\r\n\r\n`;
/** A Content-Length that ends right before the hidden request in a body of one chunk. */
const short = (text: string): string => `Content-Length: ${hex(text).length + 2}`;

/** Both Content-Length and Transfer-Encoding: the server must use the coding, or refuse the request. */
const ofCodings: readonly Framing[] = [
  ['a length before a coding', (text) => ({ lines: [short(text), 'Transfer-Encoding: chunked'], body: whole(text) })],
  ['a length behind a coding', (text) => ({ lines: ['Transfer-Encoding: chunked', short(text)], body: whole(text) })],
  ...[
    'Transfer-Encoding : chunked',
    'Transfer-Encoding\t: chunked',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, x',
    'Transfer-Encoding: x, chunked',
    'Transfer-Encoding: "chunked"',
    'Transfer-Encoding: \x0bchunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
    'X: y\nTransfer-Encoding: chunked',
    'X: y\rTransfer-Encoding: chunked',
  ].map((line): Framing => [JSON.stringify(line), (text) => ({ lines: [short(text), line], body: whole(text) })]),
];

const ofLengths: readonly Framing[] = [
  ['two lengths', (text) => ({ lines: [`Content-Length: ${text.length}`, 'Content-Length: 0'], body: text })],
  [
    'two lengths, the first 0',
    (text) => ({ lines: ['Content-Length: 0', `Content-Length: ${text.length}`], body: text }),
  ],
  ['a list of lengths', (text) => ({ lines: [`Content-Length: 0, ${text.length}`], body: text })],
  ['a length with a sign', (text) => ({ lines: [`Content-Length: +${text.length}`], body: text })],
  ['a length below nothing', (text) => ({ lines: ['Content-Length: -1'], body: text })],
  ['a length with a base', (text) => ({ lines: [`Content-Length: 0x${hex(text)}`], body: text })],
  ['a length with a blank', (text) => ({ lines: [`Content-Length : ${text.length}`], body: text })],
];

/** Chunk sizes that some parsers read as 0. */
const ofChunks: readonly Framing[] = ['0x0', '-0', '10000000000000000', '0\x0b', 'g', ''].map((size) => [
  `a chunk of ${JSON.stringify(size)}`,
  (text) => ({ lines: ['Transfer-Encoding: chunked'], body: `${size}\r\n\r\n${text}` }),
]);

export default {
  id: 'hidden-requests',
  title: 'A request smuggled in the body of another MUST NOT be run, however the length of that body is encoded.',
  requirements: ['ERR-037U'],
  needs: ['namespace'],
  async run(c) {
    await c.holds('ERR-037U', async () => {
      for (const [title, outer] of [...ofCodings, ...ofLengths, ...ofChunks])
        await expectNotRun(c, 'POST', title, outer);
    });
    await c.holds('ERR-037U', async () => {
      // These methods ignore a body, but must still read past it.
      for (const method of ['GET', 'DELETE', 'HEAD', 'OPTIONS']) {
        await expectNotRun(c, method, `the body of ${method}`, (text) => ({
          lines: [`Content-Length: ${text.length}`],
          body: text,
        }));
      }
    });
    expectOk(await c.wire.get('/livez'));
  },
} satisfies Case;

async function expectNotRun(c: CaseContext, method: string, title: string, outer: Framing[1]): Promise<void> {
  const maps = c.resource('v1', 'configmaps');
  const socket = await c.rawSocket('http/1.1');
  const hidden = requestText(socket, { method: 'POST', path: maps.collection, ...jsonPart(configMap('hidden')) });
  const path = method === 'POST' ? `${maps.collection}?dryRun=All` : `${maps.item('none')}?dryRun=All`;
  const { lines, body } = outer(hidden);
  await socket.write(requestText(socket, { method, path, lines: ['Content-Type: application/json', ...lines], body }));
  // A hidden request would be answered at once, or after this request.
  await socket.write(requestText(socket, { path: '/livez', lines: ['Connection: close'] }));
  await socket.until(({ ended }) => ended || undefined);
  const told = statusesOf(socket, method);
  socket.close();
  const made = await c.wire.get(maps.item('hidden'));
  expectThat(`what ${title} hides, after ${told}`, made.status === 404, 'nothing that was run', made.text());
  expectStatus(made, 404);
}

/** Text for a finding. A response to HEAD has no body, whatever its Content-Length says. */
function statusesOf(socket: RawSocket, method: string): string {
  if (method === 'HEAD') return socket.received.toString('latin1').slice(0, 12);
  return finalResponses(socket)
    .map(({ status }) => status)
    .join(', ');
}
