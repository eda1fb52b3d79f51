// Mutants in the bytes of connections: where a request ends, what a request head may contain, and upgrades.

import { connect } from 'node:net';
import { frame, framesOf, frameType, preface } from '../../wire/format/http2-frames.ts';
import type { Mutant, PassingBytes } from '../contract/mutant.ts';

/** A mutant with this fault on each connection. */
function passing(id: string, breaks: string, noticedBy: string, bytes: () => PassingBytes): Mutant {
  return { id, breaks, noticedBy: [noticedBy], start: () => ({ bytes }) };
}

/** A mutant that changes pieces of requests. */
function reading(id: string, breaks: string, noticedBy: string, change: (text: string) => string): Mutant {
  return passing(id, breaks, noticedBy, () => ({ toTarget: (piece) => asText(piece, change) }));
}

/** Changes the head of the first request in a piece. */
function inHead(change: (head: string) => string): (text: string) => string {
  return (text) => {
    const end = text.indexOf('\r\n\r\n');
    return end < 0 ? text : change(text.slice(0, end)) + text.slice(end);
  };
}

function asText(piece: Buffer, change: (text: string) => string): Buffer {
  const text = piece.toString('latin1');
  const changed = change(text);
  return changed === text ? piece : Buffer.from(changed, 'latin1');
}

const lengths = /\r\nContent-Length: /g;
const isLength = /\r\nContent-Length/;
const coding = /\r\nTransfer-Encoding: chunked(?=\r\n|$)/;
const oddCoding = /(?:\r\n|\n|\r)Transfer-Encoding[^\r\n]*/g;

const ofFraming: readonly Mutant[] = [
  reading(
    'believes-the-length',
    'Transfer-Encoding overrides Content-Length.',
    'hidden-requests',
    inHead((head) => (isLength.test(head) ? head.replace(coding, '') : head)),
  ),
  reading(
    'leaves-out-odd-codings',
    'An unknown transfer coding is refused.',
    'hidden-requests',
    inHead((head) => (coding.test(head) ? head : head.replaceAll(oddCoding, ''))),
  ),
  reading(
    'takes-one-of-two-lengths',
    'Two lengths are refused.',
    'hidden-requests',
    inHead((head) =>
      (head.match(lengths) ?? []).length > 1 ? head.replace(/\r\nContent-Length: [1-9]\d*/, '') : head,
    ),
  ),
  reading('wraps-sizes-around', 'A chunk size that overflows is refused.', 'hidden-requests', (text) =>
    text.replace('\r\n10000000000000000\r\n', '\r\n0\r\n'),
  ),
  reading(
    'reads-have-no-bodies',
    'The body of a read is not the next request.',
    'hidden-requests',
    inHead((head) => (head.startsWith('GET ') ? head.replace(/\r\nContent-Length: \d+/, '') : head)),
  ),
];

