// The versions of groups that other servers serve: their connections, and the loop of the APIServices.

import { systemRoots } from '../outbound/system-roots.ts';
import { serviceResolver } from '../outbound/service-address.ts';
import type { Transport } from '../../shared/client/contract/transport.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import { apiServiceLoops } from '../aggregation/api-service-loops.ts';
import { forwarding } from '../aggregation/forward.ts';
import { RemoteConnection } from '../aggregation/remote-connection.ts';
import { RemoteDocuments } from '../aggregation/remote-documents.ts';
import { RemoteVersions } from '../aggregation/remote-versions.ts';
import type { ServerContext } from '../context/server-context.ts';
import { queueMetrics } from '../controller/loop/queue-metrics.ts';
import type { RemoteGroups } from '../discovery/remote-groups.ts';
import type { Stage } from '../http/contract/stage.ts';
import type { ResourceListers } from './resource-listers.ts';
import type { ServerResources } from './server-resources.ts';

export interface ServerAggregation {
  readonly stage: Stage;
  /** For discovery and OpenAPI. */
  readonly groups: RemoteGroups;
  /** They run on every server, independent of the selected controllers. */
  loops(masterTransport: Transport): readonly Loop[];
  /** Closes the connections. */
  close(): void;
}

export function serverAggregation(
  { vendor, clock, log, metrics, options }: ServerContext,
  listers: ResourceListers,
  { table, served }: Pick<ServerResources, 'table' | 'served'>,
): ServerAggregation {
  const remotes = new RemoteVersions(listers.apiServices);
  const connection = new RemoteConnection({
    resolveService: serviceResolver(listers, vendor, Math.random),
    systemRoots: () => systemRoots(process.env['SSL_CERT_FILE']),
    ...(options.proxyClient === undefined ? {} : { client: options.proxyClient }),
  });
  const documents = new RemoteDocuments({ vendor, clock, remotes, connection });
  return {
    stage: forwarding({ remotes, connection }),
    groups: documents,
    loops: (transport) =>
      apiServiceLoops({
        vendor,
        clock,
        log,
        transport,
        resources: table,
        served,
        views: listers,
        connection,
        documents,
        observeQueue: queueMetrics(metrics),
      }),
    close: () => connection.close(),
  };
}
