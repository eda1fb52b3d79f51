import type { Case, CaseContext } from '../../contract/case.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import {
  fourBytes,
  frame,
  frameFlag,
  framesOf,
  frameType,
  headerBlock,
  headerText,
  preface,
} from '../../wire/format/http2-frames.ts';
import type { RawSocket } from '../../wire/exchange/raw-socket.ts';
import { limitOf } from '../../wire/time/own-time.ts';

/** The most bytes that a flood sends. */
const most = 16 * 1024 * 1024;
/** Milliseconds that requests on other connections may take meanwhile. */
const patience = 10_000;
const endHeaders = frameFlag.endHeaders;
const request = endHeaders | frameFlag.endStream;

interface Flood {
  readonly title: string;
  /**
   * Returns the bytes of one round. `stream`: its first stream, an odd number. A round uses at most `width` streams.
   */
  readonly round: (socket: RawSocket, stream: number) => Buffer;
  /** Whether the server has to close the connection before `most` bytes are sent. */
  readonly ends: boolean;
}

/** Streams per round. */
const width = 200;
const streams = (first: number): readonly number[] => Array.from({ length: width }, (_, index) => first + index * 2);
const again = (bytes: Buffer, times: number): Buffer => Buffer.concat(Array.from({ length: times }, () => bytes));

function head(socket: RawSocket, path: string): Buffer {
  const token = socket.authorization === '' ? [] : [['authorization', socket.authorization] as const];
  return headerBlock([
    [':method', 'GET'],
    [':scheme', 'https'],
    [':authority', socket.host],
    [':path', `${socket.prefix}${path}`],
    ...token,
  ]);
}

/** An HPACK bomb: one field of four kilobytes in the dynamic table, and thousands of one-byte references to it. */
function bomb(socket: RawSocket): Buffer {
  const taken = Buffer.concat([Buffer.from([0x40]), headerText('x'), headerText('a'.repeat(3900))]);
  return Buffer.concat([head(socket, '/livez'), taken, Buffer.alloc(15_000, 0xbe)]);
}

/** Splits a header block into frames; the last one ends the block. */
function inFrames(stream: number, block: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < block.length; at += 16_000) {
    const last = at + 16_000 >= block.length ? endHeaders : 0;
    const type = at === 0 ? frameType.headers : frameType.continuation;
    parts.push(frame(type, last | (at === 0 ? frameFlag.endStream : 0), stream, block.subarray(at, at + 16_000)));
  }
  return Buffer.concat(parts);
}

const resets = (socket: RawSocket, first: number): Buffer =>
  Buffer.concat(
    streams(first).flatMap((id) => [
      frame(frameType.headers, request, id, head(socket, '/api/v1/namespaces')),
      frame(frameType.reset, 0, id, fourBytes(8)),
    ]),
  );

const floods: readonly Flood[] = [
  { title: 'requests that are reset at once', round: resets, ends: false },
  {
    title: 'settings',
    round: () => again(frame(frameType.settings, 0, 0, Buffer.from([0, 4, 0, 0, 255, 255])), 2_000),
    ends: false,
  },
  { title: 'pings', round: () => again(frame(frameType.ping, 0, 0, Buffer.alloc(8)), 2_000), ends: false },
  {
    title: 'a header without an end',
    round: (socket, stream) =>
      stream === 1
        ? frame(frameType.headers, 0, 1, head(socket, '/livez'))
        : again(frame(frameType.continuation, 0, 1, headerBlock([['x', 'a'.repeat(4_000)]])), 20),
    ends: true,
  },
  {
    title: 'headers that grow when they are read',
    round: (socket, stream) => inFrames(stream, bomb(socket)),
    ends: false,
  },
  {
    title: 'requests whose responses have no room',
    round: (socket, first) =>
      Buffer.concat(streams(first).map((id) => frame(frameType.headers, request, id, head(socket, '/openapi/v2')))),
    ends: false,
  },
];

export default {
  id: 'floods-over-http2',
  title:
    'A flood of HTTP/2 frames on one connection MUST NOT delay other requests, and header blocks MUST have a size limit.',
  requirements: ['LIM-008U'],
  needs: ['http2'],
  alone: true,
  async run(c) {
    for (const flood of floods) {
      const socket = await c.rawSocket('h2');
      // The client grants no flow-control window, so each response waits for as long as the server allows.
      await socket.write(
        Buffer.concat([Buffer.from(preface), frame(frameType.settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]))]),
      );
      const sending = send(c, socket, flood);
      const waited = await longestWait(c, sending);
      await sending;
      expectThat(
        `time of another request during ${flood.title}`,
        waited < patience,
        `less than ${patience} ms`,
        waited,
      );
      if (flood.ends) expectThat(`connection after ${flood.title}`, isOver(socket), 'its end', 'more was read');
      socket.close();
      expectOk(await c.wire.get('/livez'));
    }
  },
} satisfies Case;

/** Sends rounds until the server closes the connection or `most` bytes are sent. */
async function send(c: CaseContext, socket: RawSocket, { round }: Flood): Promise<void> {
  for (let sent = 0, stream = 1; sent < most && !isOver(socket) && stream < 40_000; stream += 2 * width) {
    const bytes = round(socket, stream);
    sent += bytes.length;
    // A server that stops reading blocks the write: give up after two seconds.
    const limit = limitOf(c.clock, 2_000);
    await Promise.race([socket.write(bytes), limit.ended]);
    if (limit.isOver) return;
    limit.lift();
  }
  await socket.until(() => isOver(socket) || undefined, 1_000);
}

function isOver(socket: RawSocket): boolean {
  return socket.ended || framesOf(socket.received).frames.some(({ type }) => type === frameType.goaway);
}

/** Returns the longest time that requests on other connections took; sends at least one. */
async function longestWait(c: CaseContext, until: Promise<void>): Promise<number> {
  const over = new AbortController();
  const end = () => over.abort();
  until.then(end, end);
  let longest = 0;
  do {
    const began = c.clock.monotonic();
    expectOk(await c.wire.get('/version'));
    longest = Math.max(longest, c.clock.monotonic() - began);
    await c.clock.sleep(20, c.signal);
  } while (!over.signal.aborted);
  return longest;
}
