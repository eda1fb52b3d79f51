// Makes the node known to the server: creates the Node object, or corrects the agent's labels of one that is there already,
// trying for ever with growing pauses.

import { isNotFound } from '../../shared/client/request/failure.ts';
import { StatusError } from '../../shared/object/status-error.ts';
import { type BackOff, backOffDelay } from '../../shared/process/time/back-off.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Node, NodeStatus, Taint } from './node.ts';
import type { ObjectApi } from '../connection/object-api.ts';
import { nodeStatusPatch } from './status-patch.ts';

export interface NodeIdentity {
  readonly name: string;
  readonly hostName: string;
  readonly architecture: string;
  /** `--node-labels`; they override the labels that every new node has. */
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** Default true. */
  readonly schedulable?: boolean;
  /** Absent: not known. */
  readonly providerId?: string;
  /** Present when a cloud controller must initialize the node before pods may run there. */
  readonly cloud?: {
    /** `--node-ip`, for the controller. */
    readonly nodeIps: readonly string[];
  };
}

/** The annotation that passes `--node-ip` to the cloud controller. */
const providedIps = 'alpha.{label}/provided-node-ip';

/** The labels for operating system and architecture, by which pods select nodes that can run them. */
export function systemLabels({ architecture }: NodeIdentity, vendor: Vendor): Readonly<Record<string, string>> {
  return { [vendor.fill('{label}/os')]: 'linux', [vendor.fill('{label}/arch')]: architecture };
}

/** The labels that every node has: host name, operating system, architecture. */
function defaultLabels(identity: NodeIdentity, vendor: Vendor): Readonly<Record<string, string>> {
  const { hostName, architecture } = identity;
  return {
    [vendor.fill('{label}/hostname')]: hostName,
    ...systemLabels(identity, vendor),
    [vendor.fill('beta.{label}/os')]: 'linux',
    [vendor.fill('beta.{label}/arch')]: architecture,
  };
}

/** The Node object to create. Pure. */
export function newNode(identity: NodeIdentity, status: NodeStatus, vendor: Vendor): Node {
  const { nodeIps = [] } = identity.cloud ?? {};
  const uninitialized: Taint = {
    key: vendor.fill('node.cloudprovider.{label}/uninitialized'),
    value: 'true',
    effect: 'NoSchedule',
  };
  const closed: Taint = { key: vendor.fill('node.{label}/unschedulable'), effect: 'NoSchedule' };
  const own = [
    ...(identity.schedulable === false ? [closed] : []),
    ...(identity.cloud === undefined ? [] : [uninitialized]),
  ];
  const taints = [...identity.taints.filter(({ key }) => own.every((taint) => taint.key !== key)), ...own];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: identity.name,
      labels: { ...defaultLabels(identity, vendor), ...identity.labels },
      annotations: {
        [vendor.fill('volumes.{label}/controller-managed-attach-detach')]: 'true',
        ...(nodeIps.length === 0 ? {} : { [vendor.fill(providedIps)]: nodeIps.join(',') }),
      },
    },
    spec: {
      ...(identity.schedulable === false ? { unschedulable: true } : {}),
      ...(identity.providerId === undefined ? {} : { providerID: identity.providerId }),
      ...(taints.length === 0 ? {} : { taints }),
    },
    status,
  };
}

/** What the agent removes from an existing node when it does not set it itself. */
export function ownedAnnotations(vendor: Vendor): readonly string[] {
  return [vendor.fill(providedIps)];
}

/**
 * The labels that the agent corrects on an existing node: those of its host, and of its place if they are configured. Other
 * configured labels are for new nodes only: an administrator may have changed them since.
 */
export function ownedLabels(vendor: Vendor): readonly string[] {
  const ofPlace = [
    'topology.{label}/zone',
    'topology.{label}/region',
    'failure-domain.beta.{label}/zone',
    'failure-domain.beta.{label}/region',
    'node.{label}/instance-type',
    'beta.{label}/instance-type',
  ];
  const ofHost = ['{label}/hostname', '{label}/os', '{label}/arch', 'beta.{label}/os', 'beta.{label}/arch'];
  return [...ofHost, ...ofPlace].map((name) => vendor.fill(name));
}

/** The names on a node that are the agent's. */
export interface OwnedNames {
  /** Corrected on an existing node; default: all wanted ones. */
  readonly labels?: readonly string[];
  /** Removed when they are not wanted any more; default: none. */
  readonly annotations?: readonly string[];
}

/** An existing node with the agent's labels and the annotations of the wanted one; what others added stays. Pure. */
export function reconciled(existing: Node, wanted: Node, { labels, annotations = [] }: OwnedNames = {}): Node {
  const kept = Object.entries(existing.metadata.annotations ?? {}).filter(([name]) => !annotations.includes(name));
  const own = Object.entries(wanted.metadata.labels ?? {}).filter(([name]) => labels?.includes(name) ?? true);
  return {
    ...existing,
    metadata: {
      ...existing.metadata,
      labels: { ...existing.metadata.labels, ...Object.fromEntries(own) },
      annotations: { ...Object.fromEntries(kept), ...wanted.metadata.annotations },
    },
  };
}

export interface RegistrationOptions {
  readonly nodes: ObjectApi<Node>;
  /** The node to register as of now; asked before each attempt. */
  readonly wanted: () => Promise<Node>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly owned?: OwnedNames;
  /** Called with a node that did not exist before. Must not throw. */
  readonly created?: (node: Node) => void;
}

const backOff: BackOff = { initial: 100, cap: 7_000 };

/** Resolves when the node exists on the server; rejects only when the signal aborts. */
export async function registerNode(options: RegistrationOptions): Promise<void> {
  const { wanted, clock, log, signal, created } = options;
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      const node = await wanted();
      const isNew = await attempt(options, node);
      log.info(`node ${node.metadata.name} is registered${isNew ? '' : ' already'}`);
      if (isNew) created?.(node);
      return;
    } catch (error) {
      signal.throwIfAborted();
      log.warn('the node could not be registered', { error: String(error) });
    }
    await clock.sleep(backOffDelay(backOff, failures + 1), signal);
  }
}

/** Resolves with whether the node is new. An agent that may not create nodes uses the one that an administrator created. */
async function attempt({ nodes, signal, owned }: RegistrationOptions, wanted: Node): Promise<boolean> {
  let refusal: StatusError;
  try {
    await nodes.create(wanted, signal);
    return true;
  } catch (error) {
    if (!(error instanceof StatusError) || (error.code !== 409 && error.code !== 403)) throw error;
    refusal = error;
  }
  const name = wanted.metadata.name ?? '';
  const existing = await nodes.get(name, signal).catch((error: unknown) => {
    // The reason why the node could not be created says more than "not found".
    throw refusal.code === 403 && isNotFound(error) ? refusal : error;
  });
  const patch = nodeStatusPatch(existing, reconciled(existing, wanted, owned));
  if (patch !== undefined) await nodes.patchStatus(name, patch, signal);
  return false;
}
