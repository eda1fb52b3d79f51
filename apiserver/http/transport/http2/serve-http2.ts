// The HTTP/2 connections of the listener: one exchange for each stream.

import type { TLSSocket } from 'node:tls';
import { isPending } from '../../../../shared/process/async/maybe-promise.ts';
import type { BodyBudget } from '../body/body-budget.ts';
import type { ConnectionMetrics } from '../connection/connection-metrics.ts';
import { type ConnectionFacts, type Http2Connection, Http2Exchange } from './exchange-http2.ts';
import type { Handler } from '../local/exchange-local.ts';
import { ServerConnection } from './connection.ts';
import type { FrameMemory } from './frame/frame-output.ts';
import type { RequestFields } from './header/request-fields.ts';
import type { ServerStream } from './stream.ts';
import type { StalledWriters } from '../write/stalled-writers.ts';
import type { FlushScheduler } from '../write/flush-scheduler.ts';

/** Milliseconds that a connection without a stream may stay open, once it had one. */
const idleTimeout = 90_000;
/** The same before the first one: clients connect because they have something to ask. */
const silentTimeout = 32_000;
/** Milliseconds of requests that came together after which others have their turn. */
const longestTurn = 10;

export interface Http2Options {
  readonly answer: Handler;
  readonly rounds: FlushScheduler;
  readonly stalled: StalledWriters;
  /** Asked with every request: true makes the client open a new connection for what it asks next. */
  readonly sendAway?: () => boolean;
  /** Streams at once on one connection. */
  readonly maxStreams: number;
  readonly connectionMetrics: ConnectionMetrics;
  readonly budget: BodyBudget;
  readonly memory: FrameMemory;
}

/** A request that is not processed yet. */
type NewRequest = readonly [stream: ServerStream, fields: RequestFields];

/** Serves a connection that chose HTTP/2. */
export class ServedConnection implements Http2Connection {
  readonly remoteAddress: string;
  readonly certificateChain: readonly Buffer[];
  readonly #connection: ServerConnection;
  readonly #options: Http2Options;
  #asked = false;
  #idleSince = performance.now();
  #idleTimer: NodeJS.Timeout | undefined;
  /** Exchanges that are being answered, those among them that were reset too. */
  #underWay = 0;
  #waiting: NewRequest[] = [];
  #postponed = false;

  constructor(socket: TLSSocket, facts: ConnectionFacts, options: Http2Options) {
    this.remoteAddress = facts.remoteAddress;
    this.certificateChain = facts.certificateChain;
    this.#options = options;
    this.#connection = new ServerConnection(socket, {
      memory: options.memory,
      budget: options.budget,
      maxStreams: options.maxStreams,
      request: (stream, fields) => this.#waiting.push([stream, fields]),
      read: () => this.#answerWaiting(),
      flooded: (what) => {
        options.connectionMetrics.ended[what] += 1;
      },
      busy: (busy) => {
        this.#asked = true;
        if (!busy) this.#idleSince = performance.now();
      },
    });
    this.#waitIdle(silentTimeout);
    socket.once('close', () => clearTimeout(this.#idleTimer));
  }

  get streams(): number {
    return this.#connection.streams;
  }

  /** Asks the client to go elsewhere; ends when the open streams have. */
  close(): void {
    this.#connection.close();
  }

  destroy(): void {
    this.#connection.destroy();
  }

  /**
   * Answers what came together, once all of it was read: what was reset meanwhile costs nothing more. No more at once than
   * there may be streams, as those that were reset are still at work, and not so much that others have to wait for long.
   */
  #answerWaiting(): void {
    if (this.#waiting.length === 0) return;
    const until = performance.now() + longestTurn;
    const waiting = this.#waiting;
    let at = 0;
    while (at < waiting.length && this.#underWay < this.#options.maxStreams) {
      const next = waiting[at];
      at += 1;
      if (next === undefined || next[0].closed) continue;
      this.#answer(next);
      if (performance.now() > until) break;
    }
    this.#waiting = waiting.slice(at);
    if (this.#waiting.length > 0 && this.#underWay < this.#options.maxStreams) this.#postpone();
  }

  #postpone(): void {
    if (this.#postponed) return;
    this.#postponed = true;
    setImmediate(() => {
      this.#postponed = false;
      this.#answerWaiting();
    });
  }

  #answer([stream, fields]: NewRequest): void {
    const { answer, rounds, stalled, sendAway } = this.#options;
    if (sendAway?.() === true) this.#connection.close();
    if (fields.tooLarge) {
      stream.respond(431, {}, Buffer.alloc(0), undefined);
      return;
    }
    const exchange = new Http2Exchange(stream, fields, this, rounds, stalled);
    const rest = answer(exchange);
    if (!isPending(rest)) {
      exchange.finished();
      return;
    }
    this.#underWay += 1;
    rest.then(
      () => this.#answered(() => exchange.finished()),
      () => this.#answered(() => exchange.failed()),
    );
  }

  #answered(then: () => void): void {
    this.#underWay -= 1;
    then();
    if (this.#waiting.length > 0) this.#postpone();
  }

  /** Closes a connection without a stream for long. Checks seldom, instead of a timer that each request restarts. */
  #waitIdle(milliseconds: number): void {
    this.#idleTimer = setTimeout(() => {
      const patience = this.#asked ? idleTimeout : silentTimeout;
      const left = this.streams > 0 ? patience : this.#idleSince + patience - performance.now();
      if (left > 0) {
        this.#waitIdle(left);
        return;
      }
      if (!this.#asked) this.#options.connectionMetrics.ended.silent += 1;
      this.#connection.close();
    }, milliseconds).unref();
  }
}
