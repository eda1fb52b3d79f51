// One HTTP/2 request whose header fields are sent byte by byte (RFC 9113, RFC 7541), for fields that no library lets out. The
// response is read as far as cases need it: its body, or that there is none.

import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { limits } from '../contract/limits.ts';
import { systemClock } from '../time/clock.ts';
import { limitOf } from '../time/own-time.ts';
import type { Endpoint, TlsIdentity } from './connection.ts';

/** Names and values as they go out; characters above 255 are not possible. */
export type RawFields = readonly (readonly [name: string, value: string])[];

const frameType = { data: 0, headers: 1, reset: 3, settings: 4, goaway: 7 } as const;
const endStream = 1;
const endHeaders = 4;
const acknowledged = 1;
const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/**
 * Sends a GET of the path on a connection of its own. Resolves with the body, or with undefined when the stream or the
 * connection ends without a whole response. Rejects when nothing ends it within `limits.request`.
 */
export async function getRaw(
  endpoint: Endpoint,
  identity: TlsIdentity,
  path: string,
  fields: RawFields,
  signal: AbortSignal,
): Promise<string | undefined> {
  const url = new URL(endpoint.server);
  const usual = [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':authority', url.host],
    [':path', `${url.pathname.replace(/\/$/, '')}${path}`],
  ] as const;
  const socket = open(url, endpoint, identity);
  const limit = limitOf(systemClock, limits.request);
  const stop = () => socket.destroy(new Error('the case is over'));
  signal.addEventListener('abort', stop, { once: true });
  void limit.ended.then(() => socket.destroy(new Error(`no end of the response within ${limits.request} ms`)));
  try {
    return await exchanged(socket, frame(frameType.headers, endStream | endHeaders, 1, block([...usual, ...fields])));
  } finally {
    signal.removeEventListener('abort', stop);
    limit.lift();
    socket.destroy();
  }
}

function open(url: URL, { ca, insecure, serverName }: Endpoint, identity: TlsIdentity): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol === 'http:') return connectPlain({ host, port: Number(url.port || 80) });
  return connectTls({
    host,
    port: Number(url.port || 443),
    ALPNProtocols: ['h2'],
    ...(ca === undefined ? {} : { ca }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
    ...(identity.certificate === undefined ? {} : { cert: identity.certificate }),
    ...(identity.key === undefined ? {} : { key: identity.key }),
  });
}

/** Reads frames until the stream ends; what the connection says by itself is acknowledged. */
async function exchanged(socket: Socket, request: Buffer): Promise<string | undefined> {
  socket.write(Buffer.concat([Buffer.from(preface), frame(frameType.settings, 0, 0), request]));
  let bytes = Buffer.alloc(0);
  let body = '';
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    for (let next = nextFrame(bytes); next !== undefined; next = nextFrame(bytes)) {
      bytes = bytes.subarray(next.size);
      const { type, flags, stream, payload } = next;
      if (type === frameType.settings && flags !== acknowledged) {
        socket.write(frame(frameType.settings, acknowledged, 0));
      }
      if (type === frameType.goaway || (type === frameType.reset && stream === 1)) return undefined;
      if (type === frameType.data) body += payload.toString();
      const isPart = type === frameType.data || type === frameType.headers;
      if (isPart && stream === 1 && (flags & endStream) !== 0) return body;
    }
  }
  return undefined;
}

function nextFrame(bytes: Buffer) {
  if (bytes.length < 9) return undefined;
  const size = 9 + bytes.readUIntBE(0, 3);
  if (bytes.length < size) return undefined;
  const stream = bytes.readUInt32BE(5) & 0x7fffffff;
  return { size, type: bytes[3], flags: bytes[4] ?? 0, stream, payload: bytes.subarray(9, size) };
}

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.set([type, flags], 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Literal fields that no table takes up (RFC 7541, 6.2.2), without the code of Huffman. */
function block(fields: RawFields): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.from(value, 'latin1');
    return Buffer.concat([length(bytes.length), bytes]);
  };
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

/** An integer with a prefix of seven bits (RFC 7541, 5.1). */
function length(value: number): Buffer {
  if (value < 0x7f) return Buffer.from([value]);
  const bytes = [0x7f];
  let rest = value - 0x7f;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
