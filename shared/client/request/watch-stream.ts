// Decodes the bytes of a watch: one JSON document per line. An ERROR event is thrown, so that callers see the same error
// whether the server sends it as a status code or in the stream.

import type { ApiObject } from '../../object/api-object.ts';
import { readJson, ResponseError } from './exchange.ts';
import { failureOf } from './failure.ts';

export interface Bookmark {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly resourceVersion: string; readonly annotations?: Readonly<Record<string, string>> };
}

export type WatchEvent<T extends ApiObject = ApiObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly object: Bookmark };

/** Most bytes of an event; events of real servers are far smaller. */
const longestEvent = 16 * 1024 * 1024;

const types: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']);

/**
 * The events of a watch response in order, those that arrived together in one list, because each step of an iteration costs
 * more than its event; ends when the server ends the watch. Throws StatusError for an ERROR event, ResponseError for lines
 * that are no events, too long or cut off, and what the body throws, each time after the events before it.
 */
export async function* readEvents<T extends ApiObject>(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly WatchEvent<T>[], void> {
  for await (const lines of readLines(body, longestEvent)) {
    const events: WatchEvent<T>[] = [];
    for (const line of lines) {
      if (line === '') continue;
      try {
        events.push(eventOf<T>(line));
      } catch (error) {
        if (events.length > 0) yield events;
        throw error;
      }
    }
    if (events.length > 0) yield events;
  }
}

function eventOf<T extends ApiObject>(line: string): WatchEvent<T> {
  const { type, object } = parseEvent(line);
  if (type === 'ERROR') {
    const code = (object as { code?: unknown }).code;
    throw failureOf('GET', typeof code === 'number' ? code : 500, object, line);
  }
  if (!hasMetadata(object)) throw notAnEvent(line);
  return { type, object } as WatchEvent<T>;
}

function parseEvent(line: string): { readonly type: string; readonly object: object } {
  let event: unknown;
  try {
    event = readJson(line);
  } catch (error) {
    throw new ResponseError('a line of the watch is not JSON', { cause: error });
  }
  const { type, object } = (event ?? {}) as { type?: unknown; object?: unknown };
  if (!types.has(type) || typeof object !== 'object' || object === null) {
    throw notAnEvent(line);
  }
  return { type: type as string, object };
}

function notAnEvent(line: string): ResponseError {
  return new ResponseError(`a line of the watch is not an event: ${line.slice(0, 100)}`);
}

/** True for what may be an object of the API: the least that readers of collections rely on. */
export function hasMetadata(value: unknown): value is ApiObject {
  const { metadata } = (value ?? {}) as { metadata?: unknown };
  return typeof metadata === 'object' && metadata !== null;
}

/** Lines without their ends, those of a chunk together. Cut at bytes, so that a character split between chunks stays whole. */
export async function* readLines(
  body: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<readonly string[], void> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      if (length + end - start > limit) {
        if (lines.length > 0) yield lines;
        throw tooLong(limit);
      }
      // Most lines lie within one chunk and need no copy of their bytes.
      const line = parts.length === 0 ? chunk.toString('utf8', start, end) : joined(parts, chunk.subarray(start, end));
      lines.push(line.trimEnd());
      parts = [];
      length = 0;
      start = end + 1;
    }
    if (lines.length > 0) yield lines;
    if (start < chunk.length) parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > limit) throw tooLong(limit);
  }
  if (length > 0) throw new ResponseError('the stream ended within a line');
}

function joined(parts: readonly Uint8Array[], last: Uint8Array): string {
  return Buffer.concat([...parts, last]).toString('utf8');
}

function tooLong(limit: number): ResponseError {
  return new ResponseError(`a line of more than ${limit} bytes`);
}
