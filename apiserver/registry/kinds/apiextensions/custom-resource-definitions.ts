// Extension definitions: names that follow from others, exactly one version that is stored, a structural schema for each,
// and the list of versions that ever were. What else a schema may hold is the business of the extension server.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { immutable, invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1035Label } from '../../../../shared/object/names.ts';
import { contentGeneration } from '../row/generation.ts';
import { structuralErrors } from './schema/structural-schema.ts';

interface Definition extends ApiObject {
  spec?: {
    group?: string;
    scope?: string;
    names?: {
      plural?: string;
      singular?: string;
      kind?: string;
      listKind?: string;
      shortNames?: string[];
      categories?: string[];
    };
    versions?: {
      name?: string;
      served?: boolean;
      storage?: boolean;
      deprecated?: boolean;
      deprecationWarning?: string;
      schema?: { openAPIV3Schema?: unknown };
    }[];
    preserveUnknownFields?: boolean;
    conversion?: { strategy?: string };
  };
  status?: { storedVersions?: string[]; [field: string]: unknown };
}

export function customResourceDefinitionStrategy(vendor: Vendor): Strategy {
  return {
    unconditionalUpdate: false,
    plainRemoval: true,
    applyDefaults(object) {
      const { spec } = object as Definition;
      if (spec === undefined) return;
      const { names } = spec;
      if (names?.kind !== undefined) {
        names.singular ??= names.kind.toLowerCase();
        names.listKind ??= `${names.kind}List`;
      }
      spec.conversion ??= { strategy: 'None' };
    },
    prepareCreate(object) {
      const definition = object as Definition;
      definition.status = { storedVersions: storedVersions(definition) };
    },
    prepareUpdate(object) {
      const definition = object as Definition;
      const known = definition.status?.storedVersions ?? [];
      const added = storedVersions(definition).filter((version) => !known.includes(version));
      definition.status = { ...definition.status, storedVersions: [...known, ...added] };
    },
    validateCreate: (object) => [...validate(object), ...schemaErrors(vendor, object)],
    validateUpdate(object, old) {
      const errors = [...validate(object), ...schemaErrors(vendor, object)];
      const [spec, before] = [(object as Definition).spec, (old as Definition).spec];
      if (spec?.group !== before?.group) errors.push(immutable('spec.group', spec?.group));
      if (spec?.scope !== before?.scope) errors.push(immutable('spec.scope', spec?.scope));
      if (spec?.names?.plural !== before?.names?.plural)
        errors.push(immutable('spec.names.plural', spec?.names?.plural));
      return errors;
    },
  };
}

/** Every version has a structural schema; unknown fields are kept by a key in it, not for the whole kind. */
function schemaErrors(vendor: Vendor, { spec }: Definition): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (spec?.preserveUnknownFields === true) {
    const key = vendor.fill('x-{maker}-preserve-unknown-fields');
    errors.push(
      invalidValue('spec.preserveUnknownFields', true, `cannot set to true, set ${key} in the schema instead`),
    );
  }
  for (const [index, { schema }] of (spec?.versions ?? []).entries()) {
    const path = `spec.versions[${index}].schema.openAPIV3Schema`;
    if (schema?.openAPIV3Schema === undefined) errors.push(required(path, 'schemas are required'));
    else addAll(errors, structuralErrors(vendor, schema.openAPIV3Schema, path));
  }
  return errors;
}

function storedVersions({ spec }: Definition): string[] {
  return (spec?.versions ?? []).filter(({ storage }) => storage === true).map(({ name }) => name ?? '');
}

function validate({ spec, metadata }: Definition): readonly FieldError[] {
  const errors: FieldError[] = [];
  const expected = `${spec?.names?.plural ?? ''}.${spec?.group ?? ''}`;
  if (metadata.name !== expected) {
    errors.push(invalidValue('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group'));
  }
  if ((spec?.group ?? '') === '') errors.push(required('spec.group'));
  else if (!(spec?.group ?? '').includes('.')) {
    errors.push(invalidValue('spec.group', spec?.group, 'should be a domain with at least one dot'));
  }
  if ((spec?.names?.kind ?? '') === '') errors.push(required('spec.names.kind'));
  if ((spec?.names?.plural ?? '') === '') errors.push(required('spec.names.plural'));
  addAll(errors, nameErrors(spec?.names ?? {}));
  addAll(errors, choiceErrors(spec ?? {}));
  const stored = (spec?.versions ?? []).filter(({ storage }) => storage === true).length;
  if (stored !== 1) {
    errors.push(
      invalidValue('spec.versions', spec?.versions, 'must have exactly one version marked as storage version'),
    );
  }
  const names = (spec?.versions ?? []).map(({ name }) => name);
  for (const [index, { name = '', deprecated, deprecationWarning }] of (spec?.versions ?? []).entries()) {
    const path = `spec.versions[${index}]`;
    addAll(errors, labelErrors(name, `${path}.name`));
    if (deprecationWarning !== undefined && deprecated !== true) {
      const detail = 'can only be set for deprecated versions';
      errors.push(invalidValue(`${path}.deprecationWarning`, deprecationWarning, detail));
    }
  }
  if (new Set(names).size !== names.length) {
    errors.push(invalidValue('spec.versions', names, 'must contain unique version names'));
  }
  return errors;
}

type Names = NonNullable<NonNullable<Definition['spec']>['names']>;

/** Names of paths are labels, and so are kinds but for their capitals. Those that are required are missed elsewhere. */
function nameErrors(names: Names): readonly FieldError[] {
  const errors: FieldError[] = [];
  if ((names.singular ?? '') !== '') addAll(errors, labelErrors(names.singular ?? '', 'spec.names.singular'));
  for (const field of ['kind', 'listKind'] as const) {
    const name = names[field] ?? '';
    if (name === '') continue;
    for (const fault of checkDns1035Label(name.toLowerCase())) {
      const detail = `may have mixed case, but should otherwise match: ${fault}`;
      errors.push(invalidValue(`spec.names.${field}`, name, detail));
    }
  }
  for (const field of ['shortNames', 'categories'] as const) {
    for (const [index, name] of (names[field] ?? []).entries())
      addAll(errors, labelErrors(name, `spec.names.${field}[${index}]`));
  }
  return errors;
}

function choiceErrors({ scope = '', conversion }: NonNullable<Definition['spec']>): readonly FieldError[] {
  const errors: FieldError[] = [];
  const scopes = ['Cluster', 'Namespaced'];
  if (scope !== '' && !scopes.includes(scope)) errors.push(notSupported('spec.scope', scope, scopes));
  const strategies = ['None', 'Webhook'];
  const strategy = conversion?.strategy ?? '';
  if (strategy !== '' && !strategies.includes(strategy))
    errors.push(notSupported('spec.conversion.strategy', strategy, strategies));
  return errors;
}

function labelErrors(name: string, path: string): readonly FieldError[] {
  return checkDns1035Label(name).map((fault) => invalidValue(path, name, fault));
}

export default {
  group: 'apiextensions.{api}',
  kind: 'CustomResourceDefinition',
  name: 'customresourcedefinitions',
  namespaced: false,
  versions: [{ version: 'v1' }],
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  subresources: ['status'],
  strategy: customResourceDefinitionStrategy,
  generation: contentGeneration,
  inert: 'the definition is stored, but this server does not serve the resources of definitions yet',
} satisfies KindRecord;
