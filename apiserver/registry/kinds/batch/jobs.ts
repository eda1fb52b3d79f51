// Jobs: a job selects its own pods by its uid, and what it runs never changes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Cell, Strategy } from '../../contract/resource.ts';
import type { PodTemplate } from '../core/pod/spec/pod-spec.ts';
import type { JobSpec } from './job/job-validation.ts';
import { isDeepStrictEqual } from 'node:util';
import { humanDuration } from '../../../../shared/object/duration.ts';
import { immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { labelMap, labelSelectorOf } from '../../../../shared/object/label-selector.ts';
import { checkDns1123Label } from '../../../../shared/object/names.ts';
import { parseTime } from '../../../../shared/object/time.ts';
import { podRules, type PodRules } from '../core/pod/pod-spec-validation.ts';
import { defaultPodSpec } from '../core/pod/spec/pod-spec.ts';
import { podTolerances } from '../core/pod/spec/pod-tolerances.ts';
import { templateMismatch } from '../core/pod/template-labels.ts';
import { templateTable, type TemplateOwner } from '../core/pod/table/template-table.ts';
import { readPath } from '../fields/selectable-fields.ts';
import { column } from '../printers/columns.ts';
import { contentGeneration } from '../row/generation.ts';
import { hostNameWarnings } from '../rule/host-names.ts';
import { labelSelectorErrors, selectorTolerance } from '../rule/label-selector-validation.ts';
import { jobErrors } from './job/job-validation.ts';
import { jobWarnings } from './job/job-warnings.ts';
import { jobStatusErrors } from './job/job-status.ts';

interface Job extends ApiObject {
  spec?: JobSpec;
  status?: { startTime?: string; [field: string]: unknown };
}

const jobPodsStay =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set ' +
  'propagationPolicy=Orphan to suppress this warning';

function jobStrategy(vendor: Vendor, rules: PodRules): Strategy {
  const label = (name: string): string => vendor.fill(`batch.{label}/${name}`);
  return {
    orphansByDefault: { warning: jobPodsStay },
    tolerances: [...podTolerances, selectorTolerance('spec.selector')],
    createWarnings: (object) => hostNameWarnings(object),
    warnings: jobWarnings(vendor, 'spec', (object) => (object as Job).spec),
    applyDefaults(object) {
      const { spec } = object as Job;
      if (spec === undefined) return;
      spec.completionMode ??= 'NonIndexed';
      if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
      spec.parallelism ??= 1;
      // Where each index has a limit of its own, that of the whole job does not count.
      spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : 2 ** 31 - 1;
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
      const alike = metadata.labels !== undefined && metadata.labels === template.metadata?.labels;
      template.metadata = {
        ...template.metadata,
        // What the client set stays, and is refused below where it is another's.
        labels: {
          'controller-uid': uid,
          'job-name': metadata.name ?? '',
          [label('controller-uid')]: uid,
          [label('job-name')]: metadata.name ?? '',
          ...template.metadata?.labels,
        },
      };
      // What the client selects beside is kept, and refused below.
      const { matchLabels } = spec.selector ?? {};
      spec.selector = { ...spec.selector, matchLabels: { [label('controller-uid')]: uid, ...matchLabels } };
      if (alike) delete metadata.labels;
      labelLikePods(object);
    },
    validateCreate(object) {
      const { spec } = object as Job;
      return [
        ...generatedErrors(object, label, true),
        ...jobErrors(spec, 'spec', rules),
        ...selectorErrors(spec),
        ...indexedNameErrors(object),
      ];
    },
    validateUpdate(object, old) {
      const spec = (object as Job).spec ?? {};
      const { spec: before = {}, status } = old as Job;
      before.manualSelector ??= false;
      // While it is suspended and has not run yet, where its pods go may still be decided.
      const mayMove = before.suspend === true && status?.startTime === undefined;
      const same = isDeepStrictEqual(spec.template, before.template);
      const known = before.template?.metadata?.labels ?? {};
      const prefixed = ['controller-uid', 'job-name'].every((name) => Object.hasOwn(known, label(name)));
      const errors = [
        ...generatedErrors(object, label, prefixed),
        ...jobErrors(spec, 'spec', rules),
        ...selectorErrors(spec),
        ...countErrors(spec, before),
      ];
      for (const field of fixed)
        if (!isDeepStrictEqual(spec[field], before[field])) errors.push(immutable(`spec.${field}`, spec[field]));
      const kept = mayMove ? withPlaceOf(before.template, spec.template) : before.template;
      if (!same && !isDeepStrictEqual(withoutAbsent(spec.template), withoutAbsent(kept)))
        errors.push(immutable('spec.template', spec.template));
      return errors;
    },
    validateStatusUpdate: (object, old) => jobStatusErrors(object, old),
  };
}

/**
 * Unless a client says that it selects by itself, a job selects its pods by labels that were made for it. `prefixed`: those of
 * the vendor's too, which old jobs have not.
 */
function generatedErrors(
  { spec, metadata }: Job,
  label: (name: string) => string,
  prefixed: boolean,
): readonly FieldError[] {
  if (spec?.manualSelector === true || spec?.selector === undefined) return [];
  const { uid = '', name = '' } = metadata;
  const own = { 'controller-uid': uid, 'job-name': name };
  const labels = prefixed ? { ...own, [label('controller-uid')]: uid, [label('job-name')]: name } : own;
  const errors = labelErrors(spec.template?.metadata?.labels ?? {}, labels);
  const readable = labelSelectorErrors(spec.selector, '').length === 0;
  if (!readable || labelSelectorOf(spec.selector).matches(labelMap(labels))) return errors;
  return [...errors, invalidValue('spec.selector', spec.selector, '`selector` not auto-generated')];
}

/** A job without labels has those of its pods: the very same, so that they stay alike when its pods get more of them. */
function labelLikePods({ metadata, spec }: Job): void {
  const labels = spec?.template?.metadata?.labels;
  if (labels !== undefined && Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = labels;
}

const fixed = [
  'selector',
  'completionMode',
  'podFailurePolicy',
  'backoffLimitPerIndex',
  'managedBy',
  'successPolicy',
] as const;

/** The labels that tell the pods of a job from those of all others. */
function labelErrors(
  labels: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, string>>,
): readonly FieldError[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    if (labels[key] === value) return [];
    const path = `spec.template.metadata.labels[${key}]`;
    const detail = `must be '${value}'`;
    return [Object.hasOwn(labels, key) ? invalidValue(path, labels, detail) : required(path, detail)];
  });
}

