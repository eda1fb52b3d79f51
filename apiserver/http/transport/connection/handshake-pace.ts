// Starts TLS handshakes a few at a time. One takes the thread for a millisecond or two, so a thousand clients that
// connect at once would block all others for a second or two. A connection is not read before its turn. A client that does not
// continue its handshake does not delay the others, because nothing here waits for it.

import type { Socket } from 'node:net';
import type { ConnectionMetrics } from './connection-metrics.ts';

/** Handshakes that begin in one turn of the event loop. */
const begunTogether = 4;
/** Connections that wait for their turn; those beyond it are closed. */
const mostWaiting = 4096;

interface Waiting {
  readonly socket: Socket;
  readonly since: number;
}

export class HandshakePace {
  readonly #begin: (socket: Socket) => void;
  readonly #figures: ConnectionMetrics;
  /** Milliseconds that a connection may wait. */
  readonly #patience: number;
  #waiting: Waiting[] = [];
  #first = 0;
  #due = false;

  constructor(begin: (socket: Socket) => void, figures: ConnectionMetrics, patience: number) {
    this.#begin = begin;
    this.#figures = figures;
    this.#patience = patience;
  }

  /** A connection was accepted; it must not be read yet. */
  add(socket: Socket): void {
    socket.on('error', ignore);
    if (this.#waiting.length - this.#first >= mostWaiting) {
      this.#refuse(socket);
      return;
    }
    this.#waiting.push({ socket, since: performance.now() });
    this.#figures.handshakesWaiting += 1;
    this.#schedule();
  }

  /** Closes all waiting connections. */
  end(): void {
    for (const { socket } of this.#waiting.slice(this.#first)) socket.destroy();
    this.#waiting = [];
    this.#first = 0;
    this.#figures.handshakesWaiting = 0;
  }

  #schedule(): void {
    if (this.#due) return;
    this.#due = true;
    setImmediate(() => {
      this.#due = false;
      this.#beginSome();
    });
  }

  #beginSome(): void {
    const latest = performance.now() - this.#patience;
    for (let begun = 0; begun < begunTogether; ) {
      const next = this.#waiting[this.#first];
      if (next === undefined) break;
      this.#first += 1;
      this.#figures.handshakesWaiting -= 1;
      if (next.since < latest) {
        this.#refuse(next.socket);
      } else if (!next.socket.destroyed) {
        this.#begin(next.socket);
        begun += 1;
      }
    }
    if (this.#first < this.#waiting.length) {
      this.#schedule();
    } else {
      this.#waiting = [];
      this.#first = 0;
    }
  }

  #refuse(socket: Socket): void {
    this.#figures.ended.handshakes += 1;
    socket.destroy();
  }
}

function ignore(): void {}
