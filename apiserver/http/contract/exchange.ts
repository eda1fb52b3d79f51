// One HTTP exchange, whatever carries it: an HTTP/2 stream, an HTTP/1.1 request, or a call in the same process. The
// adapters are `exchange-http2.ts`, `exchange-http1.ts` and `exchange-local.ts`. Imports nothing else of ours but who asks.

import type { UserInfo } from '../../authentication/contract/authenticator.ts';

/** What one client asks. */
export interface Exchange {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly url: string;
  /** Headers by lower-case name; repeated ones as an array. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly httpVersion: '1.0' | '1.1' | '2.0' | 'local';
  /** Address of the peer without port; '' for a local call. */
  readonly remoteAddress: string;
  /** DER certificates of the client, leaf first, only when TLS verified that the client holds the key. */
  readonly certificateChain: readonly Buffer[];
  /** The user a local caller acts as (controllers); undefined for every exchange from outside. */
  readonly localUser?: UserInfo;
  /** Aborts when the client went away before the answer was complete, or by `cancel`. Made on first use: most requests never ask. */
  readonly signal: AbortSignal;
  /** Whether the client went away before the answer was complete. Costs nothing: every request asks. */
  readonly clientGone: boolean;
  /** Aborts `signal` with this reason (deadline, shutdown); sends nothing. Repeatable, the first reason stays. */
  cancel(reason: Error): void;
  /** Calls when `signal` aborts, at once when it has. For one listener, the last: a signal costs many times as much. */
  whenAborted(listener: () => void): void;
  /**
   * Reads the whole body. Rejects with BodyTooLargeError beyond `limit` bytes (the rest is not read), with
   * BodyAbortedError when the client stops in the middle.
   */
  readBody(limit: number): Promise<Buffer>;
  /** Sends status and headers. Once per exchange; a second call throws TypeError. */
  start(status: number, headers: Readonly<Record<string, string | readonly string[]>>): ResponseBody;
  /** Sends status, headers and a whole body, which is less work than `start` and `end`. Once, as `start`, and instead of it. */
  send(
    status: number,
    headers: Readonly<Record<string, string | readonly string[]>>,
    body: Buffer,
    sent?: (body: Buffer) => void,
  ): void;
  /** Whether no other exchange of its connection is under way now. Absent: there never is one, or it is unknown. */
  readonly alone?: boolean;
  /** True once `start` or `send` was called. */
  readonly started: boolean;
  /**
   * Accepts the WebSocket handshake instead of `start`; every chunk written becomes one message. Undefined unless the
   * client asked for an upgrade to WebSocket.
   */
  startMessages?(
    kind: 'text' | 'binary' | 'delimited',
    headers: Readonly<Record<string, string | readonly string[]>>,
  ): ResponseBody;
}

export interface ResponseBody {
  /**
   * Queues a chunk; the caller must not change it before `sent` is called with it. A carrier that cannot tell when nobody
   * reads the chunk any more never calls that. False: wait for `drained` before writing much more.
   */
  write(chunk: Buffer, sent?: (chunk: Buffer) => void): boolean;
  /** Resolves when the queue is small again or the client is gone. */
  drained(): Promise<void>;
  /** Hands on what was written. Absent: nothing waits to be handed on. */
  flush?(): void;
  readonly queued: number;
  /** True: each chunk becomes a message of its own. */
  readonly separate?: boolean;
  /** Ends the body cleanly, after a last chunk as for `write`. Repeatable. */
  end(chunk?: Buffer, sent?: (chunk: Buffer) => void): void;
  /** Breaks the stream, so that the client sees an incomplete answer. Repeatable. */
  destroy(reason: Error): void;
}

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly limit: number;
  constructor(limit: number) {
    super(`the request body is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

export class BodyAbortedError extends Error {
  override readonly name = 'BodyAbortedError';
}
