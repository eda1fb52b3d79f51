// The agent's two servers, composed: the node's API over TLS with its access rules, and the plain health endpoint.

import { readFile } from 'node:fs/promises';
import { opensslCiphers } from '../shared/process/host/cipher-suites.ts';
import type { Loop } from '../shared/process/loop/loop.ts';
import type { AgentEnvironment, AgentParts } from './agent-parts.ts';
import type { ArchiveFolder } from './checkpoint/archive-folder.ts';
import { checkpointer } from './checkpoint/checkpointer.ts';
import { freeSpaceGuard } from './checkpoint/free-space.ts';
import type { AgentConfiguration } from './config/configuration.ts';
import { servingPair } from './own-certificates.ts';
import type { BoundPods } from './pod/pod-view.ts';
import type { Authenticate, Authorize } from './server/contract/caller.ts';
import { checkpointEndpoint } from './server/endpoint/checkpoint-endpoint.ts';
import { alwaysAllow, delegatedAuthentication, delegatedAuthorization } from './server/access/delegated-access.ts';
import { type HealthCheck, healthEndpoints } from './server/endpoint/health.ts';
import { followedFiles } from './server/certificate/followed-files.ts';
import { checkCertificates, type Listening, listenPlain, listenTls, type TlsListening } from './server/listener.ts';
import { hostLogEndpoint } from './server/endpoint/host-log-endpoint.ts';
import { logEndpoint } from './server/endpoint/log-endpoint.ts';
import { openHandler, requestHandler } from './server/request-handler.ts';
import { requestMeasure } from './server/request-measure.ts';
import { reviewPoster } from './server/access/review-poster.ts';
import { nodeRoutes } from './server/endpoint/routes.ts';
import { usageReader } from './stats/usage-reader.ts';

export interface NodeServer {
  readonly listening: TlsListening;
  /** What follows the files that it was made of. */
  readonly loops: readonly Loop[];
}

/** Rejects when the address is in use, a file is missing, or access could not be decided. */
export async function startNodeServer(
  parts: AgentParts,
  healthChecks: readonly HealthCheck[],
  pods: BoundPods,
  folder: ArchiveFolder,
): Promise<NodeServer> {
  const { settings, environment, nodeName, metrics, runtime, gates } = parts;
  const { vendor, clock, log, signal } = environment;
  const { configuration, shown } = settings.loaded;
  const space = freeSpaceGuard({ folder: folder.path, kept: configuration.checkpointMinimumFree, clock });
  const maker = checkpointer({ runtime, folder, space, clock, log });
  const handler = requestHandler({
    routes: nodeRoutes({
      vendor,
      healthChecks,
      pods,
      runtime,
      podRuntime: parts.podRuntime,
      streamIdle: configuration.streamingConnectionIdleTimeout,
      metrics,
      healthMetrics: parts.healthMetrics,
      usage: usageReader({
        runtime,
        nodeName,
        rootDirectory: settings.rootDirectory,
        logFolder: configuration.podLogsDir,
        clock,
        stalls: gates.enabled('KubeletPSI'),
      }),
      facts: parts.facts,
      clock,
      logs: logEndpoint({
        pods,
        runtime,
        folder: configuration.podLogsDir,
        clock,
        splitStreams: gates.enabled('PodLogsQuerySplitStreams'),
      }),
      hostLogs: configuration.enableSystemLogHandler
        ? hostLogEndpoint(settings.hostLogFolder ?? '/var/log')
        : undefined,
      configuration: shown,
      checkpoint: gates.enabled('ContainerCheckpoint')
        ? { endpoint: checkpointEndpoint({ checkpointer: maker, pods, runtime }), folder }
        : undefined,
      fineGrained: gates.enabled('KubeletFineGrainedAuthz'),
    }),
    authenticate: authentication(parts),
    authorize: authorization(parts),
    measure: requestMeasure(metrics, clock),
    clock,
    log,
    signal,
  });
  const pair = await servingPair(parts);
  const authorities = await clientAuthorities(configuration);
  const listening = await listenTls({
    address: configuration.address,
    port: configuration.port,
    certificate: pair?.certificate,
    key: pair?.key,
    minVersion: configuration.tlsMinVersion === 'VersionTLS13' ? 'TLSv1.3' : 'TLSv1.2',
    ...(configuration.tlsCipherSuites.length === 0 ? {} : { ciphers: opensslCiphers(configuration.tlsCipherSuites) }),
    clientAuthorities: authorities?.content,
    handler: handler.request,
    upgrade: handler.upgrade,
  });
  if (authorities === undefined) return { listening, loops: [] };
  const follower = followedFiles({
    name: 'client-authorities',
    paths: [authorities.path],
    initial: [authorities.content],
    use: ([content = '']) => listening.trust(content),
    clock,
    log,
    metrics,
  });
  return { listening, loops: [follower] };
}

interface Authorities {
  readonly path: string;
  /** PEM. */
  readonly content: string;
}

/** Undefined: none are configured. Rejects when they cannot be read or are none. */
async function clientAuthorities({ authentication }: AgentConfiguration): Promise<Authorities | undefined> {
  const path = authentication.x509.clientCAFile;
  if (path === undefined) return undefined;
  try {
    const content = await readFile(path, 'utf8');
    checkCertificates(content);
    return { path, content };
  } catch (error) {
    throw new Error(`the authorities of client certificates in ${path} cannot be used: ${String(error)}`, {
      cause: error,
    });
  }
}

/** Undefined when it is switched off with port 0. */
export async function startHealthServer(
  { healthzPort, healthzBindAddress }: AgentConfiguration,
  checks: readonly HealthCheck[],
  { vendor }: AgentEnvironment,
): Promise<Listening | undefined> {
  if (healthzPort === 0) return undefined;
  return listenPlain(healthzBindAddress, healthzPort, openHandler(healthEndpoints(checks, vendor)));
}

function authentication({ settings, environment, connection }: AgentParts): Authenticate {
  const { vendor, clock } = environment;
  const { webhook, anonymous } = settings.loaded.configuration.authentication;
  const asksServer = connection !== undefined && webhook.enabled;
  return delegatedAuthentication({
    ...(asksServer
      ? {
          postTokenReview: reviewPoster(
            connection.transport,
            vendor.fill('authentication.{api}'),
            'tokenreviews',
            clock,
          ),
        }
      : {}),
    vendor,
    clock,
    anonymous: anonymous.enabled,
    tokenLifetime: webhook.cacheTTL,
  });
}

function authorization({ settings, environment, connection, nodeName }: AgentParts): Authorize {
  const { vendor, clock } = environment;
  const { mode, webhook } = settings.loaded.configuration.authorization;
  if (mode === 'AlwaysAllow') return alwaysAllow;
  if (connection === undefined) {
    throw new Error(
      'without --kubeconfig no API server can authorize callers: give one, or --authorization-mode=AlwaysAllow',
    );
  }
  return delegatedAuthorization({
    postAccessReview: reviewPoster(
      connection.transport,
      vendor.fill('authorization.{api}'),
      'subjectaccessreviews',
      clock,
    ),
    nodeName,
    vendor,
    clock,
    allowedLifetime: webhook.cacheAuthorizedTTL,
    deniedLifetime: webhook.cacheUnauthorizedTTL,
  });
}
