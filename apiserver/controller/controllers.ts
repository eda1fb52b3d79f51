// All controllers of the server, with the views they share: what the composition root runs beside the API.

import type { KeyPair } from '../../shared/certificates/authority.ts';
import type { Transport } from '../../shared/client/contract/transport.ts';
import { ApiClient } from '../../shared/client/request/api-client.ts';
import { Informer, type Kept } from '../../shared/client/watch/informer.ts';
import type { ApiObject, GroupVersionResource } from '../../shared/object/api-object.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import { bootstrapSecretPlace } from '../authentication/bootstrap/bootstrap-secret.ts';
import { defaultAccountController, defaultAccountName } from './account/default-accounts.ts';
import { rootCaName, rootCaPublisher } from './account/root-ca-publisher.ts';
import { type SignToken, secretTokenController, secretTokenType } from './account/secret-tokens.ts';
import { clusterInfoName, clusterInfoSigner } from './bootstrap-token/cluster-info-signer.ts';
import { tokenCleaner } from './bootstrap-token/token-cleaner.ts';
import { requestApprover } from './certificate/approver.ts';
import { requestCleaner } from './certificate/request-cleaner.ts';
import { requestSigner } from './certificate/request-signer.ts';
import { attributesClassProtection, claimProtection, volumeProtection } from './claim/claim-protection.ts';
import type { ControllerEnvironment } from './contract/controller.ts';
import { type ControllerName, type ControllerSelection, controllerSelection } from './controller-selection.ts';
import { garbageCollector } from './garbage/garbage-collector.ts';
import { namespaceController } from './namespace/namespace-controller.ts';
import type { CollectionObserver } from './node/collection-metrics.ts';
import { readOfLease, readOfNode } from './node/node-form.ts';
import type { HealthPeriods } from './node/node-health.ts';
import { nodeLifecycle } from './node/node-lifecycle.ts';
import { podGarbageCollector } from './node/pod-garbage-collector.ts';
import type { EvictionLimits } from './node/zone.ts';
import type { NodeObserver } from './node/zone-metrics.ts';
import * as resources from './api/resources.ts';
import { policyStatusController } from './policy/policy-status.ts';
import { quotaController } from './quota/quota-controller.ts';
import { keptOfNode, keptOfPod, type Node, type Pod } from './scheduler/scheduled-objects.ts';
import { scheduler } from './scheduler/scheduler.ts';
import type { SchedulingObserver } from './scheduler/scheduler-metrics.ts';
import { aggregationController } from './role/aggregation-controller.ts';

export interface ControllersOptions extends ControllerEnvironment {
  /** The certificates of the authority that signed the server's certificate, as PEM; absent: they are not published. */
  readonly rootCa?: string;
  /** Signs what secrets of service accounts hold; absent: they stay empty. */
  readonly signSecretToken?: SignToken;
  /** Default 50 s of grace, 60 s at the start of a node. */
  readonly nodePeriods?: HealthPeriods;
  /** Milliseconds; default 5 s. */
  readonly nodeMonitorPeriod?: number;
  /** The rate at which pods are evicted from lost nodes. Default: see there. */
  readonly evictionLimits?: EvictionLimits;
  /** Finished pods from which on the oldest are deleted; 0: never. Default 12,500. */
  readonly finishedPods?: number;
  readonly nodeObserver?: NodeObserver;
  readonly collectionObserver?: CollectionObserver;
  /** Acts as the user that schedulers are; absent: there is no scheduler. */
  readonly schedulerTransport?: Transport;
  readonly schedulingObserver?: SchedulingObserver;
  /** Which controllers run; default: those that run by default. */
  readonly selection?: ControllerSelection;
  /** Who signs certificates that were approved, and for how many milliseconds at most; absent: none. */
  readonly signing?: { readonly authority: KeyPair; readonly longest: number };
  /** Whether serving certificates of node agents are approved. Default false. */
  readonly approveServing?: boolean;
}

/** Loops for `runLoops`, views included. They do nothing before they run, and need the bootstrap to be done. */
export function makeControllers(options: ControllersOptions): readonly Loop[] {
  const { clock, log, readerTransport, selection = controllerSelection() } = options;
  const reader = new ApiClient(readerTransport, { clock });
  const views = new Map<string, Informer<ApiObject>>();
  // Of what there is by the thousand only what the controllers read.
  const kept = new Map<string, Kept<ApiObject>>([
    ['nodes', readOfNode],
    ['leases', readOfLease],
  ]);
  const view: ViewOf = (resource, namespace, fieldSelector) => {
    const key = `${resource.group}/${resource.resource}/${namespace ?? ''}/${fieldSelector ?? ''}`;
    const select = fieldSelector === undefined ? {} : { fieldSelector };
    const client = reader.resource(resource).in(namespace);
    const informer = views.get(key) ?? new Informer(client, { clock, log, ...select }, kept.get(resource.resource));
    views.set(key, informer);
    return informer;
  };
  const makers = new Map<ControllerName, () => Loop>([
    ...workloadControllers(options, view),
    ...accountControllers(options, view),
    ...certificateControllers(options, view),
    ...tokenControllers(options, view),
  ]);
  const controllers = [...makers].flatMap(([name, make]) => (selection.runs(name) ? [make()] : []));
  const scheduling = selection.runs('scheduler') ? schedulerLoops(options) : [];
  return [...views.values(), ...controllers, ...scheduling];
}

