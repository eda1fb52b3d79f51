// Joins the host to the API service: with its existing connection file, or with a bootstrap token, with which
// it requests a client certificate and writes a connection file. Retries until it succeeds.

import { dirname } from 'node:path';
import { ApiClient } from '../../shared/client/request/api-client.ts';
import { ConnectionConfigError } from '../../shared/client/connection/config-section.ts';
import { connect } from '../../shared/client/connection/connection.ts';
import {
  type ConnectionConfig,
  readConnectionConfig,
  writeConnectionConfig,
} from '../../shared/client/connection/connection-config.ts';
import { isForbidden, isUnauthorized } from '../../shared/client/request/failure.ts';
import type { Transport } from '../../shared/client/contract/transport.ts';
import { type BackOff, backOffDelay } from '../../shared/process/time/back-off.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import { makeFolder } from '../../shared/process/host/folder.ts';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { boundedResponses } from '../connection/response-limits.ts';
import { checkServerVendor } from '../connection/server-vendor.ts';
import { CertificateFolder, pemTexts, readPair } from './certificate-folder.ts';
import { type CertificateRoute, renewedPair } from './certificate-keeper.ts';
import type { SigningRequest } from './certificate-request.ts';
import { clientTerms } from './node-terms.ts';

export interface JoiningOptions {
  /** The agent's own connection file; written when the host joins. */
  readonly kubeconfig: string;
  /** The connection file with the bootstrap token. */
  readonly bootstrapKubeconfig: string;
  readonly certificateDirectory: string;
  readonly nodeName: string;
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly userAgent: string;
  /** Called with one line that says what the agent waits for. */
  readonly waiting?: (line: string) => void;
}

/** Characters of a status text for the init system, which shows one line. */
const longestLine = 500;

const backOff: BackOff = { initial: 2_000, cap: 60_000, jitter: 0.1 };

/** How to reach the API service as this node. Rejects with the signal's reason, and with UsageError for another vendor's server. */
export async function joined(options: JoiningOptions): Promise<ConnectionConfig> {
  const { kubeconfig, log, clock, signal } = options;
  const known = await usableConnection(kubeconfig, clock);
  if (typeof known !== 'string') return known;
  log.info('this host joins with its bootstrap token', { because: known });
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await join(options);
    } catch (error) {
      signal.throwIfAborted();
      // Another attempt cannot succeed.
      if (error instanceof UsageError) throw error;
      const line = adviceFor(error, known, options.bootstrapKubeconfig);
      log.warn('this host could not join; trying again', { error: line });
      options.waiting?.(line.slice(0, longestLine));
    }
    await clock.sleep(backOffDelay(backOff, failures), signal);
  }
}

/** The connection file, or why the agent cannot authenticate with it. */
async function usableConnection(path: string, clock: Clock): Promise<ConnectionConfig | string> {
  let config: ConnectionConfig;
  try {
    config = await readConnectionConfig(path);
  } catch (error) {
    const { cause, message } = error as Error;
    return (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT' ? `there is no ${path} yet` : message;
  }
  const { certificate, key, token, tokenFile, exec } = config.credentials;
  const otherwise = token !== undefined || tokenFile !== undefined || exec !== undefined;
  if (certificate === undefined || key === undefined) return otherwise ? config : `${path}: there are no credentials`;
  try {
    const { notAfter } = readPair(await pemTexts(certificate, key));
    if (notAfter > clock.now()) return config;
    return `${path}: the client certificate ended at ${new Date(notAfter).toISOString()}`;
  } catch (error) {
    return `${path}: the client certificate: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function join(options: JoiningOptions): Promise<ConnectionConfig> {
  const { kubeconfig, bootstrapKubeconfig, certificateDirectory, nodeName, vendor, clock, log, signal } = options;
  const way = await bootstrapRoute(options);
  await checkServerVendor(way.transport, vendor, way.server, signal).catch(async (error: unknown) => {
    await way.close();
    throw error;
  });
  const folder = new CertificateFolder({ folder: certificateDirectory, name: 'kubelet-client', clock });
  const waiting = options.waiting === undefined ? {} : { waiting: options.waiting };
  try {
    await renewedPair(folder, clientTerms(vendor, nodeName), { ...way, clock, log, signal, ...waiting });
  } finally {
    await way.close();
  }
  const { credentials: _token, ...bootstrap } = await readConnectionConfig(bootstrapKubeconfig);
  const own = { ...bootstrap, server: way.server, credentials: clientCredentials(folder) };
  await makeFolder(dirname(kubeconfig), 0o700);
  await writeConnectionConfig(kubeconfig, own);
  log.info('this host has joined', { server: own.server, node: nodeName, kubeconfig });
  return own;
}

/** The client for signing requests, with the bootstrap token. Reads the file again, because it may contain a new token. */
export async function bootstrapRoute(
  options: Pick<JoiningOptions, 'bootstrapKubeconfig' | 'userAgent' | 'clock' | 'vendor'>,
): Promise<CertificateRoute & { readonly server: string; readonly transport: Transport }> {
  const { bootstrapKubeconfig, userAgent, clock, vendor } = options;
  const connection = connect(await readConnectionConfig(bootstrapKubeconfig), { userAgent, clock, vendor });
  const { server } = connection;
  const transport = boundedResponses(connection.transport, clock);
  return {
    ...signingRequests(new ApiClient(transport, { clock }), vendor),
    server,
    transport,
    close: () => connection.close(),
  };
}

/** Where the certificates of nodes are asked for. */
export function signingRequests(client: ApiClient, vendor: Vendor) {
  const group = vendor.fill('certificates.{api}');
  const requests = client.resource<SigningRequest>({ group, version: 'v1', resource: 'certificatesigningrequests' });
  return { requests, apiVersion: `${group}/v1` };
}

/** Credentials that refer to the current pair in the folder. */
export function clientCredentials({ currentPath }: CertificateFolder): ConnectionConfig['credentials'] {
  return { certificate: { file: currentPath }, key: { file: currentPath } };
}

/** `because`: why the host has to join at all. */
function adviceFor(error: unknown, because: string, bootstrapKubeconfig: string): string {
  const text = error instanceof Error ? error.message : String(error);
  // Without a token either, the message names both files.
  if (error instanceof ConnectionConfigError) return `${because}; ${text}`;
  if (isUnauthorized(error)) {
    return `${text}: the API service does not take the token of ${bootstrapKubeconfig}; it may have expired or been deleted`;
  }
  if (isForbidden(error)) {
    return `${text}; bind the role system:node-bootstrapper to the group system:bootstrappers`;
  }
  return text;
}
