// The response of an endpoint as a value; only one place writes it to the socket. Texts have no JSON envelope, as in the
// documented node API.

import type { Duplex } from 'node:stream';

export interface Response {
  readonly status: number;
  readonly contentType: string;
  /** Chunks are written as they come. The iteration ends when the reader stops. */
  readonly body: string | Buffer | AsyncGenerator<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An upgraded connection: bytes are forwarded unchanged in both directions. */
export interface Tunnel {
  readonly status: 101;
  /** Of the other end's acceptance. */
  readonly headers: Readonly<Record<string, string>>;
  readonly socket: Duplex;
  /** Bytes that the other end has already sent. */
  readonly head: Buffer;
}

export function text(status: number, body: string): Response {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

export function json(value: unknown): Response {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(value) };
}

/** JSON that ends with a line break, as encoders of objects write it. */
export function jsonLine(value: unknown): Response {
  return { status: 200, contentType: 'application/json', body: `${JSON.stringify(value)}\n` };
}

/** 500 with the reason, in the words of agents of this interface. */
export function internalError(error: unknown): Response {
  return text(500, `Internal Error: ${error instanceof Error ? error.message : String(error)}`);
}

/** Redirects to another path; the location is a raw path with its query. */
export function redirect(location: string): Response {
  const shown = location.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const body = `<a href="${shown}">Temporary Redirect</a>.\n\n`;
  return { status: 307, contentType: 'text/html; charset=utf-8', body, headers: { location } };
}

export const pageNotFound = text(404, '404: Page Not Found');

export function methodNotAllowed(methods: readonly string[]): Response {
  return { ...text(405, '405: Method Not Allowed'), headers: { allow: methods.join(', ') } };
}
