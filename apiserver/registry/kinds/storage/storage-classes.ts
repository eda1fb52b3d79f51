// Storage classes: how volumes are made never changes, what is allowed with them later may.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import {
  duplicateValue,
  immutable,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { age, boolean, made, name, printer, text } from '../printers/fields.ts';
import { nodeLabelWarnings } from '../rule/node-label-warnings.ts';
import { differs, fixedErrors, parametersErrors } from './class/fixed-fields.ts';

interface TopologyTerm {
  readonly matchLabelExpressions?: readonly { readonly key?: string; readonly values?: readonly string[] | null }[];
}

interface StorageClass extends ApiObject {
  readonly allowedTopologies?: readonly TopologyTerm[];
  readonly parameters?: Readonly<Record<string, string>>;
  readonly provisioner?: string;
  readonly reclaimPolicy?: string;
}

function storageClassStrategy(vendor: Vendor): Strategy {
  const labels = nodeLabelWarnings(vendor);
  return {
    ...classRules,
    warnings: ({ allowedTopologies = [] }: StorageClass) =>
      allowedTopologies.flatMap(({ matchLabelExpressions = [] }, index) =>
        matchLabelExpressions.flatMap(({ key = '' }, at) =>
          labels.of(key, `allowedTopologies[${index}].matchLabelExpressions[${at}].key: `),
        ),
      ),
  };
}

const classRules: Strategy = {
  deleteReturnsObject: true,
  validateCreate: (object) => classErrors(object),
  validateUpdate(object, old) {
    const errors = [...fixedErrors(object, old, ['parameters', 'provisioner', 'reclaimPolicy'])];
    const mode = 'volumeBindingMode';
    if (differs(object, old, mode)) errors.push(immutable(mode, object[mode]));
    return [...classErrors(object), ...errors];
  },
};

const reclaimPolicies = ['Delete', 'Retain'];

function classErrors(object: StorageClass): readonly FieldError[] {
  const { provisioner = '', reclaimPolicy = '' } = object;
  // Its letters may be of either case, and are reported in lower case.
  const name = provisioner.toLowerCase();
  // An empty text is one that was not set, though the field is given.
  const unknown = reclaimPolicy !== '' && !reclaimPolicies.includes(reclaimPolicy);
  return [
    ...(name === '' ? [] : checkQualifiedName(name).map((fault) => invalidValue('provisioner', name, fault))),
    ...parametersErrors(object.parameters),
    ...(unknown ? [notSupported('reclaimPolicy', reclaimPolicy, reclaimPolicies)] : []),
    ...topologyErrors(object),
  ];
}

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

function storageClassPrinter(vendor: Vendor): TablePrinter {
  const expansion = boolean('AllowVolumeExpansion', 'allowVolumeExpansion');
  const isDefault = vendor.fill('storageclass.{label}/is-default-class');
  return printer(
    made(name.column, ({ metadata }) => {
      const mark = metadata.annotations?.[isDefault] === 'true' ? ' (default)' : '';
      return `${metadata.name ?? ''}${mark}`;
    }),
    text('Provisioner', 'provisioner'),
    text('ReclaimPolicy', 'reclaimPolicy', 'Delete'),
    text('VolumeBindingMode', 'volumeBindingMode', 'Immediate'),
    { ...expansion, column: { ...expansion.column, type: 'string' } },
    age,
  );
}

export default {
  group: 'storage.{api}',
  kind: 'StorageClass',
  name: 'storageclasses',
  namespaced: false,
  versions: [{ version: 'v1' }],
  shortNames: ['sc'],
  strategy: storageClassStrategy,
  printer: storageClassPrinter,
} satisfies KindRecord;
