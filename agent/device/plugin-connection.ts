// The connection to one device plug-in, on the socket that it named. Everything that comes over it is limited in bytes, count
// and rate; a plug-in that breaks a limit is left.

import { Client, type ClientOptions, credentials, Metadata } from '@grpc/grpc-js';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { DeviceVersion } from '../../shared/vendor/vendor.ts';
import type { ListedDevice } from './device-book.ts';
import { deviceCalls, devicePluginOptions, empty, healthy, listAndWatchResponse } from './messages.ts';

export interface PluginConnection {
  /**
   * Calls `take` with each list of devices, in order. Resolves when the plug-in ends the stream, rejects when it breaks off,
   * is not valid or the signal aborts. Called once.
   */
  watch(take: (devices: readonly ListedDevice[]) => void, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Milliseconds that a plug-in has to let the agent in. */
const connectTimeout = 10_000;
/** The limits of a list of devices. */
const maximumListBytes = 4 * 1024 * 1024;
const maximumDevices = 100_000;
/** Shortest time in milliseconds between two lists of one plug-in. Backpressure delays earlier ones. */
const listPause = 100;

const channelOptions: ClientOptions = {
  'grpc.max_receive_message_length': maximumListBytes,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.enable_retries': 0,
  // A plug-in is on this host: proxies from the environment do not apply to it.
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
};

const asIs = (message: Buffer): Buffer => message;

/** Resolves when the plug-in responds on its socket. Rejects after ten seconds, or when the signal aborts. */
export async function connectPlugin(
  socket: string,
  version: DeviceVersion,
  clock: Clock,
  signal: AbortSignal,
): Promise<PluginConnection> {
  signal.throwIfAborted();
  const { options, listAndWatch } = deviceCalls[version];
  const client = new Client(`unix:${socket}`, credentials.createInsecure(), channelOptions);
  const deadline = Date.now() + connectTimeout;
  try {
    await ready(client, deadline, signal);
    if (options !== undefined) devicePluginOptions.decode(await ask(client, options, deadline, signal));
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    close: () => client.close(),
    watch: async (take, ending) => {
      const lists = client.makeServerStreamRequest(listAndWatch, asIs, asIs, empty.encode({}), new Metadata(), {});
      // The iteration below reports errors; later ones are ignored.
      lists.on('error', () => {});
      const cancel = (): void => lists.cancel();
      ending.addEventListener('abort', cancel, { once: true });
      try {
        for await (const list of lists) {
          take(devicesIn(list as Buffer));
          await clock.sleep(listPause, ending);
        }
        ending.throwIfAborted();
      } finally {
        ending.removeEventListener('abort', cancel);
        cancel();
      }
    },
  };
}

function devicesIn(bytes: Buffer): readonly ListedDevice[] {
  const { devices } = listAndWatchResponse.decode(bytes);
  if (devices.length > maximumDevices) throw new Error(`more than ${maximumDevices} devices`);
  return devices.map(({ id, health }) => ({ id, healthy: health === healthy }));
}

function ready(client: Client, deadline: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // Closing the client ends the wait with an error.
    const abort = (): void => client.close();
    signal.addEventListener('abort', abort, { once: true });
    client.waitForReady(deadline, (error) => {
      signal.removeEventListener('abort', abort);
      if (error === undefined) resolve();
      else reject(new Error(`no plug-in answers there: ${error.message}`, { cause: error }));
    });
  });
}

function ask(client: Client, path: string, deadline: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const call = client.makeUnaryRequest(
      path,
      asIs,
      asIs,
      empty.encode({}),
      new Metadata(),
      { deadline },
      (error, answer) => {
        signal.removeEventListener('abort', abort);
        if (error === null) resolve(answer ?? Buffer.alloc(0));
        else reject(new Error(`its options are not known: ${error.details}`, { cause: error }));
      },
    );
    const abort = (): void => call.cancel();
    signal.addEventListener('abort', abort, { once: true });
  });
}
