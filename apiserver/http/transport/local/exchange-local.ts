// A call in the same process: controllers reach the pipeline without a socket, as clients like any other. The answer is
// streamed with back-pressure: a watcher that does not read stops its writer.

import type { Transport, TransportRequest, TransportResponse } from '../../../../shared/client/contract/transport.ts';
import type { UserInfo } from '../../../authentication/contract/authenticator.ts';
import { BodyTooLargeError, type Exchange, type ResponseBody } from '../../contract/exchange.ts';
import { AbortableExchange, ClientGoneError, clientGone } from '../body/request-signal.ts';

/** Answers one exchange completely; the pipeline. Never throws; a promise only where something had to be waited for. */
export type Handler = (exchange: Exchange) => Promise<void> | void;

/** Bytes that may be queued for a local reader before backpressure stops the writer. */
const highWaterMark = 256 * 1024;

/**
 * A transport whose requests always act as `user`; credentials in headers are ignored. `agent`: the program that the requests come
 * from, as the owner of the fields that they set; a header of the request has its way.
 */
export function localTransport(answer: Handler, user: UserInfo, agent = 'orch-apiserver'): Transport {
  return (request) => {
    if (request.signal?.aborted) {
      return Promise.reject(request.signal.reason);
    }
    const exchange = new LocalExchange(request, user, agent);
    Promise.resolve(answer(exchange)).then(
      () => exchange.abandoned(new Error('the pipeline gave no answer')),
      (error: unknown) => exchange.abandoned(error instanceof Error ? error : new Error(String(error))),
    );
    return exchange.head;
  };
}

class LocalExchange extends AbortableExchange implements Exchange {
  readonly httpVersion = 'local';
  readonly remoteAddress = '';
  readonly certificateChain: readonly Buffer[] = [];
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly localUser: UserInfo;
  readonly head: Promise<TransportResponse>;
  readonly #request: TransportRequest;
  #resolve!: (response: TransportResponse) => void;
  #reject!: (reason: unknown) => void;
  #body: LocalBody | undefined;

  constructor(request: TransportRequest, user: UserInfo, agent: string) {
    super();
    this.#request = request;
    this.method = request.method;
    this.url = request.path;
    this.localUser = user;
    const headers: Record<string, string> = Object.create(null);
    headers['user-agent'] = agent;
    for (const [name, value] of Object.entries(request.headers ?? {})) {
      headers[name.toLowerCase()] = value;
    }
    this.headers = headers;
    this.head = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const timer = this.#headTimer(request.headTimeout ?? 30_000);
    const onAbort = () => this.#leave(request.signal?.reason);
    request.signal?.addEventListener('abort', onAbort, { once: true });
    this.#settled = () => clearTimeout(timer);
    this.#over = () => request.signal?.removeEventListener('abort', onAbort);
  }

  readonly #settled: () => void;
  readonly #over: () => void;

  #headTimer(milliseconds: number): NodeJS.Timeout | undefined {
    if (milliseconds === 0) {
      return undefined;
    }
    return setTimeout(() => this.#leave(new Error(`no answer within ${milliseconds} ms`)), milliseconds).unref();
  }

  /** The caller stops waiting: for the pipeline its client is gone, and the caller gets its own reason. */
  #leave(reason: unknown): void {
    const error = reason instanceof Error ? reason : clientGone;
    this.requestSignal.abort(clientGone);
    this.#settled();
    this.#reject(error);
    this.#body?.fail(error);
  }

  /** The pipeline is done; a caller that still waits for a head gets this. */
  abandoned(reason: Error): void {
    if (this.#body === undefined) {
      this.#settled();
      this.#over();
      this.#reject(reason);
    }
  }

  get started(): boolean {
    return this.#body !== undefined;
  }

  readBody(limit: number): Promise<Buffer> {
    const body = this.#request.body ?? '';
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return bytes.length > limit ? Promise.reject(new BodyTooLargeError(limit)) : Promise.resolve(bytes);
  }

  send(status: number, headers: Readonly<Record<string, string | readonly string[]>>, body: Buffer): void {
    this.start(status, headers).end(body);
  }

  start(status: number, headers: Readonly<Record<string, string | readonly string[]>>): ResponseBody {
    if (this.#body !== undefined) {
      throw new TypeError('the answer was started before');
    }
    const body = new LocalBody(
      () => this.requestSignal.abort(new ClientGoneError()),
      () => this.#over(),
    );
    this.#body = body;
    this.#settled();
    this.#resolve({ status, headers: headers as Record<string, string | string[]>, body });
    return body;
  }
}

/** A queue of chunks between the writer (a verb) and one reader (a controller). */
class LocalBody implements ResponseBody, AsyncIterable<Uint8Array> {
  readonly #leave: () => void;
  readonly #over: () => void;
  readonly #chunks: Buffer[] = [];
  #queued = 0;
  #state: 'open' | 'ended' | 'failed' = 'open';
  #failure: Error | undefined;
  #wakeReader: (() => void) | undefined;
  #wakeWriters: (() => void)[] = [];

  /** `leave`: the reader stopped early. `over`: nothing more will happen. */
  constructor(leave: () => void, over: () => void) {
    this.#leave = leave;
    this.#over = over;
  }

  get queued(): number {
    return this.#queued;
  }

  write(chunk: Buffer): boolean {
    if (this.#state !== 'open') {
      return false;
    }
    if (chunk.length === 0) {
      return true;
    }
    this.#chunks.push(chunk);
    this.#queued += chunk.length;
    this.#wakeReader?.();
    return this.#queued < highWaterMark;
  }

  drained(): Promise<void> {
    if (this.#state !== 'open') {
      return new Promise((resolve) => setImmediate(resolve));
    }
    if (this.#queued < highWaterMark) {
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#wakeWriters.push(resolve));
  }

  end(chunk?: Buffer): void {
    if (chunk !== undefined) {
      this.write(chunk);
    }
    this.#close('ended');
  }

  destroy(reason: Error): void {
    this.fail(reason);
  }

  fail(reason: Error): void {
    this.#failure ??= reason;
    this.#close('failed');
  }

  #close(state: 'ended' | 'failed'): void {
    if (this.#state === 'open') {
      this.#state = state;
      this.#over();
      this.#release();
      this.#wakeReader?.();
    }
  }

  #release(): void {
    for (const resolve of this.#wakeWriters.splice(0)) {
      resolve();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunks = this.#chunks.splice(0);
        for (const chunk of chunks) {
          this.#queued -= chunk.length;
          if (this.#queued < highWaterMark) {
            this.#release();
          }
          yield chunk;
        }
        if (this.#state === 'failed') {
          throw this.#failure ?? new ClientGoneError();
        }
        if (this.#chunks.length === 0) {
          if (this.#state === 'ended') {
            return;
          }
          await new Promise<void>((resolve) => {
            this.#wakeReader = () => {
              this.#wakeReader = undefined;
              // What was written to clients in this turn leaves before controllers process it.
              setImmediate(resolve);
            };
          });
        }
      }
    } finally {
      if (this.#state === 'open') {
        this.#close('ended');
        this.#leave();
      }
    }
  }
}
