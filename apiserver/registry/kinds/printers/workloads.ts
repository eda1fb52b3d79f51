// The tables of what runs pods: deployments, replica sets, stateful sets, daemon sets, replication controllers, jobs and
// cron jobs.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { Cell, Column, TablePrinter } from '../../contract/resource.ts';
import type { PodTemplate } from '../core/pod/pod-spec.ts';
import { humanDuration } from '../../../../shared/object/duration.ts';
import { parseTime } from '../../../../shared/object/time.ts';
import { labelsText, selectorText } from '../../object/selector-text.ts';
import { ageColumn, ageOf, column, nameColumn, orNone, since, wide } from './columns.ts';

interface Printed extends ApiObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelectorObject;
    readonly template?: PodTemplate;
    readonly completions?: number;
    readonly parallelism?: number;
    readonly suspend?: boolean;
    readonly schedule?: string;
    readonly timeZone?: string;
    readonly jobTemplate?: {
      readonly spec?: { readonly template?: PodTemplate; readonly selector?: LabelSelectorObject };
    };
  };
  readonly status?: {
    readonly [field: string]: unknown;
    readonly startTime?: string;
    readonly completionTime?: string;
    readonly lastScheduleTime?: string;
    readonly active?: number | readonly unknown[];
    readonly succeeded?: number;
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
  };
}

const containerColumns: readonly Column[] = [
  wide('Containers', 'string', 'Names of the containers of the template.'),
  wide('Images', 'string', 'Images of the containers of the template.'),
];
const selectorColumn = wide('Selector', 'string', 'Labels of the pods that belong to it.');

export const deploymentPrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Ready', 'string', 'Ready pods, of those wanted.'),
    column('Up-to-date', 'string', 'Pods made from the current template.'),
    column('Available', 'string', 'Pods that have been ready long enough.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells(object) {
    const printed = object as Printed;
    const ready = `${count(printed, 'readyReplicas')}/${printed.spec?.replicas ?? 0}`;
    const numbers = [count(printed, 'updatedReplicas'), count(printed, 'availableReplicas')];
    return [nameOf(object), ready, ...numbers, ageOf(object), ...containers(printed.spec?.template), selector(printed)];
  },
};

/** Replica sets and replication controllers. */
export const replicaSetPrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Desired', 'integer', 'Pods wanted.'),
    column('Current', 'integer', 'Pods there are.'),
    column('Ready', 'integer', 'Pods that are ready.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells(object) {
    const printed = object as Printed;
    const numbers = [printed.spec?.replicas ?? 0, count(printed, 'replicas'), count(printed, 'readyReplicas')];
    return [nameOf(object), ...numbers, ageOf(object), ...containers(printed.spec?.template), selector(printed)];
  },
};

export const statefulSetPrinter: TablePrinter = {
  columns: [nameColumn, column('Ready', 'string', 'Ready pods, of those wanted.'), ageColumn, ...containerColumns],
  cells(object) {
    const printed = object as Printed;
    const ready = `${count(printed, 'readyReplicas')}/${printed.spec?.replicas ?? 0}`;
    return [nameOf(object), ready, ageOf(object), ...containers(printed.spec?.template)];
  },
};

export const daemonSetPrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Desired', 'integer', 'Nodes that should run the pod.'),
    column('Current', 'integer', 'Nodes that run it.'),
    column('Ready', 'integer', 'Nodes on which it is ready.'),
    column('Up-to-date', 'integer', 'Nodes that run the current template.'),
    column('Available', 'integer', 'Nodes on which it has been ready long enough.'),
    column('Node Selector', 'string', 'Labels of the nodes that should run the pod.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells(object) {
    const printed = object as Printed;
    const fields = [
      'desiredNumberScheduled',
      'currentNumberScheduled',
      'numberReady',
      'updatedNumberScheduled',
      'numberAvailable',
    ];
    const nodes = printed.spec?.template?.spec?.nodeSelector;
    const nodeSelector = orNone(labelsText(nodes));
    const numbers = fields.map((field) => count(printed, field));
    return [
      nameOf(object),
      ...numbers,
      nodeSelector,
      ageOf(object),
      ...containers(printed.spec?.template),
      selector(printed),
    ];
  },
};

export const jobPrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Status', 'string', 'Whether the job runs, waits or has ended, and how.'),
    column('Completions', 'string', 'Pods that succeeded, of those needed.'),
    column('Duration', 'string', 'Time from the start to the end, or until now.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells(object) {
    const job = object as Printed;
    return [
      nameOf(object),
      jobStatus(job),
      completions(job),
      duration(job),
      ageOf(object),
      ...containers(job.spec?.template),
      selector(job),
    ];
  },
};

export const podTemplatePrinter: TablePrinter = {
  columns: [
    nameColumn,
    ...containerColumns.map((narrow) => ({ ...narrow, priority: 0 })),
    column('Pod Labels', 'string', 'Labels of the pods made from it.'),
  ],
  cells(object) {
    const { template } = object as ApiObject & { readonly template?: PodTemplate };
    return [nameOf(object), ...containers(template), orNone(labelsText(template?.metadata?.labels))];
  },
};

export const cronJobPrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Schedule', 'string', 'When it runs, in cron format.'),
    column('Timezone', 'string', 'Time zone of the schedule.'),
    column('Suspend', 'boolean', 'Whether further runs are held back.'),
    column('Active', 'integer', 'Jobs that run now.'),
    column('Last Schedule', 'string', 'Time since a job was last started.'),
    ageColumn,
    ...containerColumns,
    selectorColumn,
  ],
  cells(object) {
    const cron = object as Printed;
    const { active, lastScheduleTime } = cron.status ?? {};
    return [
      nameOf(object),
      cron.spec?.schedule ?? '',
      orNone(cron.spec?.timeZone),
      // A text in a column of truth values: that is what clients get from the system this one stands for.
      cron.spec?.suspend === true ? 'True' : 'False',
      Array.isArray(active) ? active.length : 0,
      lastScheduleTime === undefined ? '<none>' : since(lastScheduleTime),
      ageOf(object),
      ...containers(cron.spec?.jobTemplate?.spec?.template),
      orNone(selectorText(cron.spec?.jobTemplate?.spec?.selector)),
    ];
  },
};

function jobStatus({ status, metadata }: Printed): string {
  const holds = (type: string): boolean =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') === true;
  if (holds('Complete')) return 'Complete';
  if (holds('Failed')) return 'Failed';
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (holds('Suspended')) return 'Suspended';
  if (holds('FailureTarget')) return 'FailureTarget';
  return holds('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}

function completions({ spec, status }: Printed): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function duration({ status }: Printed): Cell {
  const start = status?.startTime === undefined ? undefined : parseTime(status.startTime);
  if (start === undefined) return '';
  const end = status?.completionTime === undefined ? undefined : parseTime(status.completionTime);
  return end === undefined ? { before: '', since: start, after: '' } : humanDuration(end - start);
}

function nameOf({ metadata }: ApiObject): string {
  return metadata.name ?? '';
}

function count({ status }: Printed, field: string): number {
  const value = status?.[field];
  return typeof value === 'number' ? value : 0;
}

function containers(template: PodTemplate | undefined): readonly Cell[] {
  const list = template?.spec?.containers ?? [];
  return [list.map(({ name }) => name ?? '').join(','), list.map(({ image }) => image ?? '').join(',')];
}

function selector({ spec }: Printed): string {
  return orNone(selectorText(spec?.selector));
}
