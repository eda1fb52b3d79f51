// The node's API as tests see it: over real TLS, against the CRI simulator, with an API service that answers what the
// test says. The runtime runs the pod default/counter with the container app, which logs.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCriSimulator } from '../../fixtures/cri-simulator/simulator.ts';
import {
  createAuthority,
  createSelfSigned,
  issueCertificate,
  type KeyPair,
} from '../../shared/certificates/authority.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { FakeClock } from '../../shared/process/fake-clock.ts';
import { silentLog } from '../../shared/process/log.ts';
import { createMetrics } from '../../shared/process/metrics.ts';
import { systemClock } from '../../shared/process/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import { archiveFolder } from '../checkpoint/archive-folder.ts';
import { checkpointer } from '../checkpoint/checkpointer.ts';
import { freeSpaceGuard } from '../checkpoint/free-space.ts';
import { grpcRuntime } from '../cri/grpc-runtime.ts';
import { measuredRuntime } from '../cri/measured-runtime.ts';
import { sampleFacts } from '../node/sample-host.ts';
import type { Pod } from '../pod/pod-view.ts';
import { checkpointEndpoint } from './checkpoint-endpoint.ts';
import { delegatedAuthentication, delegatedAuthorization } from './delegated-access.ts';
import { usageReader } from '../stats/usage-reader.ts';
import { listenTls } from './listener.ts';
import { hostLogEndpoint } from './host-log-endpoint.ts';
import { logEndpoint } from './log-endpoint.ts';
import { requestHandler } from './request-handler.ts';
import { requestMeasure } from './request-measure.ts';
import { nodeRoutes } from './routes.ts';

export const authority = createAuthority({ commonName: 'clients', clock: systemClock });
const stranger = createAuthority({ commonName: 'strangers', clock: systemClock });
const serving = createSelfSigned({ commonName: 'n1', dnsNames: ['n1'], clock: systemClock });
const issue = (from: KeyPair, commonName: string): KeyPair =>
  issueCertificate(from, { commonName, organizations: ['ops', 'more'], usages: ['client'], clock: systemClock });
export const admin = issue(authority, 'admin');
export const unknown = issue(stranger, 'admin');

export interface SceneOptions {
  readonly vendor?: VendorId;
  readonly gate?: boolean;
  readonly anonymous?: boolean;
  readonly fineGrained?: boolean;
  readonly stalls?: boolean;
  readonly splitStreams?: boolean;
  /** Whether the logs of the host are served. Default true. */
  readonly hostLogs?: boolean;
}

export async function scene(t: { teardown(end: () => unknown): unknown }, options: SceneOptions = {}) {
  const vendor = vendorOf(options.vendor ?? 'orch');
  const root = await mkdtemp(join(tmpdir(), 'agent-'));
  const simulator = await startCriSimulator({ socket: join(root, 'cri.sock') });
  const logFolder = join(root, 'logs');
  const hostLogFolder = join(root, 'host-logs');
  await mkdir(hostLogFolder);
  const pod = simulator.state.runPod({
    namespace: 'default',
    name: 'counter',
    uid: 'u1',
    logDirectory: join(logFolder, 'default_counter_u1'),
    containers: [{ name: 'app' }],
  });
  const clock = new FakeClock();
  const metrics = createMetrics();
  const runtime = measuredRuntime(grpcRuntime({ endpoint: simulator.endpoint, callTimeout: 60_000 }), metrics, clock);
  const reviews: ApiObject[] = [];
  const denied = new Set<string>();
  const faults = { review: undefined as Error | undefined, health: undefined as string | undefined };
  const bound: Pod[] = [];
  const folder = archiveFolder(join(root, 'checkpoints'));
  await folder.prepare();
  const space = freeSpaceGuard({ folder: folder.path, kept: () => 0, clock });
  const maker = checkpointer({ runtime, folder, space, clock, log: silentLog });
  const stop = new AbortController();
  const pods = {
    list: () => bound,
    get: (namespace: string, name: string) =>
      bound.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name),
  };
  const routes = nodeRoutes({
    vendor,
    healthChecks: [
      { name: 'ping', fault: () => undefined },
      { name: 'syncloop', fault: () => faults.health },
    ],
    pods,
    runtime,
    metrics,
    healthMetrics: createMetrics(),
    usage: usageReader({
      runtime,
      nodeName: 'n1',
      rootDirectory: root,
      logFolder,
      clock,
      stalls: options.stalls ?? true,
    }),
    facts: sampleFacts,
    clock,
    logs: logEndpoint({
      pods,
      runtime,
      folder: logFolder,
      clock: systemClock,
      splitStreams: options.splitStreams ?? false,
    }),
    hostLogs: options.hostLogs === false ? undefined : hostLogEndpoint(hostLogFolder),
    configuration: { maxPods: 110 },
    checkpoint:
      options.gate === false
        ? undefined
        : { endpoint: checkpointEndpoint({ checkpointer: maker, pods, runtime }), folder },
    fineGrained: options.fineGrained ?? true,
  });
  const handler = requestHandler({
    routes,
    authenticate: delegatedAuthentication({
      postTokenReview: async (review) => {
        reviews.push(review);
        const { token } = review['spec'] as { token: string };
        const user = { username: 'robot', uid: '7', groups: ['system:authenticated'], extra: { scope: ['x'] } };
        return { ...review, status: token === 'good' ? { authenticated: true, user } : { error: 'unknown token' } };
      },
      vendor,
      clock,
      anonymous: options.anonymous ?? false,
      tokenLifetime: 120_000,
    }),
    authorize: delegatedAuthorization({
      postAccessReview: async (review) => {
        reviews.push(review);
        if (faults.review !== undefined) throw faults.review;
        const { subresource } = (review['spec'] as { resourceAttributes: { subresource: string } }).resourceAttributes;
        return { ...review, status: { allowed: !denied.has(subresource) } };
      },
      nodeName: 'n1',
      vendor,
      clock,
      allowedLifetime: 300_000,
      deniedLifetime: 30_000,
    }),
    measure: requestMeasure(metrics, clock),
    clock,
    log: silentLog,
    signal: stop.signal,
  });
  const listening = await listenTls({
    address: '127.0.0.1',
    port: 0,
    certificate: serving.certificatePem,
    key: serving.keyPem,
    clientAuthorities: authority.certificatePem,
    handler,
  });
  t.teardown(async () => {
    stop.abort();
    await listening.close(100);
    runtime.close();
    await simulator.stop();
    await rm(root, { recursive: true });
  });
  const call = (
    method: string,
    path: string,
    who: KeyPair | string | null = admin,
    headers?: Readonly<Record<string, string>>,
  ) => send(listening.port, method, path, who, headers);
  const get = (path: string) => call('GET', path);
  return {
    call,
    get,
    routes,
    simulator,
    clock,
    reviews,
    denied,
    folder,
    faults,
    bound,
    root,
    pod,
    logFolder,
    hostLogFolder,
    port: listening.port,
    listening,
  };
}

export interface Response {
  readonly status: number;
  readonly type: string;
  readonly allow: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function send(
  port: number,
  method: string,
  path: string,
  who: KeyPair | string | null,
  others: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const identity = typeof who === 'object' && who !== null ? { cert: who.certificatePem, key: who.keyPem } : {};
  const headers = typeof who === 'string' ? { ...others, authorization: `Bearer ${who}` } : others;
  const options = { host: '127.0.0.1', port, method, path, rejectUnauthorized: false, agent: false, ...identity };
  return new Promise((resolve, reject) => {
    request({ ...options, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          allow: response.headers.allow,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
