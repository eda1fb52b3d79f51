// What a server needs before it is ready: the namespaces the system lives in, the default roles and bindings, the system's
// priority classes, and the service by which workloads find the API. One list per kind, then only what is missing is
// created, all at once, since the store commits together what waits together. Running it again changes nothing.

import { ApiClient, type ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isAlreadyExists, isConflict, isInvalid, isNotFound } from '../../../shared/client/request/failure.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { ApiObject, GroupVersionResource } from '../../../shared/object/api-object.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { defaultRoles } from '../../authorization/rbac/default-roles.ts';
import type { Binding, Role } from '../../authorization/rbac/role-forms.ts';
import { controllerAccounts } from '../api/controller-accounts.ts';
import { configMaps, namespaces, resourcesOf, services } from '../api/resources.ts';
import { fillAggregatedRoles } from '../role/aggregation.ts';
import {
  type AuthenticationSettings,
  authenticationConfigMap,
  reconcileAuthentication,
} from './authentication-settings.ts';
import { apiService, systemNamespaces, systemPriorityClasses, tokenTracking } from './default-objects.ts';
import {
  type ClusterInfo,
  clusterInfo,
  clusterInfoBinding,
  clusterInfoRole,
  joiningBindings,
  nodeClientBindings,
  nodeClientRole,
  servingApproval,
} from './joining-objects.ts';
import { type Reconciliation, reconcileBinding, reconcileRole } from './reconcile-roles.ts';

export interface BootstrapOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** Must act as a member of `system:masters`: no other user may grant anything yet. */
  readonly transport: Transport;
  readonly log: Log;
  /** The port on which the API listens, named by the service of the API; absent: no service. */
  readonly port?: number;
  /** The address of that service, which the serving certificate covers. A service that another one took it from gets any. */
  readonly serviceAddress?: string;
  /** Whether roles and bindings are made; default true. False where authorization does not use them. */
  readonly roles?: boolean;
  /** Whether bearers of bootstrap tokens get the rights to join nodes; default false. */
  readonly joining?: boolean;
  /** Whether the controller that approves may do so for serving certificates of nodes; default false. */
  readonly approveServing?: boolean;
  /** The user that the server is to node agents, which gets the rights of their API. Absent: no user gets them. */
  readonly nodeClientUser?: string;
  /** What is published for clients that know nothing yet; absent: nothing is. */
  readonly clusterInfo?: ClusterInfo;
  /** The published authentication settings, and the start of the tracking of legacy tokens; absent: neither is written. */
  readonly authentication?: AuthenticationSettings;
  /**
   * `needed`: everything but the roles of controllers that this server does not run, which are not waited for. `rest`: those,
   * for after the server is ready. Default: both at once.
   */
  readonly part?: 'needed' | 'rest';
}

/** How objects of one kind are created or updated. */
interface Plan<T extends ApiObject> {
  readonly resource: GroupVersionResource;
  readonly namespace?: string;
  readonly wanted: readonly T[];
  /** Default: an object that exists is left as it is. */
  reconcile?(existing: T, wanted: T): Reconciliation<T>;
}

/** How often a write is tried when another server that starts writes the same object. */
const mostTries = 5;

/** Resolves when everything is there. Rejects when the server refuses, or with the signal's reason. */
export async function bootstrap(options: BootstrapOptions, signal: AbortSignal): Promise<void> {
  const { vendor, clock, transport, log } = options;
  const client = new ApiClient(transport, { clock });
  const start = clock.monotonic();
  const clusterRoles = options.roles === false ? [] : clusterRolePlans(vendor, options.part);
  const made = await Promise.all(
    // Namespaces first: early clients wait for them.
    firstObjects(client, options, signal).concat(clusterRoles.map((run) => run(client, signal))),
  );
  if (options.part !== 'rest') {
    // Roles of a namespace and the service need their namespaces.
    const localRoles = options.roles === false ? [] : localRolePlans(vendor);
    const local = localRoles.map((run) => run(client, signal));
    local.push(makeApiService(client, options, signal), ...joiningObjects(client, options, signal));
    local.push(publishAuthentication(client, options, signal));
    made.push(...(await Promise.all(local)));
  }
  const written = made.reduce((sum, count) => sum + count, 0);
  log.info('default objects are in place', { written, milliseconds: Math.round(clock.monotonic() - start) });
}

