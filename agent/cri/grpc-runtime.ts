// The runtime over gRPC on a unix socket (or a TCP address in tests). One channel, reconnecting by itself with a short
// back-off; every call has a deadline. Readings of wire messages into the contract's terms stand in `readings.ts`.

import { Client, type ClientOptions, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { criCalls, sandboxReady } from './messages.ts';
import {
  containerFrom,
  containerStatusFrom,
  driverFrom,
  imageFrom,
  runtimeStatusFrom,
  sandboxFrom,
} from './readings.ts';
import { type Runtime, RuntimeError, type RuntimeFailure } from './runtime.ts';
import { WireError, type WireMessage } from './wire-codec.ts';

export interface GrpcRuntimeOptions {
  /** `unix:///run/containerd/containerd.sock`, a plain absolute path, or `tcp://host:port`. Others throw TypeError. */
  readonly endpoint: string;
  /** Milliseconds a call may take. Default 120,000. */
  readonly callTimeout?: number;
}

interface Call<Q, A> {
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
  // A runtime is on this host: proxies from the environment are never meant for it.
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

/** Makes a runtime that connects on its first call. */
export function grpcRuntime(options: GrpcRuntimeOptions): Runtime {
  const client = new Client(addressOf(options.endpoint), credentials.createInsecure(), channelOptions);
  const callTimeout = options.callTimeout ?? 120_000;
  let closed = false;

  async function call<Q, A>(
    { path, request, response }: Call<Q, A>,
    value: Partial<Q>,
    signal?: AbortSignal,
    timeout = callTimeout,
  ): Promise<A> {
    if (closed) throw new RuntimeError('unavailable', 'the connection to the runtime is closed');
    if (signal?.aborted === true) throw new RuntimeError('aborted', 'the call was aborted');
    const answered = new Promise<Buffer>((resolve, reject) => {
      const unary = client.makeUnaryRequest(
        path,
        (bytes: Buffer) => bytes,
        (bytes: Buffer) => bytes,
        request.encode(value),
        new Metadata(),
        { deadline: Date.now() + timeout },
        (error, bytes) => {
          signal?.removeEventListener('abort', abort);
          if (error !== null) return reject(runtimeErrorOf(error, closed));
          resolve(bytes ?? Buffer.alloc(0));
        },
      );
      const abort = (): void => unary.cancel();
      signal?.addEventListener('abort', abort, { once: true });
    });
    try {
      return response.decode(await answered);
    } catch (cause) {
      if (!(cause instanceof WireError)) throw cause;
      throw new RuntimeError('bad-answer', `the runtime's answer is not valid: ${cause.message}`, { cause });
    }
  }

  return {
    version: async (signal) => call(criCalls.version, { version: 'v1' }, signal),
    status: async (signal) => runtimeStatusFrom(await call(criCalls.status, {}, signal)),
    cgroupDriver: async (signal) => {
      try {
        return driverFrom(await call(criCalls.runtimeConfig, {}, signal));
      } catch (error) {
        if (error instanceof RuntimeError && error.failure === 'unimplemented') return undefined;
        throw error;
      }
    },
    listSandboxes: async (labels, signal) => {
      const filter = labels === undefined ? {} : { filter: { id: '', state: undefined, labelSelector: labels } };
      const { items } = await call(criCalls.listPodSandbox, filter, signal);
      return items.map((item) => sandboxFrom(item, item.state === sandboxReady));
    },
    listContainers: async (podSandboxId, signal) => {
      const filter = { id: '', state: undefined, podSandboxId: podSandboxId ?? '', labelSelector: new Map() };
      const { containers } = await call(criCalls.listContainers, { filter }, signal);
      return containers.map(containerFrom);
    },
    containerStatus: async (containerId, signal) =>
      containerStatusFrom(containerId, await call(criCalls.containerStatus, { containerId }, signal)),
    checkpoint: async ({ containerId, location, timeoutSeconds }, signal) => {
      const value = { containerId, location, timeout: BigInt(timeoutSeconds) };
      await call(criCalls.checkpointContainer, value, signal, checkpointTimeout(timeoutSeconds, callTimeout));
    },
    listImages: async (signal) => (await call(criCalls.listImages, {}, signal)).images.map(imageFrom),
    imageFilesystems: async (signal) => {
      const { imageFilesystems } = await call(criCalls.imageFsInfo, {}, signal);
      return imageFilesystems.map((usage) => ({
        mountpoint: usage.fsId?.mountpoint ?? '',
        usedBytes: Number(usage.usedBytes?.value ?? 0n),
      }));
    },
    close: () => {
      closed = true;
      client.close();
    },
  };
}

/** Most milliseconds a timer can hold; a negative timeout asks for no limit at all. */
const longest = 2 ** 31 - 1;

function checkpointTimeout(seconds: number, callTimeout: number): number {
  if (seconds === 0) return callTimeout;
  return seconds < 0 ? longest : Math.min(seconds * 1000, longest);
}

function addressOf(endpoint: string): string {
  if (endpoint.startsWith('unix://') && endpoint.length > 'unix://'.length) return `unix:${endpoint.slice(7)}`;
  if (endpoint.startsWith('/')) return `unix:${endpoint}`;
  if (/^tcp:\/\/[^/]+:\d+$/.test(endpoint)) return endpoint.slice('tcp://'.length);
  throw new TypeError(`runtime endpoint "${endpoint}" is neither unix:///path nor tcp://host:port`);
}

function runtimeErrorOf(error: ServiceError, closed: boolean): RuntimeError {
  const text = error.details === '' ? error.message : error.details;
  if (closed) return new RuntimeError('unavailable', 'the connection to the runtime is closed', { cause: error });
  // Old runtimes answer an unknown container with code Unknown and say so in the text only.
  const failure =
    failures.get(error.code) ??
    (error.code === status.UNKNOWN && /not found|does not exist/i.test(text) ? 'not-found' : 'failed');
  return new RuntimeError(failure, text, { cause: error });
}
