// Requests as text, for connections on which a case writes bytes as it likes.

import { type Http1Response, http1Responses } from '../format/http1-responses.ts';
import type { HttpVersion } from './connection.ts';
import type { RawSocket } from './raw-socket.ts';

export interface RawRequest {
  /** Default GET. */
  readonly method?: string;
  /** Without what stands in front of every path of the target. */
  readonly path: string;
  /** Lines beside `Host` and `Authorization`, as they are sent. */
  readonly lines?: readonly string[];
  /** Sent as it stands: a line tells its length, or none does. */
  readonly body?: string;
}

/** The bytes of a request of the caller of the connection, as Latin-1. */
export function requestText(socket: RawSocket, { method = 'GET', path, lines = [], body = '' }: RawRequest): string {
  const credentials = socket.authorization === '' ? [] : [`Authorization: ${socket.authorization}`];
  const head = [`${method} ${socket.prefix}${path} HTTP/1.1`, `Host: ${socket.host}`, ...credentials, ...lines];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** The lines and the body of a JSON document. */
export function jsonPart(document: unknown): { readonly lines: readonly string[]; readonly body: string } {
  const body = JSON.stringify(document);
  return { lines: ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`], body };
}

/** Responses so far that are no interim ones (1xx, but for 101). */
export function finalResponses(socket: RawSocket): readonly Http1Response[] {
  return http1Responses(socket.received, socket.ended).filter(({ status }) => status >= 200 || status === 101);
}

/**
 * What comes for some bytes on a connection of their own: at least `count` responses, or all until its end. Nothing more comes within
 * `limits.request`: those that came.
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
