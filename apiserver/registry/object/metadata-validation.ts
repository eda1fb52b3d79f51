// What clients may write into `metadata`: names, labels, annotations, finalizers and owners, and which of its fields never
// change. All violations are collected.

import type { ApiObject, ObjectMeta, OwnerReference } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { NameRule } from '../contract/resource.ts';
import {
  forbiddenField,
  immutable,
  invalidValue,
  required,
  tooLong,
} from '../../../shared/object/field-error-message.ts';
import {
  checkAddressName,
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkPathSegment,
  checkQualifiedName,
} from '../../../shared/object/names.ts';
import { addAll } from '../../../shared/object/add-all.ts';
import { managedFieldsErrors } from './manager-validation.ts';

const mostAnnotationBytes = 262_144;

const nameRules: Readonly<Record<NameRule, (name: string) => readonly string[]>> = {
  subdomain: checkDns1123Subdomain,
  label: checkDns1123Label,
  'label-1035': checkDns1035Label,
  'path-segment': checkPathSegment,
  address: checkAddressName,
};

export interface MetadataRules {
  readonly vendor: Vendor;
  readonly namespaced: boolean;
  readonly nameRule: NameRule;
  /** Whether finalizers need neither a domain nor a standard name. */
  readonly anyFinalizer: boolean;
}

/** Faults of the metadata of a new object, after a name was generated. */
export function validateMetadata(metadata: ObjectMeta, rules: MetadataRules): readonly FieldError[] {
  const errors: FieldError[] = [];
  const name = metadata.name ?? '';
  if (metadata.generateName !== undefined && metadata.generateName !== '') {
    addAll(errors, generateNameErrors(metadata.generateName, rules.nameRule));
  }
  if (name === '') errors.push(required('metadata.name', 'name or generateName is required'));
  else
    addAll(
      errors,
      nameRules[rules.nameRule](name).map((fault) => invalidValue('metadata.name', name, fault)),
    );
  addAll(errors, namespaceErrors(metadata.namespace ?? '', rules.namespaced));
  if ((metadata.generation ?? 0) < 0) {
    errors.push(invalidValue('metadata.generation', metadata.generation, 'must be greater than or equal to 0'));
  }
  for (const fault of labelErrors(metadata.labels, 'metadata.labels')) errors.push(fault);
  for (const fault of annotationErrors(metadata.annotations, 'metadata.annotations')) errors.push(fault);
  for (const fault of ownerErrors(metadata.ownerReferences)) errors.push(fault);
  for (const fault of finalizerErrors(metadata.finalizers, rules)) errors.push(fault);
  addAll(errors, managedFieldsErrors(metadata.managedFields));
  return errors;
}

/** Faults of an update: those of the metadata itself, and changes of what never changes. */
export function validateMetadataUpdate(object: ApiObject, old: ApiObject, rules: MetadataRules): readonly FieldError[] {
  const { metadata } = object;
  const before = old.metadata;
  const errors: FieldError[] = [];
  for (const field of [
    'name',
    'namespace',
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ] as const) {
    if (metadata[field] !== before[field]) errors.push(immutable(`metadata.${field}`, metadata[field]));
  }
  if (before.deletionTimestamp !== undefined) {
    const known = new Set(before.finalizers);
    const added = (metadata.finalizers ?? []).filter((finalizer) => !known.has(finalizer));
    if (added.length > 0) {
      const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
      const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
      errors.push(forbiddenField('metadata.finalizers', detail));
    }
  }
  for (const fault of labelErrors(metadata.labels, 'metadata.labels')) errors.push(fault);
  for (const fault of annotationErrors(metadata.annotations, 'metadata.annotations')) errors.push(fault);
  for (const fault of finalizerErrors(metadata.finalizers, rules)) errors.push(fault);
  for (const fault of ownerErrors(metadata.ownerReferences)) errors.push(fault);
  addAll(errors, managedFieldsErrors(metadata.managedFields));
  return errors;
}

/** Keys and values of labels at any place. */
export function labelErrors(labels: Readonly<Record<string, string>> | undefined, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels ?? {})) {
    for (const fault of checkQualifiedName(key)) errors.push(invalidValue(path, key, fault));
    for (const fault of checkLabelValue(value)) errors.push(invalidValue(path, value, fault));
  }
  return errors;
}

