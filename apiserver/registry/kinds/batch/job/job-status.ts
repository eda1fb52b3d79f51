// The status of a job, which other controllers may write too: counts never shrink, a finished job stays finished,
// and its conditions are consistent. A rule is checked only when one of its fields has changed, so that an invalid
// status does not block changes of its other fields.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { isDeepStrictEqual } from 'node:util';
import { duplicateValue, immutable, invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { parseTime } from '../../../../../shared/object/time.ts';
import { formatFault, overlapFault } from './job-indexes.ts';

interface JobStatus {
  readonly active?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly ready?: number;
  readonly terminating?: number;
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly completedIndexes?: string;
  readonly failedIndexes?: string;
  readonly uncountedTerminatedPods?: { readonly succeeded?: readonly string[]; readonly failed?: readonly string[] };
  readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
}

export interface JobWithStatus extends ApiObject {
  readonly spec?: {
    readonly completions?: number;
    readonly parallelism?: number;
    readonly completionMode?: string;
    readonly backoffLimitPerIndex?: number;
    readonly suspend?: boolean;
    readonly successPolicy?: unknown;
  };
  readonly status?: JobStatus;
}

const counts = ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const;
const terminal = ['Failed', 'Complete', 'FailureTarget'] as const;

/** Faults of the status of `job`, which becomes that of `old`. */
export function jobStatusErrors(job: JobWithStatus, old: JobWithStatus): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { status = {} } = job;
  for (const name of counts)
    if ((status[name] ?? 0) < 0)
      errors.push(invalidValue(`status.${name}`, status[name], 'must be greater than or equal to 0'));
  errors.push(
    ...uncountedErrors(status),
    ...conditionErrors(job, old),
    ...endErrors(job, old),
    ...indexErrors(job, old),
  );
  if (status.ready !== undefined && changed(job, old, 'ready', 'active') && status.ready > (status.active ?? 0))
    errors.push(invalidValue('status.ready', status.ready, 'cannot set more ready pods than active'));
  return [...errors, ...lastingErrors(job, old)];
}

function uncountedErrors({ uncountedTerminatedPods: uncounted }: JobStatus): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const list of ['succeeded', 'failed'] as const)
    for (const [index, uid] of (uncounted?.[list] ?? []).entries()) {
      const path = `status.uncountedTerminatedPods.${list}[${index}]`;
      if (uid === '') errors.push(invalidValue(path, uid, 'must not be empty'));
      else if (seen.has(uid)) errors.push(duplicateValue(path, uid));
      else seen.add(uid);
    }
  return errors;
}

function conditionErrors(job: JobWithStatus, old: JobWithStatus): readonly FieldError[] {
  const errors: FieldError[] = [];
  const is = (type: string): boolean => holds(job, type);
  const turned = (...types: readonly string[]): boolean => types.some((type) => holds(job, type) !== holds(old, type));
  const { failedIndexes } = job.status ?? {};
  const both = (first: string, second: string): void => {
    errors.push(unfit(`cannot set ${first}=True and ${second}=true conditions`));
  };
  if (turned('Complete', 'Failed') && is('Complete') && is('Failed')) both('Complete', 'Failed');
  if (turned('Complete', 'FailureTarget') && is('Complete') && is('FailureTarget')) both('Complete', 'FailureTarget');
  const failing = turned('Failed') || failedIndexes !== old.status?.failedIndexes;
  if (failing && is('Failed') && !is('FailureTarget'))
    errors.push(unfit('cannot set Failed=True condition without the FailureTarget=true condition'));
  if (turned('Complete', 'SuccessCriteriaMet') && is('Complete') && !is('SuccessCriteriaMet'))
    errors.push(unfit('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'));
  if (is('SuccessCriteriaMet') && is('Failed')) both('SuccessCriteriaMet', 'Failed');
  if (is('SuccessCriteriaMet') && is('FailureTarget')) both('SuccessCriteriaMet', 'FailureTarget');
  if (job.spec?.successPolicy !== undefined && !is('SuccessCriteriaMet') && is('Complete'))
    errors.push(unfit('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'));
  return errors;
}

/** What has to be true of a job that has ended, and of no other. */
function endErrors(job: JobWithStatus, old: JobWithStatus): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { status = {}, spec = {} } = job;
  const { startTime, completionTime, uncountedTerminatedPods: uncounted } = status;
  const complete = holds(job, 'Complete');
  const ends = isFinished(job) !== isFinished(old);
  const completes = complete !== holds(old, 'Complete');
  if (completes || changed(job, old, 'completionTime')) {
    if (completionTime !== undefined && !complete)
      errors.push(
        invalidValue(
          'status.completionTime',
          completionTime,
          'cannot set completionTime when there is no Complete=True condition',
        ),
      );
    if (completionTime === undefined && complete)
      errors.push(required('status.completionTime', 'completionTime is required for Complete jobs'));
  }
  if (changed(job, old, 'startTime', 'completionTime') && startTime !== undefined && completionTime !== undefined)
    if ((parseTime(completionTime) ?? 0) < (parseTime(startTime) ?? 0))
      errors.push(invalidValue('status.completionTime', completionTime, 'must be equal to or after `startTime`'));
  if (!isFinished(job)) return errors;
  if ((ends || changed(job, old, 'active')) && (status.active ?? 0) > 0)
    errors.push(invalidValue('status.active', status.active, 'active>0 is invalid for finished job'));
  const neverRan = spec.suspend === true && spec.completions === 0;
  if ((ends || changed(job, old, 'startTime')) && !neverRan && startTime === undefined)
    errors.push(required('status.startTime', 'startTime is required for finished job'));
  const left = (uncounted?.succeeded?.length ?? 0) + (uncounted?.failed?.length ?? 0);
  if ((ends || changed(job, old, 'uncountedTerminatedPods')) && left > 0)
    errors.push(invalidValue('status.uncountedTerminatedPods', uncounted, 'must be empty for finished job'));
  if ((ends || changed(job, old, 'terminating')) && (status.terminating ?? 0) > 0)
    errors.push(invalidValue('status.terminating', status.terminating, 'terminating>0 is invalid for finished job'));
  return errors;
}

