// All claims of one write on shared pools as one: made together, given back together.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Allocation } from '../../allocation/allocation.ts';
import type { RegistryDependencies } from '../../context/registry-dependencies.ts';
import type { Resource } from '../../contract/resource.ts';
import { StoreUnavailableError } from '../../../storage/contract/store.ts';

/** Of kinds that take nothing from a shared pool. */
export const noAllocations: Allocation = { errors: [], rollback: async () => {}, commit: async () => {} };

/** `noAllocations` at once for most kinds; a promise only where something is claimed. */
export function allocateAll(
  parts: RegistryDependencies,
  resource: Resource,
  object: ApiObject,
  old: ApiObject | undefined,
  dryRun: boolean,
): Allocation | Promise<Allocation> {
  const concerned = allocatorsFor(parts, resource);
  return concerned.length === 0 ? noAllocations : allocationOf(concerned, object, old, dryRun);
}

async function allocationOf(
  concerned: RegistryDependencies['allocators'],
  object: ApiObject,
  old: ApiObject | undefined,
  dryRun: boolean,
): Promise<Allocation> {
  const claims: Allocation[] = [];
  const rollback = async (): Promise<void> => {
    for (const claim of claims) await claim.rollback();
  };
  try {
    for (const allocation of concerned) claims.push(await allocation.allocate(object, old, dryRun));
  } catch (error) {
    await rollback();
    throw error;
  }
  return {
    errors: claims.flatMap((claim) => claim.errors),
    rollback,
    commit: async () => {
      for (const claim of claims) await claim.commit();
    },
  };
}

/**
 * Gives a failed write's claims back. When it is unknown whether it was stored, they are kept: an address that the stored
 * object may hold must not go to another; a mark without a holder is taken over later.
 */
export async function rollbackAfter(error: unknown, claim: Allocation): Promise<void> {
  if (error instanceof StoreUnavailableError && !error.refused) return;
  await claim.rollback();
}

/** Gives back what a removed object held. */
export async function releaseAll(parts: RegistryDependencies, resource: Resource, object: ApiObject): Promise<void> {
  for (const allocation of allocatorsFor(parts, resource)) await allocation.release(object);
}

function allocatorsFor(parts: RegistryDependencies, resource: Resource): RegistryDependencies['allocators'] {
  const group = parts.vendor.neutral(resource.group);
  return parts.allocators.filter((entry) => entry.group === group && entry.resource === resource.name);
}
