// Jobs and cron jobs: a job selects its own pods by its uid, and what it runs never changes.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../shared/object/label-selector.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Strategy } from '../resource.ts';
import type { PodTemplate } from './pod-spec.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  forbiddenField,
  immutable,
  invalidValue,
  notSupported,
  required,
} from '../../../shared/object/field-error-message.ts';
import { defaultPodSpec } from './pod-spec.ts';
import { validatePodTemplate } from './pod-spec-validation.ts';

interface JobSpec {
  parallelism?: number;
  completions?: number;
  backoffLimit?: number;
  completionMode?: string;
  suspend?: boolean;
  manualSelector?: boolean;
  podReplacementPolicy?: string;
  podFailurePolicy?: unknown;
  selector?: LabelSelectorObject;
  template?: PodTemplate;
  [field: string]: unknown;
}

interface Job extends ApiObject {
  spec?: JobSpec;
}

interface CronJob extends ApiObject {
  spec?: {
    schedule?: string;
    timeZone?: string;
    concurrencyPolicy?: string;
    suspend?: boolean;
    jobTemplate?: { spec?: JobSpec };
    [field: string]: unknown;
  };
}

export function jobStrategy(vendor: Vendor): Strategy {
  const label = (name: string): string => vendor.fill(`batch.{label}/${name}`);
  return {
    applyDefaults(object) {
      const { spec } = object as Job;
      if (spec === undefined) return;
      spec.completionMode ??= 'NonIndexed';
      if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
      spec.parallelism ??= 1;
      spec.backoffLimit ??= 6;
      spec.suspend ??= false;
      spec.manualSelector ??= false;
      spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed';
      if (spec.template?.spec !== undefined) defaultPodSpec(spec.template.spec);
      labelLikePods(object);
    },
    prepareCreate(object) {
      const { spec, metadata } = object as Job;
      if (spec === undefined || spec.manualSelector === true) return;
      const uid = metadata.uid ?? '';
      const template = (spec.template ??= {});
      template.metadata = {
        ...template.metadata,
        labels: {
          ...template.metadata?.labels,
          'controller-uid': uid,
          'job-name': metadata.name ?? '',
          [label('controller-uid')]: uid,
          [label('job-name')]: metadata.name ?? '',
        },
      };
      spec.selector = { matchLabels: { [label('controller-uid')]: uid } };
      labelLikePods(object);
    },
    validateCreate: (object) => jobErrors((object as Job).spec, 'spec'),
    validateUpdate(object, old) {
      const spec = (object as Job).spec ?? {};
      const before = (old as Job).spec ?? {};
      const errors: FieldError[] = [];
      before.manualSelector ??= false;
      for (const field of ['completions', 'selector', 'completionMode', 'manualSelector'] as const) {
        if (!isDeepStrictEqual(spec[field], before[field])) errors.push(immutable(`spec.${field}`, spec[field]));
      }
      // While it is suspended and has not run yet, where its pods go may still be decided.
      const mayMove = before.suspend === true;
      if (!mayMove && !isDeepStrictEqual(spec.template, before.template)) {
        errors.push(immutable('spec.template', spec.template));
      }
      return errors;
    },
  };
}

/** A job without labels has those of its pods. */
function labelLikePods({ metadata, spec }: Job): void {
  const labels = spec?.template?.metadata?.labels;
  if (labels !== undefined && Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels };
}

const fields = 5;

export const cronJobStrategy: Strategy = {
  applyDefaults(object) {
    const { spec } = object as CronJob;
    if (spec === undefined) return;
    spec.concurrencyPolicy ??= 'Allow';
    spec.suspend ??= false;
    spec.successfulJobsHistoryLimit ??= 3;
    spec.failedJobsHistoryLimit ??= 1;
    const template = spec.jobTemplate?.spec?.template?.spec;
    if (template !== undefined) defaultPodSpec(template);
  },
  validateCreate: (object) => cronJobErrors(object),
  validateUpdate: (object) => cronJobErrors(object),
};

function cronJobErrors({ spec, metadata }: CronJob): readonly FieldError[] {
  const errors: FieldError[] = [];
  const schedule = spec?.schedule ?? '';
  if (schedule === '') errors.push(required('spec.schedule'));
  else if (!isSchedule(schedule))
    errors.push(
      invalidValue(
        'spec.schedule',
        schedule,
        `expected exactly ${fields} fields, found ${schedule.trim().split(/\s+/).length}: ${schedule}`,
      ),
    );
  if (schedule.includes('TZ'))
    errors.push(
      invalidValue('spec.schedule', schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'),
    );
  if ((metadata.name ?? '').length > 52)
    errors.push(invalidValue('metadata.name', metadata.name, 'must be no more than 52 characters'));
  const policies = ['Allow', 'Forbid', 'Replace'];
  if (spec?.concurrencyPolicy !== undefined && !policies.includes(spec.concurrencyPolicy)) {
    errors.push(notSupported('spec.concurrencyPolicy', spec.concurrencyPolicy, policies));
  }
  for (const fault of jobErrors(spec?.jobTemplate?.spec, 'spec.jobTemplate.spec')) errors.push(fault);
  return errors;
}

function isSchedule(text: string): boolean {
  if (/^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every \S+)$/.test(text)) return true;
  return (
    text
      .replace(/^(CRON_)?TZ=\S+\s+/, '')
      .trim()
      .split(/\s+/).length === fields
  );
}

function jobErrors(spec: JobSpec | undefined, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const field of [
    'parallelism',
    'completions',
    'backoffLimit',
    'activeDeadlineSeconds',
    'ttlSecondsAfterFinished',
  ]) {
    const value = spec?.[field];
    if (typeof value === 'number' && value < 0)
      errors.push(invalidValue(`${path}.${field}`, value, 'must be greater than or equal to 0'));
  }
  if (spec?.manualSelector === true && spec.selector === undefined) errors.push(required(`${path}.selector`));
  if (path !== 'spec' && spec?.selector !== undefined)
    errors.push(forbiddenField(`${path}.selector`, '`selector` will be auto-generated'));
  for (const fault of validatePodTemplate(spec?.template, `${path}.template`, ['OnFailure', 'Never']))
    errors.push(fault);
  return errors;
}
