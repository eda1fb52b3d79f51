// All claims of one write on shared pools as one: made together, given back together.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Claim } from '../allocation/allocation.ts';
import type { RegistryParts } from '../parts.ts';
import type { Resource } from '../resource.ts';
import { StoreUnavailableError } from '../../storage/store.ts';

/** Of kinds that take nothing from a shared pool. */
export const noClaims: Claim = { errors: [], undo: async () => {}, settle: async () => {} };

/** `noClaims` at once for most kinds; a promise only where something is claimed. */
export function claimAll(
  parts: RegistryParts,
  resource: Resource,
  object: ApiObject,
  old: ApiObject | undefined,
  dryRun: boolean,
): Claim | Promise<Claim> {
  const concerned = allocationsFor(parts, resource);
  return concerned.length === 0 ? noClaims : claimOf(concerned, object, old, dryRun);
}

async function claimOf(
  concerned: RegistryParts['allocations'],
  object: ApiObject,
  old: ApiObject | undefined,
  dryRun: boolean,
): Promise<Claim> {
  const claims: Claim[] = [];
  const undo = async (): Promise<void> => {
    for (const claim of claims) await claim.undo();
  };
  try {
    for (const allocation of concerned) claims.push(await allocation.claim(object, old, dryRun));
  } catch (error) {
    await undo();
    throw error;
  }
  return {
    errors: claims.flatMap((claim) => claim.errors),
    undo,
    settle: async () => {
      for (const claim of claims) await claim.settle();
    },
  };
}

/**
 * Gives a failed write's claims back. When nobody knows whether it was stored, they are kept: an address that the stored
 * object may hold must not go to another; a mark without a holder is taken over later.
 */
export async function undoAfter(error: unknown, claim: Claim): Promise<void> {
  if (error instanceof StoreUnavailableError && !error.refused) return;
  await claim.undo();
}

/** Gives back what a removed object held. */
export async function releaseAll(parts: RegistryParts, resource: Resource, object: ApiObject): Promise<void> {
  for (const allocation of allocationsFor(parts, resource)) await allocation.release(object);
}

function allocationsFor(parts: RegistryParts, resource: Resource): RegistryParts['allocations'] {
  const group = parts.vendor.neutral(resource.group);
  return parts.allocations.filter((entry) => entry.group === group && entry.resource === resource.name);
}
