// A kind in a version that differs from the stored one by its name only.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { Converter } from './converter.ts';

/** `group` is a template; the stored version is v1. */
export function olderVersionConverter(vendor: Vendor, group: string, version: string): Converter {
  const shown = vendor.fill(`${group}/${version}`);
  const stored = vendor.fill(`${group}/v1`);
  return {
    stored: { group, version: 'v1' },
    fromStored: (object) => Object.assign(object, { apiVersion: shown }),
    toStored: (object) => Object.assign(object, { apiVersion: stored }),
  };
}
