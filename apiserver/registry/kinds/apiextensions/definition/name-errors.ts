// The names of a definition: of paths they are labels, and so are kinds but for their capitals.

import type { DefinitionNames, DefinitionSpec } from '../../../../../shared/definition/definition.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { checkDns1035Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';

export function groupErrors({ group = '' }: DefinitionSpec): readonly FieldError[] {
  if (group === '') return [required('spec.group')];
  const faults = checkDns1123Subdomain(group);
  if (faults.length > 0) return [invalidValue('spec.group', group, faults.join(','))];
  return group.includes('.') ? [] : [invalidValue('spec.group', group, 'should be a domain with at least one dot')];
}

export function missingNames(names: DefinitionNames): readonly FieldError[] {
  return (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((field) => (names[field] ?? '') === '')
    .map((field) => required(`spec.names.${field}`));
}

/** `path`: the field that holds the names. Missing names are reported elsewhere. */
export function nameErrors(names: DefinitionNames, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['plural', 'singular'] as const)
    addAll(errors, labelErrors(names[field] ?? '', `${path}.${field}`));
  for (const field of ['kind', 'listKind'] as const) {
    const name = names[field] ?? '';
    const faults = name === '' ? [] : checkDns1035Label(name.toLowerCase());
    if (faults.length === 0) continue;
    const detail = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
    errors.push(invalidValue(`${path}.${field}`, name, detail));
  }
  addAll(errors, eachLabel(names.shortNames, `${path}.shortNames`));
  if ((names.kind ?? '') !== '' && names.kind === names.listKind)
    errors.push(invalidValue(`${path}.listKind`, names.listKind, 'kind and listKind may not be the same'));
  addAll(errors, eachLabel(names.categories, `${path}.categories`));
  return errors;
}

function labelErrors(name: string, path: string): readonly FieldError[] {
  const faults = name === '' ? [] : checkDns1035Label(name);
  return faults.length === 0 ? [] : [invalidValue(path, name, faults.join(','))];
}

function eachLabel(names: readonly string[] = [], path: string): readonly FieldError[] {
  return names.flatMap((name, index) => {
    const faults = checkDns1035Label(name);
    return faults.length === 0 ? [] : [invalidValue(`${path}[${index}]`, name, faults.join(','))];
  });
}
