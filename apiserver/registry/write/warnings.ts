// The warnings of a write (Warning headers: RFC 7234, section 5.5): what the kind has to say, and
// owners that were named twice (requirements DEL).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Resource } from '../contract/resource.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import { dropRepeatedOwners } from '../object/metadata.ts';

export function warnOfKind(request: ResourceRequest, { strategy }: Resource, object: ApiObject): void {
  for (const warning of strategy.warnings?.(object) ?? []) request.warn(warning);
}

/** Drops them from the object. `when`: at which point of the write, as the warning says it; '' for what was sent. */
export function warnOfRepeatedOwners(request: ResourceRequest, { metadata }: ApiObject, when: string): void {
  const warning = dropRepeatedOwners(metadata, when);
  if (warning !== undefined) request.warn(warning);
}
