// What an endpoint answers: a value that one place writes to the socket. Texts are plain, as the node's API has them.

import type { Duplex } from 'node:stream';

export interface Response {
  readonly status: number;
  readonly contentType: string;
  /** Pages of bytes are written as they come, for as long as they come; a reader that stops ends them. */
  readonly body: string | Buffer | AsyncGenerator<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The two ends of a stream are joined: what was asked for as an upgrade goes through as it is, in both directions. */
export interface Tunnel {
  readonly status: 101;
  /** Of the other end's acceptance. */
  readonly headers: Readonly<Record<string, string>>;
  readonly socket: Duplex;
  /** What the other end has sent already. */
  readonly head: Buffer;
}

export function text(status: number, body: string): Response {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

export function json(value: unknown): Response {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(value) };
}

/** 500 with the reason, in the words of agents of this interface. */
export function internalError(error: unknown): Response {
  return text(500, `Internal Error: ${error instanceof Error ? error.message : String(error)}`);
}

/** To the same thing at another path; the location is a raw path with its query. */
export function redirect(location: string): Response {
  const shown = location.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const body = `<a href="${shown}">Temporary Redirect</a>.\n\n`;
  return { status: 307, contentType: 'text/html; charset=utf-8', body, headers: { location } };
}

export const pageNotFound = text(404, '404: Page Not Found');

export function methodNotAllowed(methods: readonly string[]): Response {
  return { ...text(405, '405: Method Not Allowed'), headers: { allow: methods.join(', ') } };
}
