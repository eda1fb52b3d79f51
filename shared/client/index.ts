// The entry point of `orchkit/client`: a client of the API for programs and tests in Node.
//
//     const client = await createClient({ kubeconfig: '/etc/orch/agent.conf' });
//     const pods = client.resource({ group: '', version: 'v1', resource: 'pods' });
//     const pod = await pods.in('default').get('web-0');

import { resolve } from 'node:path';

import type { Clock } from '../process/time/clock.ts';
import { systemClock } from '../process/time/system-clock.ts';
import { vendorOf } from '../vendor/profile.ts';
import type { VendorId } from '../vendor/vendor.ts';
import { ApiClient } from './request/api-client.ts';
import type { ResourceClient } from './request/api-client.ts';
import type { ConnectionConfig } from './connection/connection-config.ts';
import { connectionConfigOf, parseConnectionConfig, readConnectionConfig } from './connection/connection-config.ts';
import type { ApiObject } from '../object/api-object.ts';
import { connect } from './connection/connection.ts';
import type { InformerOptions } from './watch/informer.ts';
import { Informer } from './watch/informer.ts';
import type { Transport } from './contract/transport.ts';

/** The server is given by one of `kubeconfig`, `connection` and `transport`. */
export type CreateClientOptions = CommonOptions &
  (
    | {
        /**
         * Path of a connection file, or its content as text (which has line breaks) or as an object; relative file names
         * in a content count from the working folder.
         */
        readonly kubeconfig: string | object;
        /** Default: the file's current context. */
        readonly context?: string;
      }
    | {
        /** A server and an identity. */
        readonly connection: ConnectionConfig;
      }
    | {
        /** Any function that sends requests, such as that of a server in the same process. */
        readonly transport: Transport;
      }
  );

interface CommonOptions {
  /** `User-Agent` of every request, unless a transport is given; default `orchkit`. */
  readonly userAgent?: string;
  /** Default the system's; tests pass their own. */
  readonly clock?: Clock;
  /**
   * Whether the process may end while connections are open and watches run, once nothing else keeps it. Other requests keep it
   * until they are answered. Default false. A transport that is given is its owner's.
   */
  readonly unref?: boolean;
  /** The vendor whose API names credential plugins get; default `orch`. */
  readonly vendor?: VendorId;
}

/** A client that owns its connections. */
export interface Client extends ApiClient, AsyncDisposable {
  /** Breaks all connections; later requests open new ones. */
  dropConnections(): Promise<void>;
  /** Aborts requests in flight and closes all connections. */
  close(): Promise<void>;
}

/** Creates a client without sending a request. Rejects with ConnectionConfigError for a file that cannot be used. */
export async function createClient(options: CreateClientOptions): Promise<Client> {
  const clock = options.clock ?? systemClock;
  if ('transport' in options) return Object.assign(new ApiClient(options.transport, { clock }), lifeOf(undefined));
  const config = await configOf(options);
  const connection = connect(config, {
    clock,
    vendor: vendorOf(options.vendor ?? 'orch'),
    ...(options.userAgent === undefined ? {} : { userAgent: options.userAgent }),
    ...(options.unref === undefined ? {} : { unref: options.unref }),
  });
  return Object.assign(new ApiClient(connection.transport, { clock }), lifeOf(connection));
}

/** A local copy of a collection that keeps itself up to date while `run(signal)` runs. */
export function createInformer<T extends ApiObject>(
  client: ResourceClient<T>,
  options: Omit<InformerOptions, 'clock'> & { readonly clock?: Clock } = {},
): Informer<T> {
  return new Informer(client, { ...options, clock: options.clock ?? systemClock });
}

async function configOf(
  options: Exclude<CreateClientOptions, { readonly transport: Transport }>,
): Promise<ConnectionConfig> {
  if ('connection' in options) return options.connection;
  const context = options.context === undefined ? {} : { context: options.context };
  const { kubeconfig } = options;
  const content = { ...context, source: 'kubeconfig', folder: resolve('.') };
  if (typeof kubeconfig !== 'string') return connectionConfigOf(kubeconfig, content);
  return kubeconfig.includes('\n')
    ? parseConnectionConfig(kubeconfig, content)
    : readConnectionConfig(kubeconfig, context);
}

function lifeOf(connection: { dropConnections(): Promise<void>; close(): Promise<void> } | undefined) {
  const close = async (): Promise<void> => connection?.close();
  return {
    dropConnections: async (): Promise<void> => connection?.dropConnections(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

export type { ApiObject, GroupVersionResource, ObjectMeta } from '../object/api-object.ts';
export type { Status, StatusCause, StatusDetails } from '../object/status-error.ts';
export { StatusError } from '../object/status-error.ts';
export type { ApiList } from './request/api-client.ts';
export { ApiClient, ResourceClient } from './request/api-client.ts';
export type { PemSource } from './connection/config-section.ts';
export { ConnectionConfigError } from './connection/config-section.ts';
export type { ConnectionConfig, CredentialConfig } from './connection/connection-config.ts';
export { readConnectionConfig, writeConnectionConfig } from './connection/connection-config.ts';
export { ConnectionError } from './connection/connection.ts';
export { ExecCredentialError } from './connection/exec-credential.ts';
export { ResponseError } from './request/exchange.ts';
export {
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
} from './request/failure.ts';
export type { InformerHandler } from './watch/informer.ts';
export { Informer } from './watch/informer.ts';
export type {
  DeleteOptions,
  ListOptions,
  PatchOptions,
  PatchType,
  WatchOptions,
  WriteOptions,
} from './request/request.ts';
export type { Transport, TransportRequest, TransportResponse } from './contract/transport.ts';
export type { Bookmark, WatchEvent } from './request/watch-stream.ts';
export type { WatcherEvent } from './watch/watch-state.ts';
export { watchResource } from './watch/watcher.ts';
