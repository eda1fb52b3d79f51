// One HTTP exchange, whatever carries it: an HTTP/2 stream, an HTTP/1.1 request, or a call in the same process. The
// adapters are `exchange-http2.ts`, `exchange-http1.ts` and `exchange-local.ts`. Of our modules it imports only the user.

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { MessageKind, Sink } from '../../registry/contract/resource-handler.ts';
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
  /** Whether the exchange is over before its response is complete: the client went away, or `cancel`. */
  readonly aborted: boolean;
  /** Whether it is because the client went away. */
  readonly clientGone: boolean;
  /** Aborts when the exchange is over, for what waits. */
  readonly signal: AbortSignal;
  /** Ends the exchange with this reason (deadline, shutdown); sends nothing. Repeatable, the first reason stays. */
  cancel(reason: Error): void;
  /** Calls when the exchange is over, at once when it is. For the writer of the response alone: a later listener replaces it. */
  whenAborted(listener: () => void): void;
  /**
   * Reads the whole body. Rejects with BodyTooLargeError beyond `limit` bytes (the rest is not read), with
   * BodyAbortedError when the client stops in the middle.
   */
  readBody(limit: number): Promise<Buffer>;
  /** Sends status and headers. Once per exchange; a second call throws TypeError. */
  start(status: number, headers: Readonly<Record<string, string | readonly string[]>>): ResponseBody;
  /** Sends status, headers and a whole body. Once, instead of `start`. */
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
  startMessages?(kind: MessageKind, headers: Readonly<Record<string, string | readonly string[]>>): ResponseBody;
  /**
   * Accepts the WebSocket handshake instead of `start`, with this sub-protocol of those that the client offers. Undefined unless the
   * client asked for an upgrade to WebSocket. Throws 400 for a handshake that cannot be completed; resolves to undefined when the
   * client is gone.
   */
  acceptWebSocket?(protocol: string | undefined): WebSocket | undefined;
  /**
   * Hands over the connection instead of `start`, with what the client sent behind the head; the caller answers on it and closes
   * it. Undefined unless the client asked for an upgrade.
   */
  tunnel?(): { readonly socket: Duplex; readonly head: Buffer };
}

/** The sink of a response, with what its writer needs beside. */
export interface ResponseBody extends Sink {
  /**
   * As for any sink; the caller must not change the chunk before `sent` is called with it. A carrier that cannot know when the
   * chunk is no longer read never calls that.
   */
  write(chunk: Buffer, sent?: (chunk: Buffer) => void): boolean;
  /** Flushes written data. Absent: nothing is buffered. */
  flush?(): void;
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
