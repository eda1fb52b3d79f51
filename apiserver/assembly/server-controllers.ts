// The controllers of a server: at once, or by the one of several servers that leads.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ApiClient } from '../../shared/client/request/api-client.ts';
import type { Transport } from '../../shared/client/contract/transport.ts';
import { transportMeasure } from '../../shared/client/transport/measured-transport.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import { runLoops } from '../../shared/process/loop/run-loops.ts';
import type { SecretTokenSubject } from '../authentication/service-account/secret-token.ts';
import { makeControllers } from '../controller/controllers.ts';
import { leaderElection } from '../controller/election/leader-election.ts';
import { collectionMetrics } from '../controller/node/collection-metrics.ts';
import { nodeMetrics } from '../controller/node/zone-metrics.ts';
import { queueMetrics } from '../controller/loop/queue-metrics.ts';
import { schedulingMetrics } from '../controller/scheduler/scheduler-metrics.ts';
import { controllersOf } from '../config/option/options.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { ResourceTable } from '../registry/table.ts';

/** Milliseconds that a certificate lives when neither its request nor an option says less. */
const defaultSigningLifetime = 365 * 24 * 3_600_000;

/** What controllers need of the server. */
export interface ControllerParts {
  /** Acts as a user of the system, as the given service account, or as the reader that feeds the views of controllers. */
  readonly masterTransport: Transport;
  readonly readerTransport: Transport;
  transportFor(serviceAccount: string): Transport;
  /** Acts as the user that schedulers are. */
  readonly schedulerTransport: Transport;
  /** Signs the tokens that secrets of service accounts hold. */
  readonly signSecretToken: (subject: SecretTokenSubject) => Promise<string>;
  /** Every resource that the server has. */
  readonly resources: Pick<ResourceTable, 'subscribe'>;
}

/** The controllers that the options select; with an election one loop, which runs them while this server leads. */
export function controllerLoops(
  { vendor, clock, log, metrics, credentials, options }: ServerContext,
  parts: ControllerParts,
): readonly Loop[] {
  const selection = controllersOf(options);
  if (selection.extent === 'none') return [];
  const { authority, longest = defaultSigningLifetime, approveServing = false } = options.certificateSigning ?? {};
  const signer =
    authority === undefined ? credentials.ca : { certificatePem: authority.certificate, keyPem: authority.privateKey };
  const measured = transportMeasure({ metrics, clock, host: 'in-process' });
  const readerTransport = measured(parts.readerTransport);
  const make = () =>
    makeControllers({
      vendor,
      clock,
      log,
      transportFor: (name) => measured(parts.transportFor(name)),
      readerTransport,
      onServedChange: (listener) => parts.resources.subscribe(listener),
      observeQueue: queueMetrics(metrics),
      rootCa: credentials.ca.certificatePem,
      signSecretToken: parts.signSecretToken,
      selection,
      signing: { authority: signer, longest },
      approveServing,
      nodeObserver: nodeMetrics(metrics),
      collectionObserver: collectionMetrics(metrics),
      ...(selection.runs('scheduler')
        ? {
            schedulerTransport: measured(parts.schedulerTransport),
            schedulingObserver: schedulingMetrics(metrics),
          }
        : {}),
      ...options.nodeLifecycle,
    });
  const { leaderElection: election = options.etcd !== undefined } = options;
  if (election === false) return make();
  // Servers that run only some controllers leave the usual lease to the server that runs the others.
  const shared = selection.extent === 'default';
  return [
    leaderElection({
      client: new ApiClient(shared ? readerTransport : parts.masterTransport, { clock }),
      vendor,
      ...(shared ? {} : { lease: 'orch-apiserver' }),
      identity: `${hostname()}_${randomUUID()}`,
      lead: (signal) => runLoops(make(), { signal, log, metrics }),
      clock,
      log,
      ...(election === true ? {} : { periods: election }),
      leading: metrics.gauge({
        name: 'leader_election_master_status',
        help: 'Whether this server runs the controllers.',
        stability: 'ALPHA',
      }),
    }),
  ];
}
