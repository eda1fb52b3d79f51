// Which objects of a collection a request means: its namespace, a name, and the two selectors. Where a conversion may change what
// the selectors see, they are asked of the converted objects.

import type { CachedObject, Scope, Requirement } from '../../storage/contract/resource-cache.ts';
import type { Resource, StorageForm } from '../contract/resource.ts';
import { badRequest } from '../../../shared/object/errors.ts';
import { fieldHolds, FieldSelector } from '../../../shared/object/field-selector.ts';
import { labelHolds, LabelSelector } from '../../../shared/object/label-selector.ts';

export interface SelectionPredicate {
  /** Keys of all selected objects start with this. */
  readonly prefix: string;
  /** The only key that can match; undefined: any. */
  readonly key: string | undefined;
  /** Where the only name is that is selected; undefined: objects of any name are. */
  readonly place: Scope | undefined;
  /** True when every object under the prefix is selected, as far as that can be said before a conversion. */
  readonly everything: boolean;
  /** Whether objects of any name are selected. */
  readonly anyName: boolean;
  /** The same for the same prefix and terms; neither a name asked for beside them nor `served` is part of it. */
  readonly text: string;
  /** For objects under the prefix. */
  matches(object: CachedObject): boolean;
  /** What `matches` asks beside the name, for callers that match many objects at once. */
  readonly terms: readonly Requirement[];
  /** Whether the object has the name that is asked for, if one is. */
  named(object: CachedObject): boolean;
  /** What else is asked of the selected objects in the version that is served; undefined: nothing. */
  readonly served: ServedFilter | undefined;
}

export interface ServedFilter {
  /** The same for the same filter. */
  readonly text: string;
  matches(served: CachedObject): boolean;
}

export interface SelectionQuery {
  readonly namespace: string;
  /** Not '': only the object of this name. */
  readonly name: string;
  readonly labelSelector: LabelSelector;
  readonly fieldSelector: FieldSelector;
}

const anyLabels = new LabelSelector([]);
const anyFields = new FieldSelector([]);

/** Throws 400 for a selector that names an unknown field. */
export function selectionOf(
  resource: Resource,
  { prefix: storagePrefix, converter }: Pick<StorageForm, 'prefix' | 'converter'>,
  asked: SelectionQuery,
): SelectionPredicate {
  if (asked.labelSelector.everything && asked.fieldSelector.everything && asked.name === '') {
    return everythingUnder(prefixOf(resource, storagePrefix, asked.namespace));
  }
  const { labelSelector: askedLabels, fieldSelector: fields } = asked;
  checkFields(resource, fields);
  const namespace = asked.namespace === '' ? (fixedValue(fields, 'metadata.namespace') ?? '') : asked.namespace;
  const prefix = prefixOf(resource, storagePrefix, namespace);
  const name = nameOf(fields, asked.name);
  const askedFields = withoutPlace(fields, { name, namespace: resource.namespaced ? namespace : '' });
  const served = servedFilter(converter?.rewrites, askedLabels, askedFields);
  const labels = served?.labels === true ? anyLabels : askedLabels;
  const rest = served === undefined ? askedFields : anyFields;
  // Asked first: the name is at hand, the fields of an object may have to be read for it.
  const named = (object: CachedObject): boolean => name === undefined || object.name === name;
  const texts = [labels.toString(), served === undefined ? fields.toString() : ''];
  const addressable = name !== undefined && (!resource.namespaced || namespace !== '');
  return {
    prefix,
    key: addressable ? `${prefix}${name}` : undefined,
    place: name === undefined ? undefined : { name, ...(addressable && resource.namespaced ? { namespace } : {}) },
    everything: labels.everything && (served !== undefined || fields.everything) && name === undefined,
    anyName: name === undefined,
    text: `${prefix} ${JSON.stringify(texts)}`,
    matches: matcherOf(labels, rest, named),
    terms: termsOf(labels, rest),
    named,
    served,
  };
}

