// Cron jobs: a schedule that can be read, and jobs that would be taken.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import type { PodTemplate } from '../core/pod/spec/pod-spec.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { podRules, type PodRules } from '../core/pod/pod-spec-validation.ts';
import { defaultPodSpec } from '../core/pod/spec/pod-spec.ts';
import { podTolerances } from '../core/pod/spec/pod-tolerances.ts';
import { templateTable } from '../core/pod/table/template-table.ts';
import { column, orNone, since } from '../printers/columns.ts';
import { contentGeneration } from '../row/generation.ts';
import { hostNameWarnings } from '../rule/host-names.ts';
import { jobWarnings } from './job/job-warnings.ts';
import { scheduleFault, timeZoneFault } from './job/cron-schedule.ts';
import { jobErrors, type JobSpec } from './job/job-validation.ts';

interface CronJob extends ApiObject {
  spec?: {
    schedule?: string;
    timeZone?: string;
    jobTemplate?: { spec?: JobSpec };
    [field: string]: unknown;
  };
}

function cronJobStrategy(vendor: Vendor, rules: PodRules): Strategy {
  return {
    tolerances: podTolerances,
    warnings: jobWarnings(vendor, 'spec.jobTemplate.spec', (object) => (object as CronJob).spec?.jobTemplate?.spec),
    applyDefaults(object) {
      const template = (object as CronJob).spec?.jobTemplate?.spec?.template?.spec;
      if (template !== undefined) defaultPodSpec(template);
    },
    createWarnings: (object) => hostNameWarnings(object),
    validateCreate: (object) => cronJobErrors(object, undefined, rules),
    validateUpdate: (object, old) => cronJobErrors(object, old, rules),
  };
}

const longestName = 52;

function cronJobErrors({ spec, metadata }: CronJob, old: CronJob | undefined, rules: PodRules): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { schedule = '', timeZone, jobTemplate } = spec ?? {};
  const before = old?.spec;
  if (schedule === '') errors.push(required('spec.schedule'));
  else addAll(errors, scheduleErrors(schedule, timeZone, before?.schedule?.includes('TZ') === true));
  if (timeZone !== undefined && timeZone !== before?.timeZone) {
    const fault = timeZoneFault(timeZone);
    if (fault !== undefined) errors.push(invalidValue('spec.timeZone', timeZone, fault));
  }
  if (old === undefined && (metadata.name ?? '').length > longestName)
    errors.push(invalidValue('metadata.name', metadata.name, `must be no more than ${longestName} characters`));
  const job = jobTemplate?.spec;
  const path = 'spec.jobTemplate.spec';
  for (const fault of jobErrors(job, path, rules)) errors.push(fault);
  if (job?.selector !== undefined)
    errors.push(invalidValue(`${path}.selector`, job.selector, '`selector` will be auto-generated'));
  if (job?.manualSelector === true) errors.push(notSupported(`${path}.manualSelector`, true, ['nil', 'false']));
  return errors;
}

/** `zoned`: it had a zone in it before, which it may keep. */
function scheduleErrors(schedule: string, timeZone: string | undefined, zoned: boolean): readonly FieldError[] {
  const path = 'spec.schedule';
  const fault = scheduleFault(schedule);
  const errors = fault === undefined ? [] : [invalidValue(path, schedule, fault)];
  if (!schedule.includes('TZ')) return errors;
  if (!zoned)
    return [
      ...errors,
      invalidValue(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'),
    ];
  if (timeZone === undefined) return errors;
  return [...errors, invalidValue(path, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')];
}

interface PrintedCronJob extends ApiObject {
  readonly spec?: {
    readonly schedule?: string;
    readonly timeZone?: string;
    readonly suspend?: boolean;
    readonly jobTemplate?: {
      readonly spec?: { readonly template?: PodTemplate; readonly selector?: LabelSelectorObject };
    };
  };
  readonly status?: { readonly active?: readonly unknown[]; readonly lastScheduleTime?: string };
}

const cronJobPrinter = templateTable<PrintedCronJob>({
  columns: [
    column('Schedule', 'string', 'When it runs, in cron format.'),
    column('Timezone', 'string', 'Time zone of the schedule.'),
    column('Suspend', 'boolean', 'Whether further runs are held back.'),
    column('Active', 'integer', 'Jobs that run now.'),
    column('Last Schedule', 'string', 'Time since a job was last started.'),
  ],
  cells: ({ spec, status: { active, lastScheduleTime } = {} }) => [
    spec?.schedule ?? '',
    orNone(spec?.timeZone),
    // A text in a boolean column, as in the reference server.
    spec?.suspend === true ? 'True' : 'False',
    Array.isArray(active) ? active.length : 0,
    lastScheduleTime === undefined ? '<none>' : since(lastScheduleTime),
  ],
  maker: ({ spec }) => spec?.jobTemplate?.spec,
});

export default {
  group: 'batch',
  kind: 'CronJob',
  name: 'cronjobs',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['cj'],
  categories: ['all'],
  subresources: ['status'],
  strategy: (vendor) => cronJobStrategy(vendor, podRules(vendor)),
  printer: cronJobPrinter,
  generation: contentGeneration,
} satisfies KindRecord;
