// What a job must hold: counts that fit its mode, and rules for when failures or successes decide. Counts that may not be
// negative the schema knows.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import type { PodRules } from '../../core/pod/pod-spec-validation.ts';
import type { PodTemplate } from '../../core/pod/spec/pod-spec.ts';
import {
  duplicateValue,
  invalidValue,
  negativeValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain, checkQualifiedName } from '../../../../../shared/object/names.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { countIndexes } from './job-indexes.ts';

export interface JobSpec {
  parallelism?: number;
  completions?: number;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  completionMode?: string;
  suspend?: boolean;
  manualSelector?: boolean;
  managedBy?: string;
  podReplacementPolicy?: string;
  podFailurePolicy?: { readonly rules?: readonly FailureRule[] };
  successPolicy?: { readonly rules?: readonly SuccessRule[] };
  selector?: LabelSelectorObject;
  template?: PodTemplate;
  [field: string]: unknown;
}

interface FailureRule {
  readonly action?: string;
  readonly onExitCodes?: {
    readonly containerName?: string;
    readonly operator?: string;
    readonly values?: readonly number[] | null;
  };
  readonly onPodConditions?: readonly { readonly type?: string; readonly status?: string }[];
}

interface SuccessRule {
  readonly succeededIndexes?: string;
  readonly succeededCount?: number;
}

const policies = ['OnFailure', 'Never'];
const mostIndexed = 100_000;
/** Of jobs with more completions than that and a limit for each index. */
const mostOfManyIndexed = 10_000;
const mostIndexBytes = 64 * 1024;
const mostManagerBytes = 63;
const mostRules = 20;
const mostValues = 255;

export function jobErrors(spec: JobSpec | undefined, path: string, rules: PodRules): readonly FieldError[] {
  const errors: FieldError[] = [];
  const job = spec ?? {};
  errors.push(...indexErrors(job, path), ...managerErrors(job.managedBy, `${path}.managedBy`));
  if (job.podFailurePolicy !== undefined) addAll(errors, failureErrors(job, `${path}.podFailurePolicy.rules`));
  if (job.successPolicy !== undefined) addAll(errors, successErrors(job, `${path}.successPolicy`));
  if (job.podFailurePolicy !== undefined && (job.podReplacementPolicy ?? 'Failed') !== 'Failed')
    errors.push(notSupported(`${path}.podReplacementPolicy`, job.podReplacementPolicy, ['Failed']));
  const place = `${path}.template.spec.restartPolicy`;
  const restart = job.template?.spec?.restartPolicy ?? 'Always';
  const fails = job.podFailurePolicy !== undefined;
  for (const fault of rules.template(job.template, `${path}.template`, [...policies, restart])) errors.push(fault);
  if (restart === 'Always') errors.push(required(place, 'valid values: "OnFailure", "Never"'));
  else if (!policies.includes(restart)) errors.push(notSupported(place, restart, policies));
  else if (fails && restart !== 'Never')
    errors.push(invalidValue(place, restart, 'only "Never" is supported when podFailurePolicy is specified'));
  return errors;
}

function indexErrors(job: JobSpec, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { completions, parallelism = 1, backoffLimitPerIndex, maxFailedIndexes } = job;
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined)
    errors.push(required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'));
  const counts = Object.entries({ backoffLimitPerIndex, maxFailedIndexes });
  for (const [field, value = 0] of counts) if (value < 0) errors.push(negativeValue(`${path}.${field}`, value));
  if (job.completionMode === 'Indexed') {
    const at = `${path}.maxFailedIndexes`;
    if (completions === undefined) errors.push(required(`${path}.completions`, 'when completion mode is Indexed'));
    if (parallelism > mostIndexed) {
      const detail = `must be less than or equal to ${mostIndexed} when completion mode is Indexed`;
      errors.push(invalidValue(`${path}.parallelism`, parallelism, detail));
    }
    if (maxFailedIndexes !== undefined && completions !== undefined && maxFailedIndexes > completions)
      errors.push(invalidValue(at, maxFailedIndexes, 'must be less than or equal to completions'));
    if (maxFailedIndexes !== undefined && maxFailedIndexes > mostIndexed)
      errors.push(invalidValue(at, maxFailedIndexes, `must be less than or equal to ${mostIndexed}`));
    if (completions !== undefined && completions > mostIndexed && backoffLimitPerIndex !== undefined)
      addAll(errors, manyErrors(job, path));
    return errors;
  }
  // Of an unknown mode there is nothing more to say.
  if ((job.completionMode ?? 'NonIndexed') !== 'NonIndexed') return errors;
  for (const [field, value] of counts)
    if (value !== undefined) errors.push(invalidValue(`${path}.${field}`, value, 'requires indexed completion mode'));
  return errors;
}