const ofHeads: readonly Mutant[] = [
  reading('reads-headers-of-any-size', 'A header has a largest size.', 'heads-have-an-end', (text) =>
    /^a{1000,}$/.test(text) ? '' : text,
  ),
  reading('forgets-deadlines', 'A request ends at its timeout.', 'slow-bodies', (text) =>
    text.replace('?timeout=2s', ''),
  ),
  reading(
    'takes-connect-for-get',
    'CONNECT opens no connection to another address.',
    'odd-methods-and-targets',
    (text) => text.replace(/^CONNECT \S+/, 'GET /version'),
  ),
  passing('tells-what-it-was-sent', 'TRACE is refused.', 'odd-methods-and-targets', () => {
    let sent: string | undefined;
    return {
      toTarget: (piece) => {
        if (piece.toString('latin1', 0, 6) === 'TRACE ') sent = piece.toString('latin1');
        return piece;
      },
      toClient: (piece) =>
        sent === undefined
          ? piece
          : Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`, 'latin1'),
    };
  }),
  reading(
    'asks-addresses-of-targets',
    'A target is a path of the server itself.',
    'odd-methods-and-targets',
    (text) => {
      const address = /^GET https?:\/\/([\d.]+):(\d+)/.exec(text);
      if (address !== null) {
        const socket = connect(Number(address[2]), address[1]);
        socket.on('error', () => {});
        socket.on('connect', () => socket.destroy());
      }
      return text;
    },
  ),
  reading('loses-callers-in-a-row', 'Each request is for its own caller.', 'requests-in-a-row', (text) =>
    text.split('HTTP/1.1\r\n').length > 2 ? text.replaceAll(/Impersonate-User: [^\r\n]*\r\n/g, '') : text,
  ),
  passing('never-says-go-on', 'A client that sends Expect: 100-continue gets 100.', 'requests-in-a-row', () => ({
    toClient: (piece) => asText(piece, (text) => text.replace('HTTP/1.1 100 Continue', 'HTTP/1.1 102 Processing')),
  })),
];

const protocols = /(Sec-WebSocket-Protocol: )([^\r\n]*)/;

const ofUpgrades: readonly Mutant[] = [
  passing('upgrades-everybody', 'An upgrade needs rights.', 'tokens-in-sub-protocols', () => {
    let isUpgrade = false;
    return {
      toTarget: (piece) => {
        isUpgrade ||= piece.includes('Upgrade: websocket');
        return piece;
      },
      toClient: (piece) =>
        isUpgrade ? asText(piece, (text) => text.replace(/^HTTP\/1\.1 40[13] \w+/, 'HTTP/1.1 101 Switching')) : piece,
    };
  }),
  passing('sends-tokens-back', 'A token is not sent back.', 'tokens-in-sub-protocols', () => {
    let offered = '';
    return {
      toTarget: (piece) => {
        offered = protocols.exec(piece.toString('latin1'))?.[2] ?? offered;
        return piece;
      },
      toClient: (piece) =>
        asText(piece, (text) => text.replace(/^(HTTP\/1\.1 101 [^\r\n]*\r\n)/, `$1X-Offered: ${offered}\r\n`)),
    };
  }),
  reading('takes-a-token-alone', 'A token needs another sub-protocol beside it.', 'tokens-in-sub-protocols', (text) =>
    text.replace(protocols, (line: string) => (line.includes(',') ? line : `${line}, conformance.example`)),
  ),
  reading('takes-tokens-in-headers-only', 'A token may come as a sub-protocol.', 'tokens-in-sub-protocols', (text) =>
    text.replace(protocols, '$1conformance.example'),
  ),
];

/** Replaces the pieces of an HTTP/2 connection by whole frames. */
function framed(change: (type: number) => boolean): (piece: Buffer) => Buffer {
  let rest: Buffer | undefined;
  return (piece) => {
    const begins = rest === undefined && piece.toString('latin1', 0, preface.length) === preface;
    if (rest === undefined && !begins) return piece;
    const lead = begins ? piece.subarray(0, preface.length) : Buffer.alloc(0);
    const bytes = Buffer.concat([rest ?? Buffer.alloc(0), piece.subarray(lead.length)]);
    const { frames, size } = framesOf(bytes);
    rest = bytes.subarray(size);
    const kept = frames.filter(({ type }) => change(type));
    return Buffer.concat([
      lead,
      ...kept.map(({ type, flags, stream, payload }) => frame(type, flags, stream, payload)),
    ]);
  };
}

const ofFloods: readonly Mutant[] = [
  passing('reads-blocks-without-end', 'A header block has an end.', 'floods-over-http2', () => ({
    toTarget: framed((type) => type !== frameType.continuation),
  })),
  {
    id: 'fails-after-resets',
    breaks: 'Requests that are reset harm no others.',
    noticedBy: ['floods-over-http2'],
    start: () => {
      let resets = 0;
      return {
        bytes: () => ({
          toTarget: framed((type) => {
            if (type === frameType.reset) resets += 1;
            return true;
          }),
          toClient: (piece) =>
            resets > 500 ? asText(piece, (text) => text.replace('HTTP/1.1 200 OK', 'HTTP/1.1 503 No')) : piece,
        }),
      };
    },
  },
];

/** Every mutant of this file. */
export const byteMutants: readonly Mutant[] = [...ofFraming, ...ofHeads, ...ofUpgrades, ...ofFloods];
