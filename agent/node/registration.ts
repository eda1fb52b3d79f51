// Makes the node known to the server (wire 17.3): creates the Node object, or brings the labels of one that is there
// already in line, trying for ever with growing pauses.

import { StatusError } from '../../shared/object/status-error.ts';
import { type BackOff, backOffDelay } from '../../shared/process/back-off.ts';
import type { Clock } from '../../shared/process/clock.ts';
import type { Log } from '../../shared/process/log.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Node, NodeStatus, Taint } from './node.ts';
import type { ObjectApi } from './object-api.ts';
import { nodeStatusPatch } from './status-patch.ts';

export interface NodeIdentity {
  readonly name: string;
  readonly hostName: string;
  readonly architecture: string;
  /** `--node-labels`; they win over nothing the agent sets itself. */
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** Absent: not known. */
  readonly providerId?: string;
}

/** The labels that every node has: host name, operating system, architecture. */
export function defaultLabels(identity: NodeIdentity, vendor: Vendor): Readonly<Record<string, string>> {
  const { hostName, architecture } = identity;
  return {
    [vendor.fill('{label}/hostname')]: hostName,
    [vendor.fill('{label}/os')]: 'linux',
    [vendor.fill('{label}/arch')]: architecture,
    [vendor.fill('beta.{label}/os')]: 'linux',
    [vendor.fill('beta.{label}/arch')]: architecture,
  };
}

/** The Node object to create. Pure. */
export function newNode(identity: NodeIdentity, status: NodeStatus, vendor: Vendor): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: identity.name,
      labels: { ...identity.labels, ...defaultLabels(identity, vendor) },
      annotations: { [vendor.fill('volumes.{label}/controller-managed-attach-detach')]: 'true' },
    },
    spec: {
      ...(identity.providerId === undefined ? {} : { providerID: identity.providerId }),
      ...(identity.taints.length === 0 ? {} : { taints: [...identity.taints] }),
    },
    status,
  };
}

/** An existing node with the labels and annotations of the wanted one; what others added stays. Pure. */
export function reconciled(existing: Node, wanted: Node): Node {
  return {
    ...existing,
    metadata: {
      ...existing.metadata,
      labels: { ...existing.metadata.labels, ...wanted.metadata.labels },
      annotations: { ...existing.metadata.annotations, ...wanted.metadata.annotations },
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
  /** Told of a node that was not there before. Must not throw. */
  readonly created?: (node: Node) => void;
}

const backOff: BackOff = { initial: 100, cap: 7_000 };

/** Resolves when the node exists on the server; rejects only when the signal aborts. */
export async function registerNode(options: RegistrationOptions): Promise<void> {
  const { nodes, wanted, clock, log, signal, created } = options;
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      const node = await wanted();
      const isNew = await attempt(nodes, node, signal);
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

/** Whether the node is new. */
async function attempt(nodes: ObjectApi<Node>, wanted: Node, signal: AbortSignal): Promise<boolean> {
  try {
    await nodes.create(wanted, signal);
    return true;
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 409) throw error;
  }
  const name = wanted.metadata.name ?? '';
  const existing = await nodes.get(name, signal);
  const patch = nodeStatusPatch(existing, reconciled(existing, wanted));
  if (patch !== undefined) await nodes.patchStatus(name, patch, signal);
  return false;
}