/** With views of its own: it reads other parts of nodes and pods than the others. */
function schedulerLoops(options: ControllersOptions): readonly Loop[] {
  const { clock, log, schedulerTransport: transport, schedulingObserver: observer } = options;
  if (transport === undefined) return [];
  const client = new ApiClient(transport, { clock });
  const named = (name: string) => ({ clock, log, name });
  const nodes = new Informer(client.resource<Node>(resources.nodes), named('informer-scheduler-nodes'), keptOfNode);
  const pods = new Informer(client.resource<Pod>(resources.pods), named('informer-scheduler-pods'), keptOfPod);
  return [nodes, pods, scheduler(options, { nodes, pods, transport, ...(observer === undefined ? {} : { observer }) })];
}

/** A shared copy of a collection; of one namespace, and of what a field selector selects. */
type ViewOf = (resource: GroupVersionResource, namespace?: string, fieldSelector?: string) => Informer<ApiObject>;

type Maker = readonly [ControllerName, () => Loop];

function workloadControllers(options: ControllersOptions, view: ViewOf): readonly Maker[] {
  const { vendor, nodePeriods, nodeMonitorPeriod, evictionLimits, nodeObserver, finishedPods, collectionObserver } =
    options;
  const { leases, attributesClasses, validatingPolicies } = resources.resourcesOf(vendor);
  return [
    ['namespace', () => namespaceController(options, view(resources.namespaces))],
    ['garbagecollector', () => garbageCollector(options)],
    ['validatingadmissionpolicy-status', () => policyStatusController(options, view(validatingPolicies))],
    ['resourcequota', () => quotaController(options, view(resources.resourceQuotas))],
    ['pvc-protection', () => claimProtection(options, view(resources.persistentVolumeClaims))],
    ['pv-protection', () => volumeProtection(options, view(resources.persistentVolumes))],
    ['volumeattributesclass-protection', () => attributesClassProtection(options, view(attributesClasses))],
    [
      'nodelifecycle',
      () =>
        nodeLifecycle(options, {
          nodes: view(resources.nodes),
          leases: view(leases, vendor.fill('{short}-node-lease')),
          ...(nodePeriods === undefined ? {} : { periods: nodePeriods }),
          ...(nodeMonitorPeriod === undefined ? {} : { monitorPeriod: nodeMonitorPeriod }),
          ...(evictionLimits === undefined ? {} : { limits: evictionLimits }),
          ...(nodeObserver === undefined ? {} : { observer: nodeObserver }),
        }),
    ],
    [
      'podgc',
      () =>
        podGarbageCollector(options, {
          nodes: view(resources.nodes),
          ...(finishedPods === undefined ? {} : { finishedPods }),
          ...(collectionObserver === undefined ? {} : { observer: collectionObserver }),
        }),
    ],
  ];
}

function accountControllers(options: ControllersOptions, view: ViewOf): readonly Maker[] {
  const { vendor, rootCa, signSecretToken } = options;
  const namespaces = (): Informer<ApiObject> => view(resources.namespaces);
  const accounts = (): Informer<ApiObject> =>
    view(resources.serviceAccounts, undefined, `metadata.name=${defaultAccountName}`);
  const published = (): Informer<ApiObject> =>
    view(resources.configMaps, undefined, `metadata.name=${rootCaName(vendor)}`);
  const publisher = (authority: string): Maker => [
    'root-ca-cert-publisher',
    () => rootCaPublisher(options, { namespaces: namespaces(), configMaps: published(), rootCa: authority }),
  ];
  return [
    [
      'serviceaccount',
      () => defaultAccountController(options, { namespaces: namespaces(), serviceAccounts: accounts() }),
    ],
    ['clusterrole-aggregation', () => aggregationController(options, view(resources.resourcesOf(vendor).clusterRoles))],
    ...(rootCa === undefined ? [] : [publisher(rootCa)]),
    ...(signSecretToken === undefined ? [] : [secretTokenMaker(options, view, signSecretToken)]),
  ];
}

function secretTokenMaker(options: ControllersOptions, view: ViewOf, sign: SignToken): Maker {
  const { vendor, rootCa } = options;
  return [
    'serviceaccount-token',
    () =>
      secretTokenController(options, {
        secrets: view(resources.secrets, undefined, `type=${secretTokenType(vendor)}`),
        serviceAccounts: view(resources.serviceAccounts),
        sign,
        ...(rootCa === undefined ? {} : { rootCa }),
      }),
  ];
}

function certificateControllers(options: ControllersOptions, view: ViewOf): readonly Maker[] {
  const { vendor, signing, approveServing = false } = options;
  const requests = (): Informer<ApiObject> => view(resources.resourcesOf(vendor).signingRequests);
  return [
    ['csrapproving', () => requestApprover(options, { requests: requests(), approveServing })],
    ['csrcleaner', () => requestCleaner(options, requests())],
    ...(signing === undefined
      ? []
      : [['csrsigning', () => requestSigner(options, { requests: requests(), ...signing })] satisfies Maker]),
  ];
}

function tokenControllers(options: ControllersOptions, view: ViewOf): readonly Maker[] {
  const { vendor } = options;
  const { namespace, type } = bootstrapSecretPlace(vendor);
  const tokens = (): Informer<ApiObject> => view(resources.secrets, namespace, `type=${type}`);
  const clusterInfo = (): Informer<ApiObject> =>
    view(resources.configMaps, vendor.fill('{short}-public'), `metadata.name=${clusterInfoName}`);
  return [
    ['tokencleaner', () => tokenCleaner(options, tokens())],
    ['bootstrapsigner', () => clusterInfoSigner(options, { tokens: tokens(), clusterInfo: clusterInfo() })],
  ];
}
