// The storage drivers of a node: each comes and goes as a whole.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { addAll } from '../../../../shared/object/add-all.ts';
import { duplicateValue, immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { age, count, name, printer } from '../printers/fields.ts';
import { driverNameErrors } from '../rule/driver-name.ts';

interface NodeDriver {
  readonly name?: string;
  readonly nodeID?: string;
  readonly topologyKeys?: readonly string[] | null;
}

/** Bytes of a node's id at its driver. */
const longestNodeId = 256;

interface NodeDrivers extends ApiObject {
  readonly spec?: { readonly drivers?: readonly NodeDriver[] | null };
}

const csiNodeStrategy: Strategy = {
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  validateCreate: (object) => nodeDriverErrors(object),
  validateUpdate(object, old) {
    const drivers = (object as NodeDrivers).spec?.drivers ?? [];
    const before = new Map(((old as NodeDrivers).spec?.drivers ?? []).map((driver) => [driver.name, driver]));
    // A driver comes and goes as a whole.
    const changed = drivers.filter((driver) => {
      const former = before.get(driver.name);
      return former !== undefined && !isDeepStrictEqual(driver, former);
    });
    return [...changed.map((driver) => immutable('spec.drivers', driver)), ...nodeDriverErrors(object)];
  },
};

function nodeDriverErrors({ spec }: NodeDrivers): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { name = '', nodeID = '', topologyKeys }] of (spec?.drivers ?? []).entries()) {
    const path = `spec.drivers[${index}]`;
    addAll(errors, driverNameErrors(name, `${path}.name`));
    if (Buffer.byteLength(nodeID) > longestNodeId)
      errors.push(invalidValue(`${path}.nodeID`, nodeID, `must be ${longestNodeId} characters or less`));
    const seen = new Set<string>();
    for (const key of topologyKeys ?? []) {
      if (key === '') errors.push(required(path));
      if (seen.has(key)) errors.push(duplicateValue(path, key));
      seen.add(key);
      addAll(
        errors,
        checkQualifiedName(key).map((fault) => invalidValue(path, key, fault)),
      );
    }
  }
  return errors;
}

export default {
  group: 'storage.{api}',
  kind: 'CSINode',
  name: 'csinodes',
  namespaced: false,
  versions: [{ version: 'v1' }],
  strategy: csiNodeStrategy,
  printer: printer(name, count('Drivers', 'integer', 'spec.drivers'), age),
} satisfies KindRecord;
