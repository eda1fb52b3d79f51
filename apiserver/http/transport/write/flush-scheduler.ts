// When streams hand what they have to their carriers: in rounds. What is written to a stream while a round goes over the
// others leaves with the next one as a single write, because a write costs more than a kilobyte does. A round leaves the
// event loop to commits and reads after every hundred streams. Short rounds wait for each other, so that events that come
// quickly leave together; after a long one others have the loop for as long as it took, if they have a use for it: no more
// than half of the time goes into delivery while there is other work, and all of it while there is none.

import type { Clock } from '../../../../shared/process/time/clock.ts';

/** Streams handed to their carriers before the system gets to send what was written, and others get their turn. */
const streamsOfOneTurn = 100;
/** Milliseconds from the beginning of a round to that of the next one, unless it is short: then twice what it took. */
const interval = 10;
/** Milliseconds that are not worth a timer. */
const shortestPause = 1;
/** Milliseconds that others have at most between two rounds: every event may wait for them. */
const longestPause = 10;
/** Longest time in milliseconds between two turns of an idle event loop. */
const idleTurn = 0.2;

/** A stream with something to hand over. */
export interface RoundMember {
  /** Identity: what goes over one connection leaves together. */
  readonly connection: object;
  flush(): void;
}

/** What rounds did since the start. */
export interface FlushMetrics {
  readonly rounds: number;
  /** Streams that had something to hand over, once for each round. */
  readonly streams: number;
  /** Time that rounds took, in milliseconds; others had their turns in it. */
  readonly milliseconds: number;
}

/** One per server. Rounds end when no stream has anything to write. */
export class FlushScheduler {
  readonly #clock: Clock;
  /** Those of the next round. */
  #waiting = new Map<object, RoundMember[]>();
  /** Those of the round under way that are still to come. */
  #round: Iterator<readonly RoundMember[]> = [].values();
  #began = 0;
  /** Whether a round is due, under way, or just over. */
  #busy = false;
  /** Milliseconds that other work may still use before the next round, counted up to the last check. */
  #owed = 0;
  #looked = 0;
  readonly #figures = { rounds: 0, streams: 0, milliseconds: 0 };
  /** What the last stream had to send, joined: those who watch the same have the same. */
  #joined: { readonly chunks: readonly Buffer[]; readonly bytes: Buffer } | undefined;
  readonly #begin = () => {
    this.#began = this.#clock.monotonic();
    this.#round = this.#waiting.values();
    this.#waiting = new Map();
    this.#turn();
  };
  readonly #turn = () => {
    let written = 0;
    for (let next = this.#round.next(); next.done !== true; next = this.#round.next()) {
      for (const member of next.value) member.flush();
      written += next.value.length;
      if (written >= streamsOfOneTurn) {
        this.#figures.streams += written;
        setImmediate(this.#turn);
        return;
      }
    }
    this.#figures.streams += written;
    this.#joined = undefined;
    // In the next turn, when the system was given what the last streams wrote: that is part of the round.
    setImmediate(this.#pause);
  };
  readonly #pause = () => {
    const now = this.#clock.monotonic();
    const took = now - this.#began;
    this.#figures.rounds += 1;
    this.#figures.milliseconds += took;
    if (took < shortestPause) {
      this.#next();
      return;
    }
    const pause = Math.min(took, interval - took);
    if (pause >= shortestPause) {
      void this.#clock.sleep(pause).then(this.#next);
      return;
    }
    this.#owed = Math.min(took, longestPause);
    this.#looked = now;
    setImmediate(this.#wait);
  };
  /** Once in each turn of the event loop, until no stream has anything to write or all have used their time. */
  readonly #wait = () => {
    const now = this.#clock.monotonic();
    const used = now - this.#looked;
    this.#looked = now;
    this.#owed -= used;
    if (used < idleTurn || this.#owed <= 0) this.#next();
    else setImmediate(this.#wait);
  };
  readonly #next = () => {
    if (this.#waiting.size > 0) this.#begin();
    else this.#busy = false;
  };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get metrics(): FlushMetrics {
    return this.#figures;
  }

  /** Has the stream flushed at the end of this turn, or, while a round is under way, in the next one. Once per flush. */
  add(member: RoundMember): void {
    const members = this.#waiting.get(member.connection);
    if (members !== undefined) {
      members.push(member);
      return;
    }
    this.#waiting.set(member.connection, [member]);
    if (!this.#busy) {
      this.#busy = true;
      process.nextTick(this.#begin);
    }
  }

  /** The chunks one behind the other: the same memory for all streams of a round that have the same chunks. */
  join(chunks: readonly Buffer[], length: number): Buffer {
    const known = this.#joined;
    if (known !== undefined && sameChunks(known.chunks, chunks)) return known.bytes;
    const bytes = Buffer.concat(chunks, length);
    this.#joined = { chunks, bytes };
    return bytes;
  }
}

function sameChunks(left: readonly Buffer[], right: readonly Buffer[]): boolean {
  return left.length === right.length && left.every((chunk, at) => chunk === right[at]);
}
