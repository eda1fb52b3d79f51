// The open streams of one connection, in an array, because there are some hundred at most. A Map makes a new table after every
// few insertions and removals, and V8 keeps these tables linked until a major collection.

import type { ServerStream } from './stream.ts';

export class OpenStreams {
  readonly #streams: ServerStream[] = [];

  get count(): number {
    return this.#streams.length;
  }

  add(stream: ServerStream): void {
    stream.place = this.#streams.push(stream) - 1;
  }

  get(id: number): ServerStream | undefined {
    // The newest one is asked for most often.
    for (let at = this.#streams.length - 1; at >= 0; at -= 1) {
      const stream = this.#streams[at];
      if (stream?.id === id) return stream;
    }
    return undefined;
  }

  /** The last one takes the place. */
  remove(stream: ServerStream): void {
    if (this.#streams[stream.place] !== stream) return;
    const last = this.#streams.pop();
    if (last === undefined || last === stream) return;
    this.#streams[stream.place] = last;
    last.place = stream.place;
  }

  /** As they are now: they may come and go meanwhile. */
  all(): readonly ServerStream[] {
    return [...this.#streams];
  }
}
