// Requests as text, for connections on which a case writes arbitrary bytes.

import { type Http1Response, http1Responses } from '../format/http1-responses.ts';
import type { HttpVersion } from './connection.ts';
import type { RawSocket } from './raw-socket.ts';

export interface RawRequest {
  /** Default GET. */
  readonly method?: string;
  /** The path without the prefix of the target. */
  readonly path: string;
  /** Header lines besides `Host` and `Authorization`, sent unchanged. */
  readonly lines?: readonly string[];
  /** Sent unchanged; `lines` must give its length, if any line does. */
  readonly body?: string;
}

/** Returns a request of the connection's caller, to be encoded as Latin-1. */
export function requestText(socket: RawSocket, { method = 'GET', path, lines = [], body = '' }: RawRequest): string {
  const credentials = socket.authorization === '' ? [] : [`Authorization: ${socket.authorization}`];
  const head = [`${method} ${socket.prefix}${path} HTTP/1.1`, `Host: ${socket.host}`, ...credentials, ...lines];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** The header lines and the body of a JSON document. */
export function jsonPart(document: unknown): { readonly lines: readonly string[]; readonly body: string } {
  const body = JSON.stringify(document);
  return { lines: ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`], body };
}

/** The final responses so far: all but interim ones (1xx without 101). */
export function finalResponses(socket: RawSocket): readonly Http1Response[] {
  return http1Responses(socket.received, socket.ended).filter(({ status }) => status >= 200 || status === 101);
}

/**
 * Sends the text on a new connection and returns at least `count` final responses, or all until its end. After
 * `limits.request` it returns those that came.
 */
export async function responsesTo(
  c: { rawSocket(version: HttpVersion): Promise<RawSocket> },
  text: (socket: RawSocket) => string,
  count = 1,
): Promise<readonly Http1Response[]> {
  const socket = await c.rawSocket('http/1.1');
  try {
    await socket.write(text(socket));
    await socket.until(() => finalResponses(socket).length >= count || undefined);
    return finalResponses(socket);
  } finally {
    socket.close();
  }
}
