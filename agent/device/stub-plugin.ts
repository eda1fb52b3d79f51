// A device plug-in for tests: serves what its kind serves on a socket of its own, and registers as it is told to.

import { setTimeout as pause } from 'node:timers/promises';
import { Client, credentials, Metadata, Server, ServerCredentials, type ServerWritableStream } from '@grpc/grpc-js';
import type { DeviceVersion } from '../../shared/vendor/vendor.ts';
import { deviceCalls, devicePluginOptions, listAndWatchResponse, registerRequest } from './messages.ts';

export interface StubPlugin {
  /** Tells everybody who watches, now and later. `id` to `health`. */
  list(devices: Readonly<Record<string, string>>): void;
  /** Sends these bytes to everybody who watches. */
  sendBytes(bytes: Buffer): void;
  /** How many watch. */
  readonly watchers: number;
  stop(): void;
}

const asIs = (bytes: Buffer): Buffer => bytes;
const unary = { requestSerialize: asIs, requestDeserialize: asIs, responseSerialize: asIs, responseDeserialize: asIs };

/** Resolves when it serves on `socket`. */
export async function startStubPlugin(socket: string, version: DeviceVersion = 'v1beta1'): Promise<StubPlugin> {
  const server = new Server();
  const watchers = new Set<ServerWritableStream<Buffer, Buffer>>();
  let devices = listAndWatchResponse.encode({});
  const { options, listAndWatch } = deviceCalls[version];
  const watch = (stream: ServerWritableStream<Buffer, Buffer>): void => {
    watchers.add(stream);
    stream.on('cancelled', () => watchers.delete(stream));
    stream.write(devices);
  };
  server.addService(
    { list: { path: listAndWatch, requestStream: false, responseStream: true, ...unary } },
    { list: watch },
  );
  if (options !== undefined) {
    server.addService(
      { options: { path: options, requestStream: false, responseStream: false, ...unary } },
      {
        options: (_: unknown, done: (error: null, value: Buffer) => void) => done(null, devicePluginOptions.encode({})),
      },
    );
  }
  await new Promise<void>((resolve, reject) => {
    const done = (error: Error | null): void => (error === null ? resolve() : reject(error));
    server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), done);
  });
  const tell = (bytes: Buffer): void => {
    for (const watcher of watchers) watcher.write(bytes);
  };
  return {
    list: (byId) => {
      devices = listAndWatchResponse.encode({ devices: Object.entries(byId).map(([id, health]) => ({ id, health })) });
      tell(devices);
    },
    sendBytes: tell,
    get watchers() {
      return watchers.size;
    },
    stop: () => server.forceShutdown(),
  };
}

export interface RegisterOptions {
  readonly version?: string;
  /** The service that is called. Default: that of v1beta1. */
  readonly service?: DeviceVersion;
  readonly endpoint: string;
  readonly resourceName: string;
}

/** What the agent on this socket answers: `ok`, or why it refuses. */
export async function registerPlugin(agentSocket: string, options: RegisterOptions): Promise<string> {
  const { service = 'v1beta1', version = service, endpoint, resourceName } = options;
  return sendRegistration(agentSocket, registerRequest.encode({ version, endpoint, resourceName }), service);
}

/** The same with any bytes. */
export function sendRegistration(agentSocket: string, bytes: Buffer, service: DeviceVersion): Promise<string> {
  const client = new Client(`unix:${agentSocket}`, credentials.createInsecure());
  const path = deviceCalls[service].register;
  return new Promise((resolve) => {
    const deadline = Date.now() + 120_000;
    client.makeUnaryRequest(path, asIs, asIs, bytes, new Metadata({ waitForReady: true }), { deadline }, (error) => {
      client.close();
      resolve(error === null ? 'ok' : error.details);
    });
  });
}

/** Rejects when it does not come about within 3,000 looks, a minute at least. */
export async function seen<T>(read: () => T | undefined | false, what: string): Promise<T> {
  for (let waited = 0; waited < 60_000; waited += 20) {
    const value = read();
    if (value !== undefined && value !== false) return value;
    await pause(20);
  }
  throw new Error(`never: ${what}`);
}
