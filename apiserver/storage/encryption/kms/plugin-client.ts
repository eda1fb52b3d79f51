// gRPC to a key management plug-in on a socket of this host. A call waits for the plug-in to listen, up to its timeout; nothing is
// retried here.

import { Client, type ClientOptions, credentials, Metadata, status } from '@grpc/grpc-js';
import type { KmsMetrics } from './kms-metrics.ts';
import { decryptCall, encryptCall, type KmsCall, statusCall } from './messages.ts';

export interface PluginClientOptions {
  /** Name of the provider, for metrics. */
  readonly name: string;
  /** `unix:///path`; `unix:///@name` for a socket without a file. */
  readonly endpoint: string;
  /** Of a call, in milliseconds. */
  readonly timeout: number;
  readonly metrics: KmsMetrics;
}

/** A call that failed. The message is in the form that clients know from the reference server. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
  /** Name of the gRPC code as metrics have it: `Unavailable`. */
  readonly code: string;
  constructor(code: string, details: string, options: { readonly cause?: unknown }) {
    super(`rpc error: code = ${code} desc = ${details}`, options);
    this.code = code;
  }
}

const channelOptions: ClientOptions = {
  'grpc.default_authority': 'localhost',
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 3000,
  'grpc.enable_retries': 0,
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
};

const asIs = (message: Buffer): Buffer => message;

export class PluginClient {
  readonly #options: PluginClientOptions;
  readonly #client: Client;

  /** Connects with the first call. */
  constructor(options: PluginClientOptions) {
    this.#options = options;
    this.#client = new Client(targetOf(options.endpoint), credentials.createInsecure(), channelOptions);
  }

  status() {
    return this.#call(statusCall, {});
  }

  encrypt(plaintext: Uint8Array, uid: string) {
    return this.#call(encryptCall, { plaintext, uid });
  }

  decrypt(request: Parameters<typeof decryptCall.request.encode>[0]) {
    return this.#call(decryptCall, request);
  }

  /** Calls under way fail. Repeatable. */
  close(): void {
    this.#client.close();
  }

  /** Rejects with PluginError, and with WireError for an answer that is none. */
  async #call<Q, A>({ path, request, response }: KmsCall<Q, A>, value: Partial<Q>): Promise<A> {
    const { metrics, name } = this.#options;
    const since = metrics.now();
    try {
      const answer = await this.#send(path, request.encode(value));
      metrics.called(name, path, 'OK', metrics.now() - since);
      return response.decode(answer);
    } catch (error) {
      if (error instanceof PluginError) metrics.called(name, path, error.code, metrics.now() - since);
      throw error;
    }
  }

  #send(path: string, bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + this.#options.timeout;
      const metadata = new Metadata({ waitForReady: true });
      this.#client.makeUnaryRequest(path, asIs, asIs, bytes, metadata, { deadline }, (error, answer) => {
        if (error === null) resolve(answer ?? Buffer.alloc(0));
        else reject(new PluginError(codeName(error.code), error.details, { cause: error }));
      });
    });
  }
}

/** The address as gRPC has it. */
function targetOf(endpoint: string): string {
  const path = endpoint.slice('unix://'.length);
  return path.startsWith('/@') ? `unix:\0${path.slice(2)}` : `unix:${path}`;
}

/** `DEADLINE_EXCEEDED` as `DeadlineExceeded`. */
function codeName(code: number): string {
  const name = status[code] ?? `Code(${code})`;
  if (name === 'CANCELLED') return 'Canceled';
  return name.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
