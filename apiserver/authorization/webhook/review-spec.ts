// A request as the spec of a SubjectAccessReview. Fields that do not apply are left out.

import { parseFieldSelector } from '../../../shared/object/field-selector.ts';
import { type LabelOperator, parseLabelSelector } from '../../../shared/object/label-selector.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Attributes, ResourceAttributes } from '../contract/authorizer.ts';

export type ReviewVersion = 'v1' | 'v1beta1';

export interface SelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** The spec in version v1. */
export interface ReviewSpec {
  readonly resourceAttributes?: Readonly<Record<string, unknown>>;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly uid?: string;
}

export function reviewSpec(attributes: Attributes): ReviewSpec {
  const { user } = attributes;
  const asked =
    attributes.kind === 'resource'
      ? { resourceAttributes: resourcePart(attributes) }
      : { nonResourceAttributes: said({ path: attributes.path, verb: attributes.verb }) };
  return { ...asked, ...userPart(user) };
}

/** The same in another version: groups have another name in v1beta1. */
export function inVersion(spec: ReviewSpec, version: ReviewVersion): object {
  if (version === 'v1' || spec.groups === undefined) return spec;
  const { groups, extra, uid, ...rest } = spec;
  return { ...rest, group: groups, ...(extra === undefined ? {} : { extra }), ...(uid === undefined ? {} : { uid }) };
}

function userPart({ username, groups, extra, uid = '' }: UserInfo): Omit<ReviewSpec, 'resourceAttributes'> {
  return {
    ...(username === '' ? {} : { user: username }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(extra.size === 0 ? {} : { extra: Object.fromEntries(extra) }),
    ...(uid === '' ? {} : { uid }),
  };
}

function resourcePart(attributes: ResourceAttributes): Readonly<Record<string, unknown>> {
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  const fields = fieldRequirements(attributes.fieldSelector);
  const labels = labelRequirements(attributes.labelSelector);
  return {
    ...said({ namespace, verb, group, version, resource, subresource, name }),
    ...(fields.length === 0 ? {} : { fieldSelector: { requirements: fields } }),
    ...(labels.length === 0 ? {} : { labelSelector: { requirements: labels } }),
  };
}

function said(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

/** None for a selector that cannot be read: less is then known of what is asked for, never more. */
export function fieldRequirements(text: string | undefined): readonly SelectorRequirement[] {
  const selector = text === undefined ? undefined : readable(() => parseFieldSelector(text));
  return (selector?.requirements ?? []).map(({ field, operator, value }) => ({
    key: field,
    operator: operator === '=' ? 'In' : 'NotIn',
    values: [value],
  }));
}

const labelOperators: ReadonlyMap<LabelOperator, string> = new Map([
  ['in', 'In'],
  ['notin', 'NotIn'],
  ['exists', 'Exists'],
  ['absent', 'DoesNotExist'],
]);

/** As for fields; what compares numbers has no form here and is left out. */
export function labelRequirements(text: string | undefined): readonly SelectorRequirement[] {
  const selector = text === undefined ? undefined : readable(() => parseLabelSelector(text));
  return (selector?.requirements ?? []).flatMap(({ key, operator, values }) => {
    const known = labelOperators.get(operator);
    return known === undefined ? [] : [{ key, operator: known, ...(values.size === 0 ? {} : { values: [...values] }) }];
  });
}

function readable<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
