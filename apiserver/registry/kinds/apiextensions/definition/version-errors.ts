// What the versions of a definition may say: names, schemas, sub-resources, columns, selectable fields. Faults that
// all versions share are reported once, at the definition, as the reference server does.

import type {
  Definition,
  DefinitionColumn,
  DefinitionSpec,
  DefinitionVersion,
} from '../../../../../shared/definition/definition.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { StructSchema } from '../../../../../shared/schema/schema.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { LateRules } from '../../../../../shared/definition/rule/late-rules.ts';
import type { KnownExpressions } from '../../../../../shared/definition/rule/rule-program.ts';
import { isDeepStrictEqual } from 'node:util';
import { definitionSchemaErrors } from '../../../../../shared/definition/check/definition-schema.ts';
import { rulesAt } from '../../../../../shared/definition/rule/rule.ts';
import {
  type JsonSchema,
  type Markers,
  markersOf,
  namedSchemas,
  schemaAt,
} from '../../../../../shared/definition/structural/json-schema.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { checkDns1035Label } from '../../../../../shared/object/names.ts';
import { columnErrors } from './column-errors.ts';
import { scaleErrors } from './scale-errors.ts';
import { selectableFieldErrors } from './selectable-field-errors.ts';

export interface VersionRules {
  readonly vendor: Vendor;
  /** The schema of metadata of objects. */
  readonly metadata: () => StructSchema;
  /** Loaded before a definition with rules is validated. */
  readonly late: LateRules;
}

/** A definition before an update: what was right then stays so. Undefined: a new one. */
type Before = Definition['spec'] | undefined;

export function versionErrors(
  rules: VersionRules,
  spec: NonNullable<Definition['spec']>,
  old: Before,
): readonly FieldError[] {
  const known = knownExpressions(markersOf(rules.vendor), old);
  const errors: FieldError[] = [];
  const versions = spec.versions ?? [];
  const hoisted = hoistedParts(versions);
  const each = {
    rules,
    old,
    known,
    hoisted,
    status: versions.some(({ subresources }) => subresources?.status !== undefined),
  };
  for (const [index, { schema }] of versions.entries()) {
    if (schema?.openAPIV3Schema === undefined) errors.push(required(`spec.versions[${index}].schema.openAPIV3Schema`));
  }
  for (const [index, version] of versions.entries()) {
    const path = `spec.versions[${index}]`;
    addAll(errors, nameErrors(version, path));
    addAll(errors, warningErrors(version, path));
    for (const part of parts) if (!hoisted.has(part)) addAll(errors, partErrors(each, version, part, path));
  }
  addAll(errors, listErrors(spec));
  const [first] = versions;
  // The name of the first is what the definition is read as a version of, too.
  const faults = checkDns1035Label(first?.name ?? '');
  if ((first?.name ?? '') !== '' && faults.length > 0)
    errors.push(invalidValue('spec.version', first?.name, faults.join(',')));
  if (first !== undefined) for (const part of hoisted) addAll(errors, partErrors(each, first, part, 'spec'));
  return errors;
}

const parts = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;
type Part = (typeof parts)[number];

/** What every version says in the same words. */
function hoistedParts(versions: readonly DefinitionVersion[]): ReadonlySet<Part> {
  const [first, ...others] = versions;
  return new Set(parts.filter((part) => others.every((version) => isDeepStrictEqual(version[part], first?.[part]))));
}

interface Each {
  readonly rules: VersionRules;
  readonly old: Before;
  readonly known: KnownExpressions;
  readonly hoisted: ReadonlySet<Part>;
  /** Whether any version has the status as a sub-resource. */
  readonly status: boolean;
}

