// A transport that limits the length and the duration of responses, for programs whose memory must stay bounded with any
// server. Watches have no such limits: there each event is limited (`watch-stream.ts`).

import { setMaxListeners } from 'node:events';
import type { Clock } from '../../process/time/clock.ts';
import { Deadlines } from '../../process/time/deadlines.ts';
import { ResponseError } from '../request/exchange.ts';
import type { Transport, TransportRequest, TransportResponse } from '../contract/transport.ts';

export interface ResponseLimits {
  /** Most bytes of one response. */
  readonly longest: number;
  /** Most milliseconds from the head of a response to its end. */
  readonly patience: number;
  readonly clock: Clock;
}

/** Reading a response beyond a limit throws ResponseError and ends the exchange. */
export function limitedResponses(transport: Transport, limits: ResponseLimits): Transport {
  const deadlines = new Deadlines(limits.clock);
  return async (request) => {
    if (isWatch(request.path)) return transport(request);
    const exchange = new Exchange(request.signal);
    try {
      const response = await transport({ ...request, signal: exchange.signal });
      return { ...response, body: limited(response.body, exchange, limits, deadlines) };
    } catch (error) {
      exchange.over();
      throw error;
    }
  };
}

/** The same for calls that have a deadline of their own: only the length of a response, in bytes, is limited. */
export function shortResponses(transport: Transport, longest: number): Transport {
  return async (request) => {
    const response = await transport(request);
    return isWatch(request.path) ? response : { ...response, body: upTo(response.body, longest) };
  };
}

function isWatch(path: TransportRequest['path']): boolean {
  return /[?&]watch=(?:true|1)(?:&|$)/.test(path);
}

async function* limited(
  body: TransportResponse['body'],
  exchange: Exchange,
  { longest, patience }: ResponseLimits,
  deadlines: Deadlines,
): AsyncGenerator<Uint8Array, void> {
  const running = deadlines.begin(patience, () =>
    exchange.abort(new ResponseError(`the answer did not end within ${patience} ms`)),
  );
  try {
    yield* upTo(body, longest);
  } finally {
    deadlines.meet(running);
    exchange.over();
  }
}

async function* upTo(body: TransportResponse['body'], longest: number): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longest) throw new ResponseError(`the answer is longer than ${longest} bytes`);
    yield chunk;
  }
}

/** A signal that aborts with that of the caller, and for reasons of our own. */
class Exchange {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #stop = (): void => this.abort(this.#outer?.reason);

  constructor(outer: AbortSignal | undefined) {
    this.#outer = outer;
    if (outer !== undefined) {
      // One signal rightly ends many requests: each lets go of it, so their number is no sign of a leak.
      setMaxListeners(0, outer);
      outer.addEventListener('abort', this.#stop, { once: true });
    }
    if (outer?.aborted === true) this.#stop();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Removes the listener from the caller's signal, which may live long. */
  over(): void {
    this.#outer?.removeEventListener('abort', this.#stop);
  }
}
