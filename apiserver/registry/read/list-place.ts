// Where an answered chunk stands in its list: the version, how to go on, and how much is left.

import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { SelectionPredicate } from '../object/selection-predicate.ts';
import type { Chunk } from './chunk.ts';
import { encodeContinueToken } from '../options/continue-token.ts';

export interface ListPlace {
  readonly revision: number;
  readonly continue?: string;
  readonly remaining?: number;
}

export function listPlaceOf(
  { vendor }: Pick<RegistryDependencies, 'vendor'>,
  { revision, next, remaining }: Chunk,
  { served }: SelectionPredicate,
): ListPlace {
  return {
    revision,
    ...(next === undefined ? {} : { continue: encodeContinueToken(vendor, { revision, start: next }) }),
    // How many of those that are left would pass the filter is unknown.
    ...(remaining === undefined || served !== undefined ? {} : { remaining }),
  };
}
