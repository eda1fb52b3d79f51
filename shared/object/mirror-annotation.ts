// The annotation of mirror pods: an agent runs them from its own files, and shows them to the service.

import type { Vendor } from '../vendor/vendor.ts';

export function mirrorAnnotation(vendor: Vendor): string {
  return vendor.fill('{label}/config.mirror');
}
