// What a definition may be made, and changed to. The status is the business of the controller of definitions.

import type { Definition } from '../../../../../shared/definition/definition.ts';
import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { StructSchema } from '../../../../../shared/schema/schema.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../../contract/resource.ts';
import { hasCondition } from '../../../../../shared/definition/definition.ts';
import { LateRules } from '../../../../../shared/definition/rule/late-rules.ts';
import { hasRules } from '../../../../../shared/definition/rule/rule.ts';
import { markersOf } from '../../../../../shared/definition/structural/json-schema.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { immutable, invalidValue, notSupported, required } from '../../../../../shared/object/field-error-message.ts';
import { loadSchemas } from '../../../../../shared/schema/builtin.ts';
import { approvalErrors } from './approval.ts';
import { formatWarnings } from './format-warnings.ts';
import { conversionErrors } from './conversion-errors.ts';
import { groupErrors, missingNames, nameErrors } from './name-errors.ts';
import { versionErrors, type VersionRules } from './version-errors.ts';

export function definitionStrategy(vendor: Vendor): Strategy {
  let metadata: StructSchema | undefined;
  const late = new LateRules(vendor);
  const markers = markersOf(vendor);
  const rules: VersionRules = {
    vendor,
    late,
    metadata() {
      metadata ??= loadSchemas(vendor).type('meta/v1.ObjectMeta');
      if (metadata === undefined) throw new TypeError('no schema of metadata');
      return metadata;
    },
  };
  const finalizer = vendor.fill('customresourcecleanup.apiextensions.{api}');
  return {
    unconditionalUpdate: false,
    plainRemoval: true,
    propagation: 'once-marked',
    anyFinalizer: true,
    freeStatus: true,
    applyDefaults: completed,
    load({ spec }: Definition) {
      const schemas = (spec?.versions ?? []).map(({ schema }) => schema?.openAPIV3Schema);
      return schemas.some((one) => one !== undefined && hasRules(markers, one)) ? late.load() : undefined;
    },
    prepareCreate(object) {
      const definition: Definition = object;
      const storedVersions = storageVersions(definition);
      definition.status = storedVersions.length > 0 ? { storedVersions } : {};
    },
    prepareUpdate(object) {
      const definition: Definition = object;
      const known = definition.status?.storedVersions ?? [];
      const added = storageVersions(definition).filter((version) => !known.includes(version));
      definition.status = { ...definition.status, storedVersions: [...known, ...added] };
    },
    validateCreate: (object) => [
      ...errorsOf(rules, object, undefined),
      ...storedErrors(object),
      ...approvalErrors(vendor, object, undefined),
    ],
    validateUpdate(object, old) {
      const definition: Definition = object;
      const before: Definition = old;
      const errors = [
        ...errorsOf(rules, definition, before),
        ...fixedErrors(definition, before),
        ...storedErrors(definition),
      ];
      addAll(errors, approvalErrors(vendor, definition, before));
      return errors;
    },
    validateStatusUpdate: ({ status }: Definition) => nameErrors(status?.acceptedNames ?? {}, 'status.acceptedNames'),
    warnings: formatWarnings,
    // A first removal always waits for the objects of the kind, with or without finalizers.
    heldBack: ({ metadata: { deletionTimestamp } }) => deletionTimestamp === undefined,
    prepareDelete: (object) => markForCleanUp(object, finalizer),
  };
}

function completed(object: ApiObject): void {
  const definition: Definition = object;
  const { spec } = definition;
  if (spec === undefined) return;
  // Never without the version that objects are stored in, through whatever endpoint the status is written.
  if ((definition.status?.storedVersions ?? []).length === 0) {
    const storedVersions = storageVersions(definition);
    if (storedVersions.length > 0) definition.status = { ...definition.status, storedVersions };
  }
  const { names } = spec;
  if (names?.kind !== undefined && names.kind !== '') {
    if ((names.singular ?? '') === '') names.singular = names.kind.toLowerCase();
    if ((names.listKind ?? '') === '') names.listKind = `${names.kind}List`;
  }
  spec.conversion ??= { strategy: 'None' };
}