function partErrors(
  { rules, old, known, hoisted, status: anyStatus }: Each,
  version: DefinitionVersion,
  part: Part,
  path: string,
): readonly FieldError[] {
  const { schema, subresources, additionalPrinterColumns = [], selectableFields = [] } = version;
  const source = schema?.openAPIV3Schema;
  switch (part) {
    case 'schema': {
      if (source === undefined) return [];
      const place = path === 'spec' ? 'spec.validation' : `${path}.schema`;
      const status = path === 'spec' ? anyStatus : subresources?.status !== undefined;
      const before = (old?.versions ?? []).find(({ name }) => name === version.name)?.schema?.openAPIV3Schema;
      return definitionSchemaErrors(source, `${place}.openAPIV3Schema`, {
        vendor: rules.vendor,
        metadata: rules.metadata(),
        status,
        rules: () => rules.late.rules,
        known,
        unchanged: before !== undefined && isDeepStrictEqual(before, source),
      });
    }
    case 'subresources':
      return subresources?.scale === undefined ? [] : scaleErrors(subresources.scale, `${path}.subresources.scale`);
    case 'additionalPrinterColumns':
      return additionalPrinterColumns.flatMap((column: DefinitionColumn, index) =>
        columnErrors(column, `${path}.additionalPrinterColumns[${index}]`),
      );
    case 'selectableFields':
      // Where one of the two is the definition's and the other each version's, they are not found together.
      return selectableFieldErrors(
        selectableFields,
        hoisted.has('schema') === hoisted.has(part) ? source : undefined,
        `${path}.selectableFields`,
      );
  }
}

/** Expressions that are stored: what they use is not refused, even where the version before would not know it. */
function knownExpressions(markers: Markers, spec: Before): KnownExpressions {
  const known = { rules: new Set<string>(), messages: new Set<string>() };
  const collect = (schema: JsonSchema): void => {
    for (const { rule, messageExpression } of rulesAt(markers, schema)) {
      known.rules.add(rule);
      known.messages.add(messageExpression);
    }
    for (const inner of innerSchemas(schema)) collect(inner);
  };
  for (const { schema } of spec?.versions ?? [])
    if (schema?.openAPIV3Schema !== undefined) collect(schema.openAPIV3Schema);
  return known;
}

function innerSchemas(schema: JsonSchema): readonly JsonSchema[] {
  const inner = namedSchemas(schema, 'properties').map(([, one]) => one);
  for (const key of ['items', 'additionalProperties']) {
    const one = schemaAt(schema, key);
    if (one !== undefined) inner.push(one);
  }
  return inner;
}

function nameErrors({ name = '' }: DefinitionVersion, path: string): readonly FieldError[] {
  const faults = checkDns1035Label(name);
  return faults.length === 0 ? [] : [invalidValue(`${path}.name`, name, faults.join(','))];
}

const longestWarning = 256;

function warningErrors(
  { deprecated, deprecationWarning: warning }: DefinitionVersion,
  path: string,
): readonly FieldError[] {
  if (warning === undefined) return [];
  // Shown as JSON, not quoted as other texts are.
  const shown: unknown = { toJSON: () => warning };
  const fault = (detail: string): FieldError => invalidValue(`${path}.deprecationWarning`, shown, detail);
  if (deprecated !== true) return [fault('can only be set for deprecated versions')];
  const errors: FieldError[] = [];
  if (Buffer.byteLength(warning) > longestWarning) errors.push(fault(`must be <= ${longestWarning} characters long`));
  if (warning === '') errors.push(fault('must not be an empty string'));
  const hidden = Array.from(warning).findIndex((character) => character !== ' ' && /[\p{C}\p{Z}]/u.test(character));
  if (hidden >= 0) {
    const place = Buffer.byteLength(Array.from(warning).slice(0, hidden).join(''));
    errors.push(fault(`must only contain printable UTF-8 characters; non-printable character found at index ${place}`));
  }
  return errors;
}

function listErrors(spec: DefinitionSpec): readonly FieldError[] {
  const versions = spec.versions ?? [];
  const errors: FieldError[] = [];
  const names = versions.map(({ name }) => name);
  if (new Set(names).size !== names.length) {
    errors.push(invalidValue('spec.versions', spec.versions ?? null, 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage === true).length !== 1) {
    errors.push(
      invalidValue('spec.versions', spec.versions ?? null, 'must have exactly one version marked as storage version'),
    );
  }
  return errors;
}
