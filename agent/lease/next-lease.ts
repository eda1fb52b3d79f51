// The lease by which a node says that it is alive, as a value: the first one, and the one after another. Pure; keeping it on
// the server is `lease-keeper.ts`.

import type { ApiObject, OwnerReference } from '../../shared/object/api-object.ts';
import { formatMicroTime } from '../../shared/object/time.ts';

export interface LeaseSpec {
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  /** RFC 3339 with microseconds. */
  renewTime?: string;
  [field: string]: unknown;
}

export interface Lease extends ApiObject {
  spec?: LeaseSpec;
}

export interface LeaseTerms {
  readonly apiVersion: string;
  readonly namespace: string;
  readonly nodeName: string;
  /** The node's uid: the lease is deleted with the node. */
  readonly nodeUid: string;
  readonly durationSeconds: number;
}

/** The lease to write at `now` (milliseconds since the epoch). Fields of other writers in the previous one are kept. */
export function nextLease(previous: Lease | undefined, terms: LeaseTerms, now: number): Lease {
  const owner: OwnerReference = { apiVersion: 'v1', kind: 'Node', name: terms.nodeName, uid: terms.nodeUid };
  // An owner reference to a deleted node would delete the lease, so the current node replaces it.
  const owners = (previous?.metadata.ownerReferences ?? []).map((one) =>
    one.kind === 'Node' && one.name === terms.nodeName && one.uid !== terms.nodeUid ? owner : one,
  );
  return {
    apiVersion: terms.apiVersion,
    kind: 'Lease',
    ...previous,
    metadata: {
      ...previous?.metadata,
      name: terms.nodeName,
      namespace: terms.namespace,
      ownerReferences: owners.length > 0 ? owners : [owner],
    },
    spec: {
      ...previous?.spec,
      holderIdentity: terms.nodeName,
      leaseDurationSeconds: terms.durationSeconds,
      renewTime: formatMicroTime(now),
    },
  };
}