function markForCleanUp(definition: Definition, finalizer: string): void {
  const { metadata, status } = definition;
  if (metadata.finalizers?.includes(finalizer) !== true)
    metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
  const time = metadata.deletionTimestamp;
  const terminating = {
    type: 'Terminating',
    status: 'True',
    ...(time === undefined ? {} : { lastTransitionTime: time }),
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  } as const;
  const others = (status?.conditions ?? []).filter(({ type }) => type !== 'Terminating');
  definition.status = { ...status, conditions: [...others, terminating] };
}

/** The first that is said to be one, if any: that there is no other is for the validation to say. */
function storageVersions({ spec }: Definition): string[] {
  const first = spec?.versions?.find(({ storage }) => storage === true);
  return first === undefined ? [] : [first.name ?? ''];
}

function errorsOf(rules: VersionRules, definition: Definition, old: Definition | undefined): readonly FieldError[] {
  const { spec = {}, metadata } = definition;
  const errors: FieldError[] = [];
  // Later its parts never change.
  if (old === undefined && metadata.name !== `${spec.names?.plural ?? ''}.${spec.group ?? ''}`)
    errors.push(invalidValue('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group'));
  addAll(errors, groupErrors(spec));
  addAll(errors, scopeErrors(spec.scope ?? ''));
  addAll(errors, versionErrors(rules, spec, old?.spec));
  addAll(errors, missingNames(spec.names ?? {}));
  addAll(errors, nameErrors(spec.names ?? {}, 'spec.names'));
  addAll(errors, conversionErrors(spec.conversion, old));
  if (spec.preserveUnknownFields === true) {
    const key = rules.vendor.fill('x-{maker}-preserve-unknown-fields');
    const detail = `cannot set to true, set ${key} to true in spec.versions[*].schema instead`;
    errors.push(invalidValue('spec.preserveUnknownFields', true, detail));
  }
  return errors;
}

function scopeErrors(scope: string): readonly FieldError[] {
  const scopes = ['Cluster', 'Namespaced'];
  if (scope === '') return [required('spec.scope')];
  return scopes.includes(scope) ? [] : [notSupported('spec.scope', scope, scopes)];
}

/** Where objects are, and what they are called once they may exist, stays. */
function fixedErrors(definition: Definition, old: Definition): readonly FieldError[] {
  const [spec = {}, before = {}] = [definition.spec, old.spec];
  const errors: FieldError[] = [];
  if (hasCondition(old, 'Established')) {
    if (spec.scope !== before.scope) errors.push(immutable('spec.scope', spec.scope));
    if (spec.names?.kind !== before.names?.kind) errors.push(immutable('spec.names.kind', spec.names?.kind));
  }
  if (spec.group !== before.group) errors.push(immutable('spec.group', spec.group));
  if (spec.names?.plural !== before.names?.plural) errors.push(immutable('spec.names.plural', spec.names?.plural));
  return errors;
}

/** Versions in which objects are, or may be, stored. */
function storedErrors({ spec, status }: Definition): readonly FieldError[] {
  const stored = status?.storedVersions ?? [];
  if (stored.length === 0)
    return [
      invalidValue('status.storedVersions', status?.storedVersions ?? null, 'must have at least one stored version'),
    ];
  const versions = spec?.versions ?? [];
  const names = new Set(versions.map(({ name }) => name));
  const missing = versions
    .filter(({ name = '', storage }, index) => {
      const counted = stored.includes(name) && versions.findIndex((one) => one.name === name) === index;
      return storage === true && !counted;
    })
    .map(({ name = '' }) => invalidValue('status.storedVersions', stored, `must have the storage version ${name}`));
  const gone = stored.flatMap((version, index) => {
    if (names.has(version)) return [];
    const detail = `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
    return [invalidValue(`status.storedVersions[${index}]`, version, detail)];
  });
  return [...missing, ...gone];
}
