// Storage drivers: what volumes were attached by stays as it was made.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  duplicateValue,
  immutable,
  invalidValue,
  notSupported,
} from '../../../../shared/object/field-error-message.ts';
import { column } from '../printers/columns.ts';
import { age, boolean, joined, made, name, printer, valueAt } from '../printers/fields.ts';

interface Driver extends ApiObject {
  readonly spec?: {
    readonly attachRequired?: boolean;
    readonly volumeLifecycleModes?: readonly string[];
    readonly nodeAllocatableUpdatePeriodSeconds?: number;
    readonly tokenRequests?: readonly { readonly audience?: string; readonly expirationSeconds?: number }[];
  };
}

const shortestTokenLife = 600;
const longestTokenLife = 2 ** 32;
const shortestUpdatePeriod = 10;
const lifecycleModes = ['Persistent', 'Ephemeral'];

const csiDriverStrategy: Strategy = {
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  validateCreate: (object) => driverErrors(object),
  validateUpdate(object, old) {
    const { spec = {} } = object as Driver;
    const { spec: before = {} } = old as Driver;
    const errors = [...driverErrors(object)];
    if (spec.attachRequired !== before.attachRequired)
      errors.push(immutable('spec.attachedRequired', spec.attachRequired));
    if (!isDeepStrictEqual(spec.volumeLifecycleModes, before.volumeLifecycleModes))
      errors.push(immutable('spec.volumeLifecycleModes', spec.volumeLifecycleModes));
    return errors;
  },
};

function driverErrors({ spec }: Driver): readonly FieldError[] {
  const errors: FieldError[] = [];
  const audiences = new Set<string>();
  for (const [index, { audience = '', expirationSeconds: life }] of (spec?.tokenRequests ?? []).entries()) {
    const path = `spec.tokenRequests[${index}]`;
    if (audiences.has(audience)) errors.push(duplicateValue(`${path}.audience`, audience));
    else if (life !== undefined && life < shortestTokenLife)
      errors.push(invalidValue(`${path}.expirationSeconds`, life, 'may not specify a duration less than 10 minutes'));
    else if (life !== undefined && life > longestTokenLife)
      errors.push(
        invalidValue(`${path}.expirationSeconds`, life, 'may not specify a duration larger than 2^32 seconds'),
      );
    audiences.add(audience);
  }
  const period = spec?.nodeAllocatableUpdatePeriodSeconds;
  if (period !== undefined && period < shortestUpdatePeriod) {
    const detail = `must be greater than or equal to ${shortestUpdatePeriod} seconds`;
    errors.push(invalidValue('spec.nodeAllocatableUpdatePeriodSeconds', period, detail));
  }
  for (const mode of spec?.volumeLifecycleModes ?? [])
    if (!lifecycleModes.includes(mode)) errors.push(notSupported('spec.volumeLifecycleModes', mode, lifecycleModes));
  return errors;
}

const tokenAudiences = made(column('TokenRequests', 'string', 'Audiences of the tokens it asks for.'), (object) => {
  const requests = valueAt(object, 'spec.tokenRequests');
  const list = (Array.isArray(requests) ? requests : []) as readonly { readonly audience?: string }[];
  return list.length === 0 ? '<unset>' : list.map(({ audience = '' }) => audience).join(',');
});

export default {
  group: 'storage.{api}',
  kind: 'CSIDriver',
  name: 'csidrivers',
  namespaced: false,
  versions: [{ version: 'v1' }],
  strategy: csiDriverStrategy,
  printer: printer(
    name,
    boolean('AttachRequired', 'spec.attachRequired', true),
    boolean('PodInfoOnMount', 'spec.podInfoOnMount'),
    boolean('StorageCapacity', 'spec.storageCapacity'),
    tokenAudiences,
    boolean('RequiresRepublish', 'spec.requiresRepublish'),
    joined('Modes', 'spec.volumeLifecycleModes'),
    age,
  ),
  generation: { content: true, metadata: [] },
} satisfies KindRecord;
