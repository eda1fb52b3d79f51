// All controllers of the server, with the views they share: what the composition root runs beside the API.

import { ApiClient } from '../../shared/client/api-client.ts';
import { Informer } from '../../shared/client/informer.ts';
import type { ApiObject, GroupVersionResource } from '../../shared/object/api-object.ts';
import type { Loop } from '../../shared/process/loop.ts';
import { defaultAccountController, defaultAccountName } from './account/default-accounts.ts';
import { rootCaName, rootCaPublisher } from './account/root-ca-publisher.ts';
import { claimProtection, volumeProtection } from './claim-protection.ts';
import type { ControllerEnvironment } from './controller.ts';
import { garbageCollector } from './garbage/garbage-collector.ts';
import { namespaceController } from './namespace/namespace-controller.ts';
import type { HealthPeriods } from './node/node-health.ts';
import { nodeLifecycle } from './node/node-lifecycle.ts';
import * as resources from './resources.ts';
import { aggregationController } from './role/aggregation-controller.ts';

export interface ControllersOptions extends ControllerEnvironment {
  /** The certificates of the authority that signed the server's certificate, as PEM; absent: they are not published. */
  readonly rootCa?: string;
  /** Default 50 s of grace, 60 s at the start of a node. */
  readonly nodePeriods?: HealthPeriods;
  /** Milliseconds; default 5 s. */
  readonly nodeMonitorPeriod?: number;
}

/** Loops for `runLoops`, views included. They do nothing before they run, and need the bootstrap to be done. */
export function makeControllers(options: ControllersOptions): readonly Loop[] {
  const { vendor, clock, log, readerTransport } = options;
  const reader = new ApiClient(readerTransport, { clock });
  const views: Loop[] = [];
  const view = (resource: GroupVersionResource, namespace?: string, fieldSelector?: string): Informer<ApiObject> => {
    const select = fieldSelector === undefined ? {} : { fieldSelector };
    const informer = new Informer(reader.resource(resource).in(namespace), { clock, log, ...select });
    views.push(informer);
    return informer;
  };
  const named = resources.resourcesOf(vendor);
  const namespaces = view(resources.namespaces);
  const accounts = view(resources.serviceAccounts, undefined, `metadata.name=${defaultAccountName}`);
  const controllers = [
    defaultAccountController(options, { namespaces, serviceAccounts: accounts }),
    namespaceController(options, namespaces),
    garbageCollector(options),
    aggregationController(options, view(named.clusterRoles)),
    claimProtection(options, view(resources.persistentVolumeClaims)),
    volumeProtection(options, view(resources.persistentVolumes)),
    nodeLifecycle(options, {
      nodes: view(resources.nodes),
      leases: view(named.leases, vendor.fill('{short}-node-lease')),
      ...(options.nodePeriods === undefined ? {} : { periods: options.nodePeriods }),
      ...(options.nodeMonitorPeriod === undefined ? {} : { monitorPeriod: options.nodeMonitorPeriod }),
    }),
  ];
  if (options.rootCa !== undefined) {
    const published = view(resources.configMaps, undefined, `metadata.name=${rootCaName(vendor)}`);
    controllers.push(rootCaPublisher(options, { namespaces, configMaps: published, rootCa: options.rootCa }));
  }
  return [...views, ...controllers];
}