function joiningObjects(client: ApiClient, options: BootstrapOptions, signal: AbortSignal): Promise<number>[] {
  const { vendor, clusterInfo: info, joining = false, approveServing = false, roles: hasRoles = true } = options;
  const { nodeClientUser } = options;
  const { clusterRoleBindings, clusterRoles, roles, roleBindings } = resourcesOf(vendor);
  const namespace = vendor.fill('{short}-public');
  const bindings = [
    ...(joining ? joiningBindings(vendor) : []),
    ...(approveServing ? [servingApproval(vendor)] : []),
    ...(nodeClientUser === undefined ? [] : nodeClientBindings(vendor, nodeClientUser)),
  ];
  const plans: Plan<ApiObject>[] = [];
  if (hasRoles && nodeClientUser !== undefined) {
    plans.push({ resource: clusterRoles, wanted: [nodeClientRole(vendor)] });
  }
  if (hasRoles) plans.push({ resource: clusterRoleBindings, wanted: bindings });
  if (info !== undefined) plans.push({ resource: configMaps, namespace, wanted: [clusterInfo(vendor, info)] });
  if (info !== undefined && hasRoles) {
    plans.push({ resource: roles, namespace, wanted: [clusterInfoRole(vendor)] });
    plans.push({ resource: roleBindings, namespace, wanted: [clusterInfoBinding(vendor)] });
  }
  return plans.map((plan) => fulfil(client, plan, signal));
}

async function publishAuthentication(
  client: ApiClient,
  { vendor, clock, authentication }: BootstrapOptions,
  signal: AbortSignal,
): Promise<number> {
  if (authentication === undefined) return 0;
  const settings = authenticationConfigMap(vendor, authentication);
  const tracking = tokenTracking(vendor, clock.now());
  const namespace = vendor.fill('{short}-system');
  return fulfil(
    client,
    {
      resource: configMaps,
      namespace,
      wanted: [settings, tracking],
      reconcile: (existing, wanted) =>
        wanted === settings ? reconcileAuthentication(existing, wanted) : { do: 'nothing' },
    },
    signal,
  );
}

async function makeApiService(
  client: ApiClient,
  { vendor, log, port, serviceAddress }: BootstrapOptions,
  signal: AbortSignal,
): Promise<number> {
  if (port === undefined) return 0;
  const make = (address?: string): Promise<number> =>
    fulfil(client, { resource: services, namespace: 'default', wanted: [apiService(vendor, port, address)] }, signal);
  try {
    return await make(serviceAddress);
  } catch (error) {
    if (serviceAddress === undefined || !isInvalid(error)) throw error;
    log.warn('the address of the service of the API is taken by another service', { address: serviceAddress });
    return make();
  }
}

function firstObjects(
  client: ApiClient,
  { vendor, part }: BootstrapOptions,
  signal: AbortSignal,
): readonly Promise<number>[] {
  if (part === 'rest') return [];
  const { priorityClasses } = resourcesOf(vendor);
  return [
    fulfil(client, { resource: namespaces, wanted: systemNamespaces(vendor) }, signal),
    fulfil(client, { resource: priorityClasses, wanted: systemPriorityClasses(vendor) }, signal),
  ];
}

type PlanRun = (client: ApiClient, signal: AbortSignal) => Promise<number>;

