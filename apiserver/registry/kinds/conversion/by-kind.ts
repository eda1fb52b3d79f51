// The kinds that are served in more than one form of one stored object.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { Converter } from './converter.ts';
import { eventConverter } from './events.ts';
import { autoscalerConverter } from './horizontal-pod-autoscalers.ts';
import { olderVersionConverter } from './older-version.ts';

/** Versions whose kinds have the same fields in v1, where they are stored. */
const olderVersions: ReadonlySet<string> = new Set([
  'networking.{api}/v1beta1',
  'storage.{api}/v1alpha1',
  'storage.{api}/v1beta1',
]);

/** Undefined: served as it is stored. `group` is a template. */
export function converterOf(vendor: Vendor, group: string, version: string, kind: string): Converter | undefined {
  if (kind === 'Event' && group === 'events.{api}') return eventConverter(vendor);
  if (olderVersions.has(`${group}/${version}`)) return olderVersionConverter(vendor, group, version);
  if (kind === 'HorizontalPodAutoscaler' && version === 'v1') return autoscalerConverter(vendor);
  return undefined;
}
