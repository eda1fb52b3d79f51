// Classes that others have been made by: what they say of how things are made never changes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  duplicateValue,
  forbiddenField,
  immutable,
  invalidValue,
  required,
  tooLong,
} from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { labelErrors } from '../../object/metadata-validation.ts';
import { tolerationErrors } from '../core/pod/pod-placement-validation.ts';
import type { Toleration } from '../../../../shared/object/toleration.ts';
import type { ResourceNames } from '../rule/resource-names.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

interface TopologyTerm {
  readonly matchLabelExpressions?: readonly { readonly key?: string; readonly values?: readonly string[] | null }[];
}

interface StorageClass extends ApiObject {
  readonly allowedTopologies?: readonly TopologyTerm[];
  readonly parameters?: Readonly<Record<string, string>>;
}

interface AttributesClass extends ApiObject {
  readonly driverName?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

interface RuntimeClass extends ApiObject {
  readonly overhead?: { readonly podFixed?: Readonly<Record<string, string>> };
  readonly scheduling?: {
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly tolerations?: readonly Toleration[];
  };
}

/** How storage is made; what is allowed with it later may change. */
export const storageClassStrategy: Strategy = {
  deleteReturnsObject: true,
  validateCreate: (object) => [...parametersErrors((object as StorageClass).parameters), ...topologyErrors(object)],
  validateUpdate(object, old) {
    const errors: FieldError[] = ['parameters', 'provisioner', 'reclaimPolicy']
      .filter((field) => differs(object, old, field))
      .map((field) => forbiddenField(field, `updates to ${field} are forbidden.`));
    const mode = 'volumeBindingMode';
    if (differs(object, old, mode)) errors.push(immutable(mode, object[mode]));
    return [...topologyErrors(object), ...errors];
  },
};

function topologyErrors({ allowedTopologies = [] }: StorageClass): readonly FieldError[] {
  const errors: FieldError[] = [];
  // A term without an expression counts as a repeated one.
  const seen = new Set([termIdentity({})]);
  for (const [index, term] of allowedTopologies.entries()) {
    const path = `allowedTopologies[${index}].matchLabelExpressions`;
    const keys = new Set<string>();
    for (const [at, { key = '', values }] of (term.matchLabelExpressions ?? []).entries())
      addAll(errors, expressionErrors(key, values ?? [], `${path}[${at}]`, keys));
    const identity = termIdentity(term);
    if (seen.has(identity)) errors.push(duplicateValue(path, ''));
    seen.add(identity);
  }
  return errors;
}

/** Equal for terms that select the same: neither keys nor values have an order. */
function termIdentity({ matchLabelExpressions = [] }: TopologyTerm): string {
  const expressions = matchLabelExpressions.map(({ key, values }) => JSON.stringify([key, [...(values ?? [])].sort()]));
  return expressions.sort().join(' ');
}

function expressionErrors(key: string, values: readonly string[], path: string, keys: Set<string>): FieldError[] {
  const errors: FieldError[] = [];
  if (values.length === 0) errors.push(required(`${path}.values`));
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    const place = `${path}.values[${index}]`;
    if (seen.has(value)) errors.push(duplicateValue(place, value));
    seen.add(value);
  }
  addAll(
    errors,
    checkQualifiedName(key).map((fault) => invalidValue(`${path}.key`, key, fault)),
  );
  if (keys.has(key)) errors.push(duplicateValue(`${path}.key`, key));
  keys.add(key);
  return errors;
}

/** What a volume of a driver can be asked to be. */
export const volumeAttributesClassStrategy: Strategy = {
  deleteReturnsObject: true,
  validateCreate: (object) => attributesErrors(object),
  validateUpdate: (object, old) => [
    ...['driverName', 'parameters']
      .filter((field) => differs(object, old, field))
      .map((field) => forbiddenField(field, `updates to ${field} are forbidden.`)),
    ...attributesErrors(object),
  ],
};

function attributesErrors({ driverName = '', parameters = {} }: AttributesClass): readonly FieldError[] {
  const name = driverName.toLowerCase();
  const faults = name === '' ? [] : checkQualifiedName(name);
  const errors = faults.map((fault) => invalidValue('driverName', name, fault));
  errors.push(...parametersErrors(parameters));
  if (Object.keys(parameters).length === 0)
    errors.push(required('parameters', 'must contain at least one key/value pair'));
  return errors;
}

const mostParameters = 512;
const mostParameterBytes = 256 * 1024;

/** What a driver is told: so many parameters and bytes at most, each with a name. */
function parametersErrors(parameters: Readonly<Record<string, string>> = {}): readonly FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > mostParameters) return [tooLong('parameters', mostParameters)];
  const bytes = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  return [
    ...(Object.hasOwn(parameters, '') ? [invalidValue('parameters', '', 'field can not be empty.')] : []),
    ...(bytes > mostParameterBytes ? [tooLong('parameters', mostParameterBytes)] : []),
  ];
}

/** How containers are run. */
export function runtimeClassStrategy(names: ResourceNames): Strategy {
  return {
    createOnUpdate: true,
    unconditionalUpdate: false,
    validateCreate: (object) => [...overheadErrors(object, names), ...schedulingErrors(object)],
    validateUpdate: (object, old) => (differs(object, old, 'handler') ? [immutable('handler', object['handler'])] : []),
  };
}

/** Reported as if they were limits. */
function overheadErrors({ overhead }: RuntimeClass, names: ResourceNames): readonly FieldError[] {
  return Object.entries(overhead?.podFixed ?? {}).flatMap(([name, amount]) => {
    const path = `overhead.limits[${name}]`;
    return [...names.ofContainer(name, path), ...names.amount(name, amount, path)];
  });
}

function schedulingErrors({
  scheduling: { nodeSelector, tolerations = [] } = {},
}: RuntimeClass): readonly FieldError[] {
  const errors: FieldError[] = [...labelErrors(nodeSelector, 'scheduling.nodeSelector')];
  const seen = new Set<string>();
  for (const [index, toleration] of tolerations.entries()) {
    const identity = JSON.stringify(toleration);
    if (seen.has(identity)) errors.push(duplicateValue(`scheduling.tolerations[${index}]`, toleration));
    seen.add(identity);
    addAll(errors, tolerationErrors(toleration, `scheduling.tolerations.tolerations[${index}]`));
  }
  return errors;
}

function differs(object: ApiObject, old: ApiObject, field: string): boolean {
  return !isDeepStrictEqual(object[field] ?? {}, old[field] ?? {});
}