/** `labels`: whether the labels are part of it. Undefined: the selectors can be asked of the objects as they are stored. */
function servedFilter(
  rewrites: 'fields' | 'labels-and-fields' | undefined,
  labels: LabelSelector,
  fields: FieldSelector,
): (ServedFilter & { readonly labels: boolean }) | undefined {
  const withLabels = rewrites === 'labels-and-fields';
  if (rewrites === undefined || (fields.everything && (!withLabels || labels.everything))) return undefined;
  return {
    labels: withLabels,
    text: JSON.stringify([withLabels ? labels.toString() : '', fields.toString()]),
    matches: (served) => (!withLabels || labels.matches(served.labels)) && fields.matches(served.fields),
  };
}

function prefixOf({ namespaced }: Resource, storagePrefix: string, namespace: string): string {
  return namespaced && namespace !== '' ? `${storagePrefix}${namespace}/` : storagePrefix;
}

/** The predicate of most lists, without selectors. */
function everythingUnder(prefix: string): SelectionPredicate {
  return {
    prefix,
    key: undefined,
    place: undefined,
    everything: true,
    anyName: true,
    text: prefix,
    matches: anyObject,
    terms: [],
    named: anyObject,
    served: undefined,
  };
}

function anyObject(): boolean {
  return true;
}

/** The requirements that the key of an object does not answer already: all others need the object. */
function withoutPlace(fields: FieldSelector, place: { readonly name: string | undefined; readonly namespace: string }) {
  const { name, namespace } = place;
  const known = new Map([['metadata.namespace', namespace]]);
  if (name !== undefined) known.set('metadata.name', name);
  return new FieldSelector(
    fields.requirements.filter(
      ({ field, operator, value }) => value === '' || operator !== '=' || known.get(field) !== value,
    ),
  );
}

function termsOf(labels: LabelSelector, fields: FieldSelector): readonly Requirement[] {
  return [
    ...labels.requirements.map((requirement): Requirement => {
      const { key, operator, values } = requirement;
      const [only] = operator === 'in' && values.size === 1 ? values : [];
      return {
        from: 'labels',
        name: key,
        matches: (value) => labelHolds(requirement, value),
        ...(only === undefined ? {} : { only }),
      };
    }),
    ...fields.requirements.map((requirement): Requirement => {
      const { field, operator, value: asked } = requirement;
      return {
        from: 'fields',
        name: field,
        matches: (value) => fieldHolds(requirement, value),
        // The empty value holds for a missing field too.
        ...(operator === '=' && asked !== '' ? { only: asked } : {}),
      };
    }),
  ];
}

function matcherOf(
  labels: LabelSelector,
  fields: FieldSelector,
  named: (object: CachedObject) => boolean,
): (object: CachedObject) => boolean {
  if (labels.everything && fields.everything) return named;
  if (fields.everything) return (object) => named(object) && labels.matches(object.labels);
  if (labels.everything) return (object) => named(object) && fields.matches(object.fields);
  return (object) => named(object) && labels.matches(object.labels) && fields.matches(object.fields);
}

function nameOf(fields: FieldSelector, name: string): string | undefined {
  const fixed = fixedValue(fields, 'metadata.name');
  if (name === '') return fixed;
  if (fixed !== undefined && fixed !== name)
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  return name;
}

function fixedValue(fields: FieldSelector, field: string): string | undefined {
  const value = fields.requirements.find((entry) => entry.field === field && entry.operator === '=')?.value;
  return value === '' ? undefined : value;
}

function checkFields(resource: Resource, fields: FieldSelector): void {
  for (const { field } of fields.requirements) {
    if (field === 'metadata.name' || resource.selectableFields.has(field)) continue;
    if (resource.selectableFields.size > 0) {
      if (field === 'metadata.namespace' && resource.namespaced) continue;
      throw badRequest(`field label not supported: ${field}`);
    }
    if (field === 'metadata.namespace') continue;
    throw badRequest(
      `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
    );
  }
}
