// Deployments: they leave the pods to replica sets.

import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import { podRules, type PodRules } from '../core/pod/pod-spec-validation.ts';
import {
  containerCells,
  containerColumns,
  count,
  selectorCell,
  selectorColumn,
  type TemplateOwner,
} from '../core/pod/template-table.ts';
import { ageColumn, ageOf, column, nameColumn } from '../printers/columns.ts';
import { scale } from '../row/verbs.ts';
import { hostNameWarnings } from '../rule/host-names.ts';
import { deploymentErrors } from './workload/workload-validation.ts';
import { defaultRolling, workload } from './workload/workload.ts';

function deploymentStrategy(rules: PodRules): Strategy {
  return {
    ...workload('Deployment', rules, {
      defaults(spec) {
        spec.revisionHistoryLimit ??= 10;
        spec.progressDeadlineSeconds ??= 600;
        defaultRolling((spec.strategy ??= {}), { maxUnavailable: '25%', maxSurge: '25%' });
      },
      validate: deploymentErrors,
    }),
    createWarnings: (object) => hostNameWarnings(object),
    statusKeeps: ['labels'],
  };
}

const deploymentPrinter: TablePrinter = {
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
    const printed = object as TemplateOwner;
    const ready = `${count(printed, 'readyReplicas')}/${printed.spec?.replicas ?? 0}`;
    const numbers = [count(printed, 'updatedReplicas'), count(printed, 'availableReplicas')];
    return [
      object.metadata.name ?? '',
      ready,
      ...numbers,
      ageOf(object),
      ...containerCells(printed.spec?.template),
      selectorCell(printed),
    ];
  },
};

export default {
  group: 'apps',
  kind: 'Deployment',
  name: 'deployments',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['deploy'],
  categories: ['all'],
  subresources: [scale, 'status'],
  strategy: (vendor) => deploymentStrategy(podRules(vendor)),
  printer: deploymentPrinter,
  generation: { first: 1, content: true, metadata: ['annotations'] },
} satisfies KindRecord;
