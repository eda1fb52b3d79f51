// What each endpoint of an object may change: the object's own everything but the status, `status` the status and the metadata
// that controllers set with it. Other sub-resources say for themselves what they change (`kinds/`).

import type { Resource, Subresource } from '../../contract/resource.ts';
import type { UpdateStrategy } from '../../contract/update-strategy.ts';
import { keepMetadata, keepOnly, takeOver } from '../../object/preserve-fields.ts';

export function updateStrategyOf(resource: Resource, subresource: Subresource | undefined): UpdateStrategy {
  if (subresource === undefined) return mainFacet(resource);
  return subresource.update?.(resource.strategy) ?? statusFacet(resource, subresource.name);
}

function mainFacet(resource: Resource): UpdateStrategy {
  const { strategy } = resource;
  const ownStatus = resource.subresources.has('status');
  return {
    subresource: '',
    prepare(object, old, now) {
      if (ownStatus) takeOver(object, old, 'status');
      strategy.prepareUpdate?.(object, old, now);
    },
    validate: (object, old, warn) => strategy.validateUpdate?.(object, old, warn) ?? [],
  };
}

function statusFacet(resource: Resource, name: string): UpdateStrategy {
  const { strategy } = resource;
  return {
    subresource: name,
    prepare(object, old, now) {
      keepOnly(object, old, ['status', 'metadata']);
      if (strategy.statusKeeps !== undefined) keepMetadata(object, old, strategy.statusKeeps);
      strategy.prepareStatusUpdate?.(object, old, now);
    },
    validate: (object, old, warn) => strategy.validateStatusUpdate?.(object, old, warn) ?? [],
  };
}
