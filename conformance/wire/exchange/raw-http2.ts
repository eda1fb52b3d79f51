// One HTTP/2 request with header fields sent byte by byte (RFC 9113, RFC 7541), for fields that no library would send.
// It reads only the body of the response, or that there is none.

import type { Socket } from 'node:net';
import { limits } from '../contract/limits.ts';
import { frame, frameFlag, framesOf, frameType, headerBlock, preface, type RawFields } from '../format/http2-frames.ts';
import { systemClock } from '../time/clock.ts';
import { limitOf } from '../time/own-time.ts';
import type { Endpoint, TlsIdentity } from './connection.ts';
import { dial } from './raw-socket.ts';

/**
 * Sends a GET of the path on a new connection. Resolves with the body, or with undefined when the stream or the
 * connection ends without a complete response. Rejects when nothing ends it within `limits.request`.
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
  const socket = dial(endpoint, identity, 'h2');
  const limit = limitOf(systemClock, limits.request);
  const stop = () => socket.destroy(new Error('the case is over'));
  signal.addEventListener('abort', stop, { once: true });
  void limit.ended.then(() => socket.destroy(new Error(`no end of the response within ${limits.request} ms`)));
  try {
    const flags = frameFlag.endStream | frameFlag.endHeaders;
    return await exchanged(socket, frame(frameType.headers, flags, 1, headerBlock([...usual, ...fields])));
  } finally {
    signal.removeEventListener('abort', stop);
    limit.lift();
    socket.destroy();
  }
}

/** Reads frames until the stream ends; acknowledges SETTINGS. */
async function exchanged(socket: Socket, request: Buffer): Promise<string | undefined> {
  socket.write(Buffer.concat([Buffer.from(preface), frame(frameType.settings, 0, 0), request]));
  let bytes = Buffer.alloc(0);
  let body = '';
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    const { frames, size } = framesOf(bytes);
    bytes = bytes.subarray(size);
    for (const { type, flags, stream, payload } of frames) {
      if (type === frameType.settings && flags !== frameFlag.acknowledged) {
        socket.write(frame(frameType.settings, frameFlag.acknowledged, 0));
      }
      if (type === frameType.goaway || (type === frameType.reset && stream === 1)) return undefined;
      if (type === frameType.data) body += payload.toString();
      const isPart = type === frameType.data || type === frameType.headers;
      if (isPart && stream === 1 && (flags & frameFlag.endStream) !== 0) return body;
    }
  }
  return undefined;
}