function indexErrors(job: JobWithStatus, old: JobWithStatus): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { completions, completionMode, backoffLimitPerIndex } = job.spec ?? {};
  const { completedIndexes = '', failedIndexes } = job.status ?? {};
  const completedNow = changed(job, old, 'completedIndexes');
  const failedNow = changed(job, old, 'failedIndexes');
  const fault = (text: string): string | undefined =>
    completions === undefined ? undefined : formatFault(text, completions);
  const [wrongCompleted, wrongFailed] = [fault(completedIndexes), fault(failedIndexes ?? '')];
  if (completedNow && wrongCompleted !== undefined)
    errors.push(
      invalidValue('status.completedIndexes', completedIndexes, `error parsing completedIndexes: ${wrongCompleted}`),
    );
  if (failedNow && backoffLimitPerIndex !== undefined && wrongFailed !== undefined)
    errors.push(invalidValue('status.failedIndexes', failedIndexes, `error parsing failedIndexes: ${wrongFailed}`));
  if (completedNow && completedIndexes !== '' && completionMode !== 'Indexed') {
    const detail = 'cannot set non-empty completedIndexes when non-indexed completion mode';
    errors.push(invalidValue('status.completedIndexes', completedIndexes, detail));
  }
  if (failedNow && backoffLimitPerIndex === undefined && failedIndexes !== undefined)
    errors.push(
      invalidValue(
        'status.failedIndexes',
        failedIndexes,
        'cannot set non-null failedIndexes when backoffLimitPerIndex is null',
      ),
    );
  if ((completedNow || failedNow) && completions !== undefined && failedIndexes !== undefined) {
    const overlap = overlapFault(completedIndexes, failedIndexes, completions);
    if (overlap !== undefined) errors.push(invalidValue('status.failedIndexes', failedIndexes, overlap));
  }
  return errors;
}

/** What no update takes back. */
function lastingErrors(job: JobWithStatus, old: JobWithStatus): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { status = {}, spec = {} } = job;
  const { status: before = {} } = old;
  for (const type of terminal)
    if (holds(old, type) && !holds(job, type)) errors.push(unfit(`cannot disable the terminal ${type}=True condition`));
  if ((status.failed ?? 0) < (before.failed ?? 0))
    errors.push(invalidValue('status.failed', status.failed ?? 0, 'cannot decrease the failed counter'));
  const mayShrink = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  if (!mayShrink && (status.succeeded ?? 0) < (before.succeeded ?? 0))
    errors.push(invalidValue('status.succeeded', status.succeeded ?? 0, 'cannot decrease the succeeded counter'));
  const resumes = holds(old, 'Suspended') && holds(job, 'Suspended', 'False');
  if (before.startTime !== undefined && changed(job, old, 'startTime') && !resumes && spec.suspend !== true)
    errors.push(required('status.startTime', 'startTime cannot be removed for unsuspended job'));
  if (holds(old, 'SuccessCriteriaMet') && !holds(job, 'SuccessCriteriaMet'))
    errors.push(unfit('cannot disable the SuccessCriteriaMet=True condition'));
  if (holds(old, 'Complete') && !holds(old, 'SuccessCriteriaMet') && holds(job, 'SuccessCriteriaMet'))
    errors.push(unfit('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions'));
  const { completionTime } = status;
  if (completionTime !== undefined && before.completionTime !== undefined && completionTime !== before.completionTime)
    errors.push(immutable('status.completionTime', completionTime));
  return errors;
}

/** What is wrong with the conditions together. */
function unfit(detail: string): FieldError {
  return { ...invalidValue('status.conditions', undefined, detail), omitValue: true };
}

function holds({ status }: JobWithStatus, type: string, state = 'True'): boolean {
  return status?.conditions?.some((condition) => condition.type === type && condition.status === state) === true;
}

function isFinished(job: JobWithStatus): boolean {
  return holds(job, 'Complete') || holds(job, 'Failed');
}

function changed(job: JobWithStatus, old: JobWithStatus, ...fields: readonly (keyof JobStatus)[]): boolean {
  return fields.some((field) => !isDeepStrictEqual(job.status?.[field], old.status?.[field]));
}
