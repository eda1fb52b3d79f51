// The name of a storage driver, wherever one is named.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue, required, tooLong } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../shared/object/names.ts';

const longest = 63;

/** A subdomain of 63 bytes at most, in letters of either case. */
export function driverNameErrors(name: string, path: string): readonly FieldError[] {
  return [
    ...(name === '' ? [required(path)] : []),
    ...(Buffer.byteLength(name) > longest ? [tooLong(path, longest)] : []),
    ...checkDns1123Subdomain(name.toLowerCase()).map((fault) => invalidValue(path, name, fault)),
  ];
}