function generateNameErrors(prefix: string, rule: NameRule): readonly FieldError[] {
  // A trailing dash is allowed in a prefix, and any part of a path: characters of the suffix follow.
  const probe = rule === 'path-segment' ? `${prefix}x` : prefix.replace(/(?<=.)-$/, 'x');
  return nameRules[rule](probe).map((fault) => invalidValue('metadata.generateName', prefix, fault));
}

function namespaceErrors(namespace: string, namespaced: boolean): readonly FieldError[] {
  if (!namespaced) {
    return namespace === '' ? [] : [forbiddenField('metadata.namespace', 'not allowed on this type')];
  }
  if (namespace === '') return [required('metadata.namespace')];
  return checkDns1123Label(namespace).map((fault) => invalidValue('metadata.namespace', namespace, fault));
}

/** Keys of annotations at any place, and their size together. */
export function annotationErrors(annotations: ObjectMeta['annotations'], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
    for (const fault of checkQualifiedName(key.toLowerCase())) errors.push(invalidValue(path, key, fault));
  }
  if (bytes > mostAnnotationBytes) errors.push(tooLong(path, mostAnnotationBytes));
  return errors;
}

function finalizerErrors(
  finalizers: ObjectMeta['finalizers'],
  { vendor, anyFinalizer }: MetadataRules,
): readonly FieldError[] {
  if (finalizers === undefined) return [];
  const path = 'metadata.finalizers';
  const errors: FieldError[] = anyFinalizer
    ? finalizers.flatMap((name) => checkQualifiedName(name).map((fault) => invalidValue(path, name, fault)))
    : [...finalizerNameErrors(finalizers, path, vendor, 'item')];
  const both = finalizers.includes('orphan') && finalizers.includes('foregroundDeletion');
  if (both)
    errors.push(
      invalidValue('metadata.finalizers', finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'),
    );
  return errors;
}

function ownerErrors(owners: readonly OwnerReference[] | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  const controllers: string[] = [];
  for (const owner of owners ?? []) {
    const path = 'metadata.ownerReferences';
    for (const field of ['apiVersion', 'kind', 'name', 'uid'] as const) {
      const detail = field === 'apiVersion' ? 'version must not be empty' : 'must not be empty';
      const text = owner[field] ?? '';
      if (text === '' || (field === 'apiVersion' && !hasVersion(text)))
        errors.push(invalidValue(`${path}.${field}`, text, detail));
    }
    if (owner.apiVersion === 'v1' && owner.kind === 'Event') {
      errors.push(invalidValue(path, owner, '/v1, Kind=Event is disallowed from being an owner'));
    }
    if (owner.controller === true) controllers.push(`${owner.kind}/${owner.name}`);
  }
  if (controllers.length > 1) {
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controllers.join(' and ')}`;
    errors.push(invalidValue('metadata.ownerReferences', owners, detail));
  }
  return errors;
}

/** Whether it ends in a version: after one slash, or without any. What stands before the slash is not looked at. */
function hasVersion(apiVersion: string): boolean {
  return /^(?:[^/]*\/)?[^/]+$/.test(apiVersion);
}

/** Names of finalizers: standard ones, and others with a domain. `standardAt`: the field to blame for a name that is neither. */
export function finalizerNameErrors(
  finalizers: readonly string[],
  field: string,
  vendor: Vendor,
  standardAt: 'item' | 'list' = 'list',
): readonly FieldError[] {
  const standard = new Set([vendor.fill('{maker}'), 'orphan', 'foregroundDeletion']);
  const errors: FieldError[] = [];
  const odd: FieldError[] = [];
  for (const [index, finalizer] of finalizers.entries()) {
    for (const fault of checkQualifiedName(finalizer)) errors.push(invalidValue(field, finalizer, fault));
    if (finalizer.includes('/') || standard.has(finalizer)) continue;
    const detail = 'name is neither a standard finalizer name nor is it fully qualified';
    // The reference server looks at the items of metadata a second time.
    if (standardAt === 'item') odd.push(invalidValue(`${field}[${index}]`, finalizer, detail));
    else errors.push(invalidValue(field, finalizer, detail));
  }
  return [...errors, ...odd];
}
