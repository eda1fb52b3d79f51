// Whether a definition of one of the maker's own groups has the approval that it needs.

import type { Definition } from '../../../../../shared/definition/definition.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import { approvalKey, approvalState } from '../../../../../shared/definition/approval.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';

/** `old`: before an update, which may leave the state as it was. */
export function approvalErrors(
  vendor: Vendor,
  definition: Definition,
  old: Definition | undefined,
): readonly FieldError[] {
  const state = approvalState(vendor, definition);
  if (state === undefined || (old !== undefined && state === approvalState(vendor, old))) return [];
  const key = approvalKey(vendor);
  const path = `metadata.annotations[${key}]`;
  if (state === 'missing')
    return [required(path, `protected groups must have approval annotation ${JSON.stringify(key)}`)];
  if (state !== 'invalid') return [];
  const detail = `protected groups must have approval annotation ${JSON.stringify(key)} with either a URL or a reason starting with "unapproved"`;
  return [invalidValue(path, definition.metadata.annotations?.[key] ?? '', detail)];
}
