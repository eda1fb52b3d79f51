// Reads a watch stream: splits the body into lines, parses each as one JSON document, and returns events one by one
// with a time limit. It reads ahead, so a slow case never makes the target look slow.

import { systemClock } from '../time/clock.ts';
import type { Exchange } from './exchange.ts';
import { ExpectationFailed, shown } from '../contract/failure.ts';
import { textAt } from '../format/json-path.ts';
import { limits } from '../contract/limits.ts';
import { limitOf } from '../time/own-time.ts';

/** One document of a watch stream. */
export interface WatchEvent {
  readonly type: string;
  readonly object: unknown;
  /** The whole document, for cases about its keys. */
  readonly document: unknown;
}

/** An open (or refused) watch. */
export class WatchStream {
  /** The response as known when the stream opens; has a body only if the watch was refused. */
  readonly opened: Exchange;
  /** Every event read so far, including those already returned. */
  readonly seen: WatchEvent[] = [];
  readonly #ended: AbortController;
  #next = 0;
  #over = false;
  #problem: Error | undefined;
  #wake: () => void = () => {};

  /** `body` is undefined for a refused watch; `ended` stops the reading. */
  constructor(opened: Exchange, body: AsyncIterable<Uint8Array> | undefined, ended: AbortController) {
    this.opened = opened;
    this.#ended = ended;
    if (body === undefined) this.#over = true;
    else void this.#read(body);
  }

  /** The HTTP status of the response. */
  get status(): number {
    return this.opened.status;
  }

  /** Returns the next event. Throws ExpectationFailed if none comes within the limit or the stream has ended. */
  async next(milliseconds: number = limits.event): Promise<WatchEvent> {
    const event = await this.#take(milliseconds);
    if (event === undefined) throw this.#missing('an event');
    return event;
  }

  /** Returns the next event that is not a bookmark. */
  async nextChange(milliseconds: number = limits.event): Promise<WatchEvent> {
    for (;;) {
      const event = await this.next(milliseconds);
      if (event.type !== 'BOOKMARK') return event;
    }
  }

  /** Reads until `count` events other than bookmarks came. */
  async changes(count: number): Promise<WatchEvent[]> {
    const events: WatchEvent[] = [];
    while (events.length < count) events.push(await this.nextChange());
    return events;
  }

  /** Waits for the server to end the stream and returns the remaining events. */
  async untilEnd(milliseconds: number): Promise<readonly WatchEvent[]> {
    await this.#until(() => this.#over, milliseconds);
    if (!this.#over) {
      const expected = `an end within ${milliseconds} ms`;
      throw new ExpectationFailed(`stream of ${this.opened.title}`, expected, 'an open stream');
    }
    this.#next = this.seen.length;
    if (this.#problem !== undefined) throw this.#problem;
    return this.seen;
  }

  /** Closes the watch from the client. */
  close(): void {
    this.#ended.abort(new Error('watch closed by the case'));
  }

  async #take(milliseconds: number): Promise<WatchEvent | undefined> {
    await this.#until(() => this.#over || this.#next < this.seen.length, milliseconds);
    const event = this.seen[this.#next];
    if (event !== undefined) this.#next += 1;
    else if (this.#problem !== undefined) throw this.#problem;
    return event;
  }

  /** Waits until `hasCome` is true or the time is over; time in which this process was suspended does not count. */
  async #until(hasCome: () => boolean, milliseconds: number): Promise<void> {
    if (hasCome()) return;
    const limit = limitOf(systemClock, milliseconds);
    try {
      while (!hasCome() && !limit.isOver) {
        const change = new Promise<void>((resolve) => (this.#wake = resolve));
        await Promise.race([change, limit.ended]);
      }
    } finally {
      limit.lift();
    }
  }

  #missing(expected: string): ExpectationFailed {
    const state = this.#over ? 'the end of the stream' : 'nothing in time';
    return new ExpectationFailed(
      `stream of ${this.opened.title}`,
      expected,
      `${state} after ${this.seen.length} events`,
    );
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of body) {
        rest += decoder.decode(chunk, { stream: true });
        const lines = rest.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line.trim() !== '') this.#add(line);
        this.#wake();
      }
      if (rest.trim() !== '') this.#add(rest);
    } catch (error) {
      // A stream that the client closes, or that breaks, looks ended to the reader; malformed documents are findings.
      if (error instanceof ExpectationFailed) this.#problem = error;
    } finally {
      this.#over = true;
      this.#wake();
    }
  }

  #add(line: string): void {
    try {
      const document: unknown = JSON.parse(line);
      this.seen.push({
        type: textAt(document, 'type'),
        object: (document as { object?: unknown } | null)?.object,
        document,
      });
    } catch {
      throw new ExpectationFailed(`stream of ${this.opened.title}`, 'one JSON document per line', shown(line));
    }
  }
}
