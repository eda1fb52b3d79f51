// The kinds that are served in more than one form of one stored object.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { View } from './view.ts';
import { eventView } from './events.ts';
import { autoscalerView } from './horizontal-pod-autoscalers.ts';
import { olderVersionView } from './older-version.ts';

/** Versions whose kinds have the same fields in v1, where they are stored. */
const olderVersions: ReadonlySet<string> = new Set([
  'networking.{api}/v1beta1',
  'storage.{api}/v1alpha1',
  'storage.{api}/v1beta1',
]);

/** Undefined: served as it is stored. `group` is a template. */
export function viewOf(vendor: Vendor, group: string, version: string, kind: string): View | undefined {
  if (kind === 'Event' && group === 'events.{api}') return eventView(vendor);
  if (olderVersions.has(`${group}/${version}`)) return olderVersionView(vendor, group, version);
  if (kind === 'HorizontalPodAutoscaler' && version === 'v1') return autoscalerView(vendor);
  return undefined;
}
