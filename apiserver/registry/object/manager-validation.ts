// Names of field managers, as the option `fieldManager` and the entries of `metadata.managedFields` give them.

import type { ManagedFieldsEntry } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import { invalidValue, tooLong } from '../../../shared/object/field-error-message.ts';

/** Bytes. */
export const longestManager = 128;
const longestSubresource = 256;
/** Errors that one response reports at most. */
const mostFaults = 1000;

const usual = /^[ -~]{0,128}$/;
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Faults of the name of a manager: its length, and each character that is not printable. */
export function managerErrors(manager: string, path: string): readonly FieldError[] {
  if (usual.test(manager)) return [];
  const errors: FieldError[] = [];
  if (Buffer.byteLength(manager) > longestManager) errors.push(tooLong(path, longestManager));
  for (const { 0: character, index } of manager.matchAll(unprintable)) {
    if (errors.length === mostFaults) break;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const position = Buffer.byteLength(manager.slice(0, index));
    errors.push(invalidValue(path, manager, `invalid character U+${code} (at position ${position})`));
  }
  return errors;
}

/** Faults of entries whose form is right: names that are too long. */
export function managedFieldsErrors(entries: readonly ManagedFieldsEntry[] | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [place, { manager = '', subresource = '' }] of (entries ?? []).entries()) {
    if (errors.length >= mostFaults) break;
    const path = `metadata.managedFields[${place}]`;
    errors.push(...managerErrors(manager, `${path}.manager`));
    if (Buffer.byteLength(subresource) > longestSubresource) {
      errors.push(tooLong(`${path}.subresource`, longestSubresource));
    }
  }
  return errors;
}