function manyErrors({ maxFailedIndexes, parallelism = 1 }: JobSpec, path: string): readonly FieldError[] {
  const above = `completions are above ${mostIndexed} and used with backoff limit per index`;
  const detail = `must be less than or equal to ${mostOfManyIndexed} when ${above}`;
  const errors: FieldError[] = [];
  const at = `${path}.maxFailedIndexes`;
  if (maxFailedIndexes === undefined)
    errors.push(required(at, `must be specified when completions is above ${mostIndexed}`));
  if (parallelism > mostOfManyIndexed) errors.push(invalidValue(`${path}.parallelism`, parallelism, detail));
  if (maxFailedIndexes !== undefined && maxFailedIndexes > mostOfManyIndexed)
    errors.push(invalidValue(at, maxFailedIndexes, detail));
  return errors;
}

function managerErrors(name: string | undefined, path: string): readonly FieldError[] {
  if (name === undefined) return [];
  const errors = managerNameErrors(name, path);
  return Buffer.byteLength(name) > mostManagerBytes ? [...errors, tooLong(path, mostManagerBytes)] : errors;
}

function managerNameErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(path)];
  const slash = name.indexOf('/');
  if (slash < 1 || slash === name.length - 1)
    return [invalidValue(path, name, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const host = name.slice(0, slash);
  return checkDns1123Subdomain(host).map((fault) => invalidValue(path, host, fault));
}

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const statuses = ['False', 'True', 'Unknown'];

/** The values of a field as a refusal lists them when none was given. */
function listed(values: readonly string[]): string {
  return `valid values: [${values.map((value) => JSON.stringify(value)).join(' ')}]`;
}

function failureErrors(job: JobSpec, path: string): readonly FieldError[] {
  const given = job.podFailurePolicy?.rules ?? [];
  const errors: FieldError[] = given.length > mostRules ? [tooMany(path, given.length, mostRules)] : [];
  const { containers, initContainers } = job.template?.spec ?? {};
  const names = [...(containers ?? []), ...(initContainers ?? [])].map(({ name }) => name);
  for (const [index, { action = '', onExitCodes, onPodConditions = [] }] of given.entries()) {
    const at = `${path}[${index}]`;
    if (action === '') errors.push(required(`${at}.action`, listed(actions)));
    else if (!actions.includes(action)) errors.push(notSupported(`${at}.action`, action, actions));
    else if (action === 'FailIndex' && job.backoffLimitPerIndex === undefined)
      errors.push(invalidValue(`${at}.action`, action, 'requires the backoffLimitPerIndex to be set'));
    if (onExitCodes !== undefined) addAll(errors, exitCodeErrors(onExitCodes, `${at}.onExitCodes`, names));
    for (const [place, { type = '', status = '' }] of onPodConditions.entries()) {
      const pattern = `${at}.onPodConditions[${place}]`;
      addAll(
        errors,
        checkQualifiedName(type).map((fault) => invalidValue(`${pattern}.type`, type, fault)),
      );
      if (status === '') errors.push(required(`${pattern}.status`, listed(statuses)));
      else if (!statuses.includes(status)) errors.push(notSupported(`${pattern}.status`, status, statuses));
    }
    const kinds = Number(onExitCodes !== undefined) + Number(onPodConditions.length > 0);
    if (kinds === 2) errors.push(withoutValue(at, 'specifying both OnExitCodes and OnPodConditions is not supported'));
    if (kinds === 0) errors.push(withoutValue(at, 'specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

/** A refusal that does not repeat what it refuses. */
function withoutValue(field: string, detail: string): FieldError {
  return { type: 'FieldValueInvalid', field, detail, omitValue: true };
}

function exitCodeErrors(
  { operator = '', containerName, values: given }: NonNullable<FailureRule['onExitCodes']>,
  path: string,
  names: readonly (string | undefined)[],
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const values = given ?? [];
  const operators = ['In', 'NotIn'];
  if (operator === '') errors.push(required(`${path}.operator`, listed(operators)));
  else if (!operators.includes(operator)) errors.push(notSupported(`${path}.operator`, operator, operators));
  if (containerName !== undefined && !names.includes(containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalidValue(`${path}.containerName`, containerName, detail));
  }
  const place = `${path}.values`;
  if (values.length === 0) errors.push(invalidValue(place, values, 'at least one value is required'));
  else if (values.length > mostValues) errors.push(tooMany(place, values.length, mostValues));
  const seen = new Set<number>();
  for (const [index, value] of values.entries()) {
    if (operator === 'In' && value === 0)
      errors.push(invalidValue(`${place}[${index}]`, value, 'must not be 0 for the In operator'));
    if (seen.has(value)) errors.push(duplicateValue(`${place}[${index}]`, value));
    seen.add(value);
  }
  const ordered = values.every((value, index) => index === 0 || (values[index - 1] ?? value) <= value);
  return ordered ? errors : [...errors, invalidValue(place, values, 'must be ordered')];
}

function successErrors(job: JobSpec, path: string): readonly FieldError[] {
  const given = job.successPolicy?.rules ?? [];
  const { completions = 0 } = job;
  if (job.completionMode !== 'Indexed') {
    const shown = {
      Rules: given.map(({ succeededIndexes, succeededCount }) => ({
        SucceededIndexes: succeededIndexes ?? null,
        SucceededCount: succeededCount ?? null,
      })),
    };
    return [invalidValue(path, shown, 'requires indexed completion mode')];
  }
  const errors: FieldError[] = [];
  if (given.length === 0)
    errors.push(required(`${path}.rules`, 'at least one rules must be specified when the successPolicy is specified'));
  if (given.length > mostRules) errors.push(tooMany(`${path}.rules`, given.length, mostRules));
  for (const [index, { succeededIndexes: indexes, succeededCount: count }] of given.entries()) {
    const at = `${path}.rules[${index}]`;
    if (indexes === undefined && count === undefined)
      errors.push(required(at, 'at least one of succeededCount or succeededIndexes must be specified'));
    const listed = countIndexes(indexes ?? '', completions);
    if (Buffer.byteLength(indexes ?? '') > mostIndexBytes)
      errors.push(tooLong(`${at}.succeededIndexes`, mostIndexBytes));
    if (typeof listed === 'string')
      errors.push(invalidValue(`${at}.succeededIndexes`, indexes, `error parsing succeededIndexes: ${listed}`));
    if (count === undefined) continue;
    if (count < 0) errors.push(invalidValue(`${at}.succeededCount`, count, 'must be greater than or equal to 0'));
    if (count > completions) {
      const detail = `must be less than or equal to ${completions} (the number of specified completions)`;
      errors.push(invalidValue(`${at}.succeededCount`, count, detail));
    }
    const most = typeof listed === 'string' ? 0 : listed;
    if (indexes !== undefined && count > most) {
      const detail = `must be less than or equal to ${most} (the number of indexes in the specified succeededIndexes field)`;
      errors.push(invalidValue(`${at}.succeededCount`, count, detail));
    }
  }
  return errors;
}