/** The hosts of indexed pods are called after the job, up to the last index. */
function indexedNameErrors({ spec, metadata }: Job): readonly FieldError[] {
  const { completionMode, completions = 0 } = spec ?? {};
  if (completionMode !== 'Indexed' || completions <= 0) return [];
  const host = `${metadata.name ?? ''}-${completions - 1}`;
  if (checkDns1123Label(host).length === 0) return [];
  const detail = `will not able to create pod with invalid DNS label: ${host}`;
  return [invalidValue('metadata.name', metadata.name, detail)];
}

/** The number of completions is fixed, but with indexes it may follow the number of pods. */
function countErrors(spec: JobSpec, before: JobSpec): readonly FieldError[] {
  const { completions, parallelism, completionMode } = spec;
  if (completions === before.completions) return [];
  if (completionMode !== 'Indexed') return [immutable('spec.completions', completions)];
  if (completions === undefined || completions === parallelism) return [];
  return [invalidValue('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')];
}

function selectorErrors(spec: JobSpec | undefined): readonly FieldError[] {
  const { selector, template } = spec ?? {};
  const labels = template?.metadata?.labels;
  if (selector === undefined) return [required('spec.selector'), templateMismatch(labels)];
  const errors = labelSelectorErrors(selector, 'spec.selector');
  if (errors.length > 0 || labelSelectorOf(selector).matches(labelMap(labels))) return errors;
  return [templateMismatch(labels)];
}

/** The template as it was, but for the nodes that its pods go to, and what they are called. */
function withPlaceOf(before: PodTemplate | undefined, now: PodTemplate | undefined): PodTemplate {
  const { labels, annotations } = now?.metadata ?? {};
  const { nodeSelector, tolerations, schedulingGates, affinity } = now?.spec ?? {};
  const nodeAffinity = affinity?.nodeAffinity;
  const { nodeAffinity: _old, ...others } = before?.spec?.affinity ?? {};
  const kept = nodeAffinity === undefined ? others : { ...others, nodeAffinity };
  const placed = affinity === undefined && Object.keys(others).length === 0 ? undefined : kept;
  return {
    ...before,
    metadata: { ...before?.metadata, labels, annotations },
    spec: { ...before?.spec, nodeSelector, tolerations, schedulingGates, affinity: placed },
  } as PodTemplate;
}

/** For comparing: a field that is undefined is one that is absent, and so is empty metadata. */
function withoutAbsent(template: PodTemplate | undefined): unknown {
  return JSON.parse(JSON.stringify({ ...template, metadata: template?.metadata ?? {} }));
}

interface PrintedJob extends TemplateOwner {
  readonly spec?: TemplateOwner['spec'] & { readonly completions?: number; readonly parallelism?: number };
  readonly status?: {
    readonly startTime?: string;
    readonly completionTime?: string;
    readonly succeeded?: number;
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
  };
}

const jobPrinter = templateTable<PrintedJob>({
  columns: [
    column('Status', 'string', 'Whether the job runs, waits or has ended, and how.'),
    column('Completions', 'string', 'Pods that succeeded, of those needed.'),
    column('Duration', 'string', 'Time from the start to the end, or until now.'),
  ],
  cells: (job) => [jobStatus(job), completions(job), duration(job)],
  maker: ({ spec }) => spec,
});

function jobStatus({ status, metadata }: PrintedJob): string {
  const holds = (type: string): boolean =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') === true;
  if (holds('Complete')) return 'Complete';
  if (holds('Failed')) return 'Failed';
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (holds('Suspended')) return 'Suspended';
  if (holds('FailureTarget')) return 'FailureTarget';
  return holds('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}

function completions({ spec, status }: PrintedJob): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function duration({ status }: PrintedJob): Cell {
  const start = status?.startTime === undefined ? undefined : parseTime(status.startTime);
  if (start === undefined) return '';
  const end = status?.completionTime === undefined ? undefined : parseTime(status.completionTime);
  return end === undefined ? { before: '', since: start, after: '' } : humanDuration(end - start);
}

export default {
  group: 'batch',
  kind: 'Job',
  name: 'jobs',
  namespaced: true,
  versions: [{ version: 'v1' }],
  categories: ['all'],
  subresources: ['status'],
  strategy: (vendor) => jobStrategy(vendor, podRules(vendor)),
  printer: jobPrinter,
  selectableFields: [['status.successful', (object) => readPath(object, ['status', 'succeeded']) || '0']],
  generation: contentGeneration,
} satisfies KindRecord;
