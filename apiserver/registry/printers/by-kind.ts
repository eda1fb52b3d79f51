// Which kind is printed how.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { TablePrinter } from '../resource.ts';
import { plainPrinter } from './plain.ts';

/** `group` is a template. */
export function printerOf(_vendor: Vendor, _group: string, _kind: string): TablePrinter {
  return plainPrinter;
}
