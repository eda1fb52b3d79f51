// What the status of a definition says next: whether its names are taken by another one, and whether its kind is served. Pure.

import type { Definition, DefinitionCondition, DefinitionNames } from '../../../shared/definition/definition.ts';
import { isDeepStrictEqual } from 'node:util';
import { conditionOf } from '../../../shared/definition/definition.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { approvalKey, approvalState } from '../../../shared/definition/approval.ts';
import { hasWrongAuthority } from '../../../shared/definition/conversion-authority.ts';

export type NextCondition = Omit<DefinitionCondition, 'lastTransitionTime'>;

/** The status that the definition should have; undefined: it has it. `others`: all definitions, itself included or not. `now` as objects tell times. */
export function nextStatus(
  vendor: Vendor,
  definition: Definition,
  others: Iterable<Definition>,
  now: string,
): NonNullable<Definition['status']> | undefined {
  const { names, accepted } = acceptedNames(definition, others);
  let conditions = withCondition(definition.status?.conditions ?? [], accepted, now);
  const established = conditionOf(definition, 'Established');
  if (established?.status !== 'True') {
    conditions = withCondition(conditions, establishedBy(accepted, hasWrongAuthority(definition)), now);
  }
  const approval = approvalCondition(vendor, definition);
  if (approval !== undefined) conditions = withCondition(conditions, approval, now);
  const same = isDeepStrictEqual(clean(definition.status?.acceptedNames), clean(names));
  if (same && conditions === (definition.status?.conditions ?? conditions)) return undefined;
  return { ...definition.status, acceptedNames: names, conditions };
}

/** Of the maker's own groups: what the definition says of its approval. */
function approvalCondition(vendor: Vendor, definition: Definition): NextCondition | undefined {
  const state = approvalState(vendor, definition);
  if (state === undefined) return undefined;
  const type = vendor.fill('{Maker}APIApprovalPolicyConformant');
  const key = JSON.stringify(approvalKey(vendor));
  const value = definition.metadata.annotations?.[approvalKey(vendor)] ?? '';
  const needed = `protected groups must have approval annotation ${key}`;
  switch (state) {
    case 'approved':
      return { type, status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${value}` };
    case 'bypassed':
      return {
        type,
        status: 'False',
        reason: 'UnapprovedAnnotation',
        message: `not approved: ${JSON.stringify(value)}`,
      };
    case 'missing':
      return { type, status: 'False', reason: 'MissingAnnotation', message: needed };
    case 'invalid': {
      const message = `${needed} with either a URL or a reason starting with "unapproved"`;
      return { type, status: 'False', reason: 'InvalidAnnotation', message };
    }
  }
}

function establishedBy(accepted: NextCondition, wrongAuthority: boolean): NextCondition {
  if (accepted.status !== 'True')
    return { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
  if (wrongAuthority) {
    const text = 'The conversion webhook CABundle is invalid';
    return { type: 'Established', status: 'False', reason: 'InvalidCABundle', message: text };
  }
  const message = 'the initial names have been accepted';
  return { type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message };
}

/** The conditions with this one; the same list where nothing is new. */
export function withCondition(
  conditions: readonly DefinitionCondition[],
  next: NextCondition,
  now: string,
): readonly DefinitionCondition[] {
  const before = conditions.find(({ type }) => type === next.type);
  if (before?.status === next.status && before.reason === next.reason && before.message === next.message)
    return conditions;
  const lastTransitionTime = before?.status === next.status ? (before.lastTransitionTime ?? now) : now;
  const condition = { ...next, lastTransitionTime };
  if (before === undefined) return [...conditions, condition];
  return conditions.map((one) => (one === before ? condition : one));
}

/** The names that are free, or its own already. The condition reports the last one of the names that are not. */
function acceptedNames(
  definition: Definition,
  others: Iterable<Definition>,
): { readonly names: DefinitionNames; readonly accepted: NextCondition } {
  const wanted = definition.spec?.names ?? {};
  const names: DefinitionNames = { ...definition.status?.acceptedNames };
  const used = usedNames(definition, others);
  let conflict: { readonly reason: string; readonly message: string } | undefined;
  for (const [field, reason] of fields) {
    const name = wanted[field] ?? '';
    const taken = field === 'kind' || field === 'listKind' ? used.kinds : used.resources;
    if (name === (names[field] ?? '') || !taken.has(name)) names[field] = name;
    else conflict = { reason, message: `${JSON.stringify(name)} is already in use` };
    if (field === 'singular') conflict = takeShortNames(wanted, names, used.resources) ?? conflict;
  }
  names.categories = wanted.categories ?? [];
  const accepted: NextCondition =
    conflict === undefined
      ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
      : { type: 'NamesAccepted', status: 'False', ...conflict };
  return { names, accepted };
}

const fields = [
  ['plural', 'PluralConflict'],
  ['singular', 'SingularConflict'],
  ['kind', 'KindConflict'],
  ['listKind', 'ListKindConflict'],
] as const;

function takeShortNames(
  wanted: DefinitionNames,
  names: DefinitionNames,
  used: ReadonlySet<string>,
): { readonly reason: string; readonly message: string } | undefined {
  const own = new Set(names.shortNames);
  const taken = (wanted.shortNames ?? []).filter((name) => !own.has(name) && used.has(name));
  if (taken.length === 0) {
    names.shortNames = wanted.shortNames ?? [];
    return undefined;
  }
  const each = taken.map((name) => `${JSON.stringify(name)} is already in use`);
  return { reason: 'ShortNamesConflict', message: each.length === 1 ? (each[0] ?? '') : `[${each.join(', ')}]` };
}

/** Of the same group. */
function usedNames(definition: Definition, others: Iterable<Definition>) {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const { spec, status, metadata } of others) {
    if (spec?.group !== definition.spec?.group || metadata.name === definition.metadata.name) continue;
    const { plural, singular, kind, listKind, shortNames = [] } = status?.acceptedNames ?? {};
    for (const name of [plural, singular, ...shortNames]) if (name !== undefined && name !== '') resources.add(name);
    for (const name of [kind, listKind]) if (name !== undefined && name !== '') kinds.add(name);
  }
  return { resources, kinds };
}

/** Names without what is not set. */
function clean(names: DefinitionNames = {}): object {
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined && value.length > 0));
}
