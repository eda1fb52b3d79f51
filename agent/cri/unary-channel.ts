// gRPC calls with messages of our own codec, over one connection that reconnects by itself with a short back-off: unary ones, each with
// a deadline, and streams of messages from the runtime. Every failure is a RuntimeError.

import { setMaxListeners } from 'node:events';
import { Client, type ClientOptions, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { RuntimeError, type RuntimeFailure } from './runtime.ts';
import { runtimeAddress } from './runtime-address.ts';
import { WireError, type WireMessage } from '../../shared/codec/protobuf/wire-codec.ts';

export interface UnaryCall<Q, A> {
  readonly path: string;
  readonly request: WireMessage<Q>;
  readonly response: WireMessage<A>;
}

const maximumMessageBytes = 16 * 1024 * 1024;

const channelOptions: ClientOptions = {
  'grpc.max_receive_message_length': maximumMessageBytes,
  'grpc.max_send_message_length': maximumMessageBytes,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 3_000,
  'grpc.enable_retries': 0,
  // A runtime is on this host: proxies from the environment do not apply to it.
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
};

const failures: ReadonlyMap<number, RuntimeFailure> = new Map([
  [status.UNAVAILABLE, 'unavailable'],
  [status.UNIMPLEMENTED, 'unimplemented'],
  [status.NOT_FOUND, 'not-found'],
  [status.DEADLINE_EXCEEDED, 'deadline'],
  [status.CANCELLED, 'aborted'],
  [status.RESOURCE_EXHAUSTED, 'bad-answer'],
]);

/** A connection for concurrent calls. */
export interface UnaryChannel {
  /** Resolves with the decoded answer; `timeout` in milliseconds. Rejects only with RuntimeError. */
  call<Q, A>(call: UnaryCall<Q, A>, value: Partial<Q>, timeout: number, signal?: AbortSignal): Promise<A>;
  /**
   * Hands over each message of a stream as it comes, until the stream ends: resolves when the runtime ended it. Has no limit in time.
   * Rejects only with RuntimeError, `aborted` as soon as the signal aborts.
   */
  follow<Q, A>(
    call: UnaryCall<Q, A>,
    value: Partial<Q>,
    received: (message: A) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Calls under way and later ones reject with `unavailable`. */
  close(): void;
}

/** Connects with the first call. Throws TypeError for an invalid address. */
export function unaryChannel(endpoint: string): UnaryChannel {
  const client = new Client(runtimeAddress(endpoint), credentials.createInsecure(), channelOptions);
  let closed = false;

  function send(path: string, bytes: Buffer, timeout: number, signal: AbortSignal | undefined): Promise<Buffer> {
    const asIs = (message: Buffer): Buffer => message;
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + timeout;
      const unary = client.makeUnaryRequest(path, asIs, asIs, bytes, new Metadata(), { deadline }, (error, answer) => {
        signal?.removeEventListener('abort', abort);
        if (error !== null) reject(runtimeErrorOf(error, closed));
        else resolve(answer ?? Buffer.alloc(0));
      });
      const abort = (): void => unary.cancel();
      if (signal === undefined) return;
      // One signal rightly ends many calls: each takes its listener away, so their number is no sign of a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  return {
    call: async ({ path, request, response }, value, timeout, signal) => {
      if (closed) throw new RuntimeError('unavailable', 'the connection to the runtime is closed');
      if (signal?.aborted === true) throw new RuntimeError('aborted', 'the call was aborted');
      try {
        return response.decode(await send(path, request.encode(value), timeout, signal));
      } catch (cause) {
        if (!(cause instanceof WireError)) throw cause;
        throw new RuntimeError('bad-answer', `the runtime's answer is not valid: ${cause.message}`, { cause });
      }
    },
    follow: async ({ path, request, response }, value, received, signal) => {
      if (closed) throw new RuntimeError('unavailable', 'the connection to the runtime is closed');
      if (signal.aborted) throw new RuntimeError('aborted', 'the call was aborted');
      const asIs = (message: Buffer): Buffer => message;
      const stream = client.makeServerStreamRequest(path, asIs, asIs, request.encode(value));
      const abort = (): void => stream.cancel();
      signal.addEventListener('abort', abort, { once: true });
      try {
        for await (const bytes of stream) received(response.decode(bytes as Buffer));
      } catch (cause) {
        stream.cancel();
        if (!(cause instanceof WireError)) throw runtimeErrorOf(cause as ServiceError, closed);
        throw new RuntimeError('bad-answer', `the runtime's answer is not valid: ${cause.message}`, { cause });
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    close: () => {
      closed = true;
      client.close();
    },
  };
}

function runtimeErrorOf(error: ServiceError, closed: boolean): RuntimeError {
  const text = plainText(error.details === '' ? error.message : error.details);
  if (closed) return new RuntimeError('unavailable', 'the connection to the runtime is closed', { cause: error });
  // Old runtimes answer an unknown container with code Unknown and say so in the text only.
  const failure =
    failures.get(error.code) ??
    (error.code === status.UNKNOWN && /not found|does not exist/i.test(text) ? 'not-found' : 'failed');
  return new RuntimeError(failure, text, { cause: error });
}

/** The system's error text, without the library's text about its attempts. */
function plainText(text: string): string {
  const [, reason] = /^No connection established\. Last error: (?:Error: )?(.+?)\.? Resolution note:/s.exec(text) ?? [];
  return reason === undefined || reason === 'null' ? text : reason;
}
