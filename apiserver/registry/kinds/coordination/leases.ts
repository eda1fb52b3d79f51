// Leases: durations are positive, transitions are counted from zero. An empty holder is no error: a leader that steps
// down writes it, and others may take over at once.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { forbiddenField, invalidValue, notSupported } from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { age, name, printer, text } from '../printers/fields.ts';

interface Lease extends ApiObject {
  spec?: { leaseDurationSeconds?: number; leaseTransitions?: number; strategy?: string; preferredHolder?: string };
}

const known = ['OldestEmulationVersion'];

const leaseStrategy: Strategy = {
  createOnUpdate: true,
  anyFinalizer: true,
  unconditionalUpdate: false,
  validateCreate: (object) => validate(object),
  validateUpdate: (object) => validate(object),
};

function validate({ spec }: Lease): readonly FieldError[] {
  const errors: FieldError[] = [];
  const duration = spec?.leaseDurationSeconds;
  const transitions = spec?.leaseTransitions;
  if (duration !== undefined && duration <= 0) {
    errors.push(invalidValue('spec.leaseDurationSeconds', duration, 'must be greater than 0'));
  }
  if (transitions !== undefined && transitions < 0) {
    errors.push(invalidValue('spec.leaseTransitions', transitions, 'must be greater than or equal to 0'));
  }
  const { strategy, preferredHolder = '' } = spec ?? {};
  if (strategy !== undefined) errors.push(...strategyErrors(strategy, 'spec.strategy.strategy'));
  if (preferredHolder !== '' && (strategy ?? '') === '')
    errors.push(forbiddenField('spec.preferredHolder', 'may only be specified if `strategy` is defined'));
  return errors;
}

/** The strategy of a coordinated election: a known name, or a qualified name with a domain. */
function strategyErrors(strategy: string, path: string): readonly FieldError[] {
  if (!strategy.includes('/')) return known.includes(strategy) ? [] : [notSupported(path, strategy, known)];
  return checkQualifiedName(strategy).map((fault) => invalidValue(path, strategy, fault));
}

export default {
  group: 'coordination.{api}',
  kind: 'Lease',
  name: 'leases',
  namespaced: true,
  versions: [{ version: 'v1' }],
  strategy: leaseStrategy,
  printer: printer(name, text('Holder', 'spec.holderIdentity'), age),
} satisfies KindRecord;
