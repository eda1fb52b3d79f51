// Priority classes: values up to a billion for users, more for the system's own, and nothing of it ever changes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { forbiddenField, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { age, boolean, integer, name, printer, text } from '../printers/fields.ts';

interface PriorityClass extends ApiObject {
  value?: number;
  preemptionPolicy?: string;
}

const highestOfUsers = 1_000_000_000;
const systemClasses = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
]);

const priorityClassStrategy: Strategy = {
  keptAsStored: ['preemptionPolicy'],
  validateCreate: (object) => validate(object),
  validateUpdate(object, old) {
    const errors: FieldError[] = [];
    const [now, before] = [object as PriorityClass, old as PriorityClass];
    if ((now.value ?? 0) !== (before.value ?? 0))
      errors.push(forbiddenField('value', 'may not be changed in an update.'));
    if (now.preemptionPolicy !== before.preemptionPolicy)
      // Its new value is not looked at.
      errors.push(invalidValue('preemptionPolicy', now.preemptionPolicy, 'field is immutable'));
    return errors;
  },
};

/** Undefined where the class is one of the system's, as they are. */
function systemFault(name: string, { value, globalDefault = false }: PriorityClass): string | undefined {
  const known = systemClasses.get(name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function validate(entry: PriorityClass): readonly FieldError[] {
  const name = entry.metadata.name ?? '';
  if (name.startsWith('system-')) {
    const fault = systemFault(name, entry);
    if (fault === undefined) return [];
    const lead = "priority class names with 'system-' prefix are reserved for system use only. error: ";
    return [forbiddenField('metadata.name', `${lead}${fault}`)];
  }
  const policy = entry.preemptionPolicy === '' ? [required('preemptionPolicy')] : [];
  if ((entry.value ?? 0) <= highestOfUsers) return policy;
  return [...policy, forbiddenField('value', `maximum allowed value of a user defined priority is ${highestOfUsers}`)];
}

export default {
  group: 'scheduling.{api}',
  kind: 'PriorityClass',
  name: 'priorityclasses',
  namespaced: false,
  versions: [{ version: 'v1' }],
  shortNames: ['pc'],
  strategy: priorityClassStrategy,
  printer: printer(
    name,
    integer('Value', 'value'),
    boolean('Global-Default', 'globalDefault'),
    age,
    text('PreemptionPolicy', 'preemptionPolicy', 'PreemptLowerPriority'),
  ),
  generation: { first: 1, content: false, metadata: [] },
} satisfies KindRecord;
