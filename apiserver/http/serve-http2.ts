// The HTTP/2 connections of the listener: one exchange for each stream, on Node's stream API.

import {
  constants,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { ConnectionFigures } from './connection-figures.ts';
import { type ConnectionFacts, type Http2Connection, Http2Exchange } from './exchange-http2.ts';
import type { Answer } from './exchange-local.ts';
import { ResetLimit } from './reset-limit.ts';
import type { StalledWriters } from './stalled-writers.ts';
import { keepStreamsInArrays } from './stream-table.ts';
import type { WriteRounds } from './write-rounds.ts';

/** Milliseconds that a connection without a stream may stay open, once it had one. */
const idleTimeout = 90_000;
/** The same before the first one: clients connect because they have something to ask. */
const silentTimeout = 32_000;

/** Milliseconds in which a client that is sent away can read why. */
const goawayGrace = 500;

export interface Http2Options {
  readonly answer: Answer;
  readonly rounds: WriteRounds;
  readonly stalled: StalledWriters;
  /** Asked with every request: true makes the client open a new connection for what it asks next. */
  readonly sendAway?: () => boolean;
  /** Streams at once on one connection. */
  readonly maxStreams: number;
  readonly figures: ConnectionFigures;
  readonly factsOf: (socket: TLSSocket) => ConnectionFacts;
  /** Ends a connection at once. */
  readonly cut: (peer: Pick<TLSSocket, 'remoteAddress' | 'remotePort'>) => void;
}

/** A stream that is not looked at yet. */
type NewStream = readonly [stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]];

/** `sessions` always has those that are open. */
export function serveHttp2(server: Http2SecureServer, options: Http2Options, sessions: Set<ServerHttp2Session>): void {
  const connections = new WeakMap<object, ServedConnection>();
  server.on('session', (session) => {
    sessions.add(session);
    keepStreamsInArrays(session);
    const connection = new ServedConnection(session, options);
    connections.set(session, connection);
    session.on('close', () => sessions.delete(session));
    session.on('error', ignore);
    closeIdle(session, connection, options.figures);
  });
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, raw?: string[]) => {
    const connection = stream.session === undefined ? undefined : connections.get(stream.session);
    if (connection === undefined) stream.destroy();
    else connection.take([stream, headers, raw ?? []]);
  });
}

class ServedConnection implements Http2Connection {
  readonly remoteAddress: string;
  readonly certificateChain: readonly Buffer[];
  streams = 0;
  idleSince = performance.now();
  asked = false;
  readonly #session: ServerHttp2Session;
  readonly #socket: TLSSocket;
  readonly #options: Http2Options;
  readonly #resets = new ResetLimit();
  #postponed: NewStream[] = [];
  readonly #takePostponed = () => {
    for (const stream of this.#postponed.splice(0)) {
      if (stream[0].destroyed || stream[0].closed) this.broken();
      else this.take(stream);
    }
  };

  constructor(session: ServerHttp2Session, options: Http2Options) {
    this.#socket = session.socket as TLSSocket;
    const { remoteAddress, certificateChain } = options.factsOf(this.#socket);
    this.remoteAddress = remoteAddress;
    this.certificateChain = certificateChain;
    this.#session = session;
    this.#options = options;
  }

  /**
   * Answers a stream. More than may be open at once can only come when some of them were reset in the same turn of the
   * event loop: those that wait for the next turn cost little when they are reset too.
   */
  take(stream: NewStream): void {
    this.asked = true;
    if (this.streams < this.#options.maxStreams) {
      this.#answer(stream);
      return;
    }
    stream[0].on('error', ignore);
    if (this.#postponed.push(stream) === 1) setImmediate(this.#takePostponed);
  }

  broken(): void {
    if (!this.#resets.exceeded(performance.now()) || this.#session.destroyed) return;
    const { figures, cut } = this.#options;
    figures.ended.resets += 1;
    // Looked up now: an ended session does not know its socket.
    const { remoteAddress, remotePort } = this.#socket;
    this.#session.destroy(new Error('the client reset too many streams'), constants.NGHTTP2_ENHANCE_YOUR_CALM);
    // Node leaves the connection open when streams end in the same turn.
    setTimeout(() => cut({ remoteAddress, remotePort }), goawayGrace).unref();
  }

  #answer([stream, headers, rawHeaders]: NewStream): void {
    const { answer, rounds, stalled, sendAway } = this.#options;
    if (sendAway?.() === true) this.#session.close();
    const exchange = new Http2Exchange(stream, headers, rawHeaders, this, rounds, stalled);
    const rest = answer(exchange);
    if (rest instanceof Promise)
      rest.then(
        () => exchange.finished(),
        () => stream.destroy(),
      );
    else exchange.finished();
  }
}

/** Closes a session that had no stream for long. Looks seldom: Node's own timer would be set anew with every frame. */
function closeIdle(session: ServerHttp2Session, connection: ServedConnection, figures: ConnectionFigures): void {
  let timer: NodeJS.Timeout;
  const wait = (milliseconds: number): void => {
    timer = setTimeout(look, milliseconds).unref();
  };
  const look = (): void => {
    const patience = connection.asked ? idleTimeout : silentTimeout;
    const left = connection.streams > 0 ? patience : connection.idleSince + patience - performance.now();
    if (left > 0) {
      wait(left);
      return;
    }
    if (!connection.asked) figures.ended.silent += 1;
    session.close();
  };
  wait(silentTimeout);
  session.on('close', () => clearTimeout(timer));
}

function ignore(): void {}
