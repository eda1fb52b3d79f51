// The open streams of an HTTP/2 connection, in arrays. Node keeps them in a Map, for which V8 makes a new table every few
// streams that come and go. A table that a major collection has met stays until the next one although it is out of use; it
// leads to its successor, that one to the next, and each still names the streams that were open in its time. So under load no
// stream, nor anything that one refers to, was let go between two major collections, which came the sooner for it.
//
// There is no public way to that Map: it is found by the description of its symbol. A Node without it keeps what it has.

import type { ServerHttp2Session } from 'node:http2';

/** What Node calls the state of a session. */
const stateName = 'state';

/** To be called for a new session, before its first stream. Answers whether its streams are kept in arrays from now on. */
export function keepStreamsInArrays(session: ServerHttp2Session): boolean {
  const symbol = Object.getOwnPropertySymbols(session).find(({ description }) => description === stateName);
  if (symbol === undefined) return false;
  const state: unknown = (session as unknown as Readonly<Record<symbol, unknown>>)[symbol];
  if (typeof state !== 'object' || state === null || !('streams' in state)) return false;
  // No instance of Map: its prototype is Node's own.
  const { streams } = state;
  if (Object.prototype.toString.call(streams) !== '[object Map]' || streams instanceof StreamTable) return false;
  if ((streams as ReadonlyMap<number, unknown>).size > 0) return false;
  state.streams = new StreamTable();
  return true;
}

/** A Map for some hundred keys, in no order. A walk over it shows what was there when it began. */
export class StreamTable implements Map<number, unknown> {
  readonly [Symbol.toStringTag] = 'Map';
  readonly #ids: number[] = [];
  readonly #streams: unknown[] = [];

  get size(): number {
    return this.#ids.length;
  }

  has(id: number): boolean {
    return this.#ids.includes(id);
  }

  get(id: number): unknown {
    const at = this.#ids.indexOf(id);
    return at < 0 ? undefined : this.#streams[at];
  }

  set(id: number, stream: unknown): this {
    const at = this.#ids.indexOf(id);
    if (at < 0) {
      this.#ids.push(id);
      this.#streams.push(stream);
    } else {
      this.#streams[at] = stream;
    }
    return this;
  }

  delete(id: number): boolean {
    const at = this.#ids.indexOf(id);
    if (at < 0) return false;
    const lastId = this.#ids.pop();
    const last = this.#streams.pop();
    // The last one takes the place.
    if (at < this.#ids.length && lastId !== undefined) {
      this.#ids[at] = lastId;
      this.#streams[at] = last;
    }
    return true;
  }

  clear(): void {
    this.#ids.length = 0;
    this.#streams.length = 0;
  }

  forEach(each: (stream: unknown, id: number, table: Map<number, unknown>) => void): void {
    for (const [id, stream] of this) each(stream, id, this);
  }

  keys(): MapIterator<number> {
    return [...this.#ids].values();
  }

  values(): MapIterator<unknown> {
    return [...this.#streams].values();
  }

  entries(): MapIterator<[number, unknown]> {
    return this.#ids.map((id, at): [number, unknown] => [id, this.#streams[at]]).values();
  }

  [Symbol.iterator](): MapIterator<[number, unknown]> {
    return this.entries();
  }
}
