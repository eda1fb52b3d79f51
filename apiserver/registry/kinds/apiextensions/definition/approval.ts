// Groups of the maker's own domains are defined by approval only: an annotation says where it was given, or that it was not.

import type { Definition } from '../../../../../shared/definition/definition.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';

type State = 'approved' | 'bypassed' | 'invalid' | 'missing';

/** `old`: before an update, which may leave the state as it was. */
export function approvalErrors(
  vendor: Vendor,
  definition: Definition,
  old: Definition | undefined,
): readonly FieldError[] {
  if (!isProtected(vendor, definition.spec?.group ?? '')) return [];
  const key = vendor.fill('api-approved.{label}');
  const value = definition.metadata.annotations?.[key] ?? '';
  const state = stateOf(value);
  if (old !== undefined && state === stateOf(old.metadata.annotations?.[key] ?? '')) return [];
  const path = `metadata.annotations[${key}]`;
  if (state === 'missing')
    return [required(path, `protected groups must have approval annotation ${JSON.stringify(key)}`)];
  if (state !== 'invalid') return [];
  const detail = `protected groups must have approval annotation ${JSON.stringify(key)} with either a URL or a reason starting with "unapproved"`;
  return [invalidValue(path, value, detail)];
}

function isProtected(vendor: Vendor, group: string): boolean {
  return ['{api}', '{label}'].some((domain) => {
    const name = vendor.fill(domain);
    return group === name || group.endsWith(`.${name}`);
  });
}

function stateOf(value: string): State {
  if (value === '') return 'missing';
  if (value.startsWith('unapproved')) return 'bypassed';
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/]/i.test(value) ? 'approved' : 'invalid';
}
