// Priority levels: what could never share out places is refused in the words that clients know.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { age, name, numberOr, printer, text } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { type Condition, conditionTypeErrors } from '../rule/condition-validation.ts';

interface Shares {
  readonly nominalConcurrencyShares?: number;
  readonly lendablePercent?: number;
}

interface Limited extends Shares {
  readonly borrowingLimitPercent?: number;
  readonly limitResponse?: {
    readonly type?: string;
    readonly queuing?: { readonly queues?: number; readonly handSize?: number; readonly queueLengthLimit?: number };
  };
}

interface PriorityLevel extends ApiObject {
  spec?: { readonly type?: string; readonly limited?: Limited; readonly exempt?: Shares };
  status?: { readonly conditions?: readonly Condition[] };
}

/** The level of this name is the system's own: requests that nothing limits. */
const exempt = 'exempt';
const mostQueues = 10_000_000;
/** Bits of a hash by which a flow is dealt its queues. */
const mostHashBits = 60;

const priorityLevelStrategy: Strategy = {
  statusKeeps: [...ownMetadata, 'generateName'],
  validateCreate: (object) => levelErrors(object),
  validateUpdate: (object) => levelErrors(object),
  validateStatusUpdate: ({ status }: PriorityLevel) =>
    conditionTypeErrors(status?.conditions ?? [], 'status.conditions'),
};

function levelErrors({ metadata, spec = {} }: PriorityLevel): readonly FieldError[] {
  const { type = '', limited, exempt: exemption } = spec;
  const errors: FieldError[] = [];
  if ((metadata.name === exempt) !== (type === 'Exempt'))
    errors.push(invalidValue('spec.type', type, "must be 'Exempt' if and only if `name` is 'exempt'"));
  if (type === 'Exempt') {
    const detail = 'must be nil if the type is not Limited';
    if (limited !== undefined) errors.push({ ...forbiddenField('spec.limited', detail), hides: 'spec.limited' });
    addAll(errors, exemptErrors(exemption ?? {}));
  } else if (type === 'Limited') {
    if (exemption !== undefined) errors.push(forbiddenField('spec.exempt', 'must be nil if the type is Limited'));
    if (limited === undefined) errors.push(required('spec.limited', 'must not be empty when type is Limited'));
    else addAll(errors, limitedErrors(limited));
  } else {
    // Of no known type there is nothing more to say.
    errors.push({ ...notSupported('spec.type', type, ['Exempt', 'Limited']), hides: 'spec.limited' });
  }
  return errors;
}

function exemptErrors({ nominalConcurrencyShares = 0, lendablePercent = 0 }: Shares): readonly FieldError[] {
  return sharesErrors({ nominalConcurrencyShares, lendablePercent }, 'spec.exempt');
}

function sharesErrors({ nominalConcurrencyShares, lendablePercent }: Required<Shares>, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (nominalConcurrencyShares < 0) {
    const detail = 'must be a non-negative integer';
    errors.push(invalidValue(`${path}.nominalConcurrencyShares`, nominalConcurrencyShares, detail));
  }
  if (lendablePercent < 0 || lendablePercent > 100) {
    errors.push(invalidValue(`${path}.lendablePercent`, lendablePercent, 'must be between 0 and 100, inclusive'));
  }
  return errors;
}

function limitedErrors(limited: Limited): FieldError[] {
  const { nominalConcurrencyShares = 0, lendablePercent = 0, borrowingLimitPercent = 0, limitResponse = {} } = limited;
  const path = 'spec.limited';
  const errors = sharesErrors({ nominalConcurrencyShares, lendablePercent }, path);
  addAll(errors, responseErrors(limitResponse, `${path}.limitResponse`));
  if (borrowingLimitPercent < 0) {
    const detail = 'if specified, must be a non-negative integer';
    errors.push(invalidValue(`${path}.borrowingLimitPercent`, borrowingLimitPercent, detail));
  }
  return errors;
}

function responseErrors({ type = '', queuing }: NonNullable<Limited['limitResponse']>, path: string): FieldError[] {
  if (type === 'Reject') {
    const detail = 'must be nil if limited.limitResponse.type is not Limited';
    return queuing === undefined ? [] : [forbiddenField(`${path}.queuing`, detail)];
  }
  if (type !== 'Queue') return [notSupported(`${path}.type`, type, ['Queue', 'Reject'])];
  if (queuing === undefined)
    return [required(`${path}.queuing`, 'must not be empty if limited.limitResponse.type is Limited')];
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = queuing;
  const errors: FieldError[] = [];
  const refuse = (field: string, value: number, detail: string): void => {
    errors.push(invalidValue(`${path}.queuing.${field}`, value, detail));
  };
  if (queueLengthLimit <= 0) refuse('queueLengthLimit', queueLengthLimit, 'must be positive');
  if (queues <= 0) refuse('queues', queues, 'must be positive');
  if (queues > mostQueues) refuse('queues', queues, `must not be greater than ${mostQueues}`);
  if (handSize <= 0) refuse('handSize', handSize, 'must be positive');
  else if (handSize > queues) refuse('handSize', handSize, `should not be greater than queues (${queues})`);
  else if (Math.ceil(Math.log2(queues) * handSize) > mostHashBits) {
    const bits = `required entropy bits of deckSize ${queues} and handSize ${handSize}`;
    refuse('handSize', handSize, `${bits} should not be greater than ${mostHashBits}`);
  }
  return errors;
}

export default {
  group: 'flowcontrol.apiserver.{api}',
  kind: 'PriorityLevelConfiguration',
  name: 'prioritylevelconfigurations',
  namespaced: false,
  versions: [{ version: 'v1' }],
  subresources: ['status'],
  strategy: priorityLevelStrategy,
  printer: printer(
    name,
    text('Type', 'spec.type'),
    numberOr('NominalConcurrencyShares', 'spec.limited.nominalConcurrencyShares', '<none>'),
    numberOr('Queues', 'spec.limited.limitResponse.queuing.queues', '<none>'),
    numberOr('HandSize', 'spec.limited.limitResponse.queuing.handSize', '<none>'),
    numberOr('QueueLengthLimit', 'spec.limited.limitResponse.queuing.queueLengthLimit', '<none>'),
    age,
  ),
  generation: contentGeneration,
  inert: 'the object is stored, but this server limits requests by its flags only: it has no effect yet',
} satisfies KindRecord;