function clusterRolePlans(vendor: Vendor, part: BootstrapOptions['part']): readonly PlanRun[] {
  const defaults = defaultRoles(vendor);
  const isIn = ({ metadata }: ApiObject): boolean =>
    part === undefined || isNeeded(metadata.name ?? '') === (part === 'needed');
  const { clusterRoles, clusterRoleBindings } = resourcesOf(vendor);
  // Aggregated roles are born filled, so that they hold from the first request on.
  const roles: Plan<Role> = {
    resource: clusterRoles,
    wanted: fillAggregatedRoles(defaults.clusterRoles).filter(isIn),
    reconcile: (existing, wanted) => reconcileRole(existing, wanted, vendor),
  };
  const bindings: Plan<Binding> = {
    resource: clusterRoleBindings,
    wanted: defaults.clusterRoleBindings.filter(isIn),
    reconcile: (existing, wanted) => reconcileBinding(existing, wanted, vendor),
  };
  return [(client, signal) => fulfil(client, roles, signal), (client, signal) => fulfil(client, bindings, signal)];
}

const controllerPrefix = 'system:controller:';

/** Whether the start waits for a default role: all but those of controllers that run elsewhere. */
function isNeeded(name: string): boolean {
  return !name.startsWith(controllerPrefix) || controllerAccounts.has(name.slice(controllerPrefix.length));
}

function localRolePlans(vendor: Vendor): readonly PlanRun[] {
  const defaults = defaultRoles(vendor);
  const { roles, roleBindings } = resourcesOf(vendor);
  const spaces = [
    ...new Set([...defaults.roles, ...defaults.roleBindings].map(({ metadata }) => metadata.namespace ?? '')),
  ];
  const within = <T extends ApiObject>(list: readonly T[], namespace: string): readonly T[] =>
    list.filter(({ metadata }) => metadata.namespace === namespace);
  return spaces.flatMap((namespace): PlanRun[] => {
    const rolePlan: Plan<Role> = {
      resource: roles,
      namespace,
      wanted: within(defaults.roles, namespace),
      reconcile: (existing, wanted) => reconcileRole(existing, wanted, vendor),
    };
    const bindingPlan: Plan<Binding> = {
      resource: roleBindings,
      namespace,
      wanted: within(defaults.roleBindings, namespace),
      reconcile: (existing, wanted) => reconcileBinding(existing, wanted, vendor),
    };
    return [
      (client, signal) => fulfil(client, rolePlan, signal),
      (client, signal) => fulfil(client, bindingPlan, signal),
    ];
  });
}

/** Answers how many objects were written. */
async function fulfil<T extends ApiObject>(client: ApiClient, plan: Plan<T>, signal: AbortSignal): Promise<number> {
  if (plan.wanted.length === 0) return 0;
  const resource = client.resource<T>(plan.resource).in(plan.namespace);
  const present = new Map<string, T>();
  for (const object of (await resource.list({ signal })).items) present.set(object.metadata.name ?? '', object);
  const written = await Promise.all(
    plan.wanted.map((wanted) => settle(resource, plan, wanted, present.get(wanted.metadata.name ?? ''), signal)),
  );
  return written.filter(Boolean).length;
}

/** Brings one object about; false when nothing had to be written. */
async function settle<T extends ApiObject>(
  resource: ResourceClient<T>,
  plan: Plan<T>,
  wanted: T,
  listed: T | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const name = wanted.metadata.name ?? '';
  let existing = listed;
  for (let tries = 1; ; tries += 1) {
    try {
      if (existing === undefined) {
        await resource.create(wanted, { signal });
        return true;
      }
      const outcome = plan.reconcile?.(existing, wanted) ?? { do: 'nothing' };
      if (outcome.do === 'nothing') return false;
      if (outcome.do === 'update') {
        await resource.update(outcome.object, { signal });
        return true;
      }
      const { uid } = existing.metadata;
      await resource.delete(name, { ...(uid === undefined ? {} : { preconditions: { uid } }), signal });
      existing = undefined;
    } catch (error) {
      const raced = isAlreadyExists(error) || isConflict(error) || isNotFound(error);
      if (!raced || tries === mostTries) throw error;
      existing = await resource.find(name, { signal });
    }
  }
}
