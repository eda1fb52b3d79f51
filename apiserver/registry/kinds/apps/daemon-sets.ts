// Daemon sets: a pod on every node that they choose.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { labelsText } from '../../object/selector-text.ts';
import { podRules, type PodRules } from '../core/pod/pod-spec-validation.ts';
import { podTolerances } from '../core/pod/spec/pod-tolerances.ts';
import { count, templateTable, type TemplateOwner } from '../core/pod/table/template-table.ts';
import { warningsOfTemplates } from '../core/pod/warning/pod-warnings.ts';
import { column, orNone } from '../printers/columns.ts';
import { selectorTolerance } from '../rule/label-selector-validation.ts';
import { contentGeneration } from '../row/generation.ts';
import { daemonSetErrors } from './workload/workload-validation.ts';
import { defaultRolling, type Workload, workload } from './workload/workload.ts';

/** How often the template of a daemon set has changed: controllers read it to tell old pods from new ones. */
const templateGeneration = 'deprecated.daemonset.template.generation';

function daemonSetStrategy(vendor: Vendor, rules: PodRules): Strategy {
  const plain = workload('DaemonSet', rules, {
    defaults(spec) {
      const update = (spec.updateStrategy ??= {});
      defaultRolling(update, { maxUnavailable: 1, maxSurge: 0 });
      // Parameters of a way of updating that is not in use are kept, those left out as zeros.
      if (update.rollingUpdate !== undefined)
        update.rollingUpdate = { maxUnavailable: 0, maxSurge: 0, ...update.rollingUpdate };
    },
    validate: daemonSetErrors,
  });
  return {
    ...plain,
    tolerances: [...podTolerances, selectorTolerance('spec.selector')],
    warnings: warningsOfTemplates(vendor, { changed: hasOtherTemplate }),
    applyDefaults(object) {
      plain.applyDefaults?.(object);
      // Always there, so that the writer who leaves it out owns it.
      if (object.metadata.annotations?.[templateGeneration] === undefined) annotate(object, '0');
    },
    prepareCreate(object) {
      annotate(object, '1');
    },
    prepareUpdate(object, old) {
      const before = Number.parseInt(old.metadata.annotations?.[templateGeneration] ?? '', 10) || 1;
      annotate(object, String(hasOtherTemplate(object, old) ? before + 1 : before));
    },
  };
}

function hasOtherTemplate(object: ApiObject, old: ApiObject): boolean {
  return !isDeepStrictEqual((object as Workload).spec?.template, (old as Workload).spec?.template);
}

function annotate({ metadata }: ApiObject, generation: string): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: generation };
}

const daemonSetPrinter = templateTable<TemplateOwner>({
  columns: [
    column('Desired', 'integer', 'Nodes that should run the pod.'),
    column('Current', 'integer', 'Nodes that run it.'),
    column('Ready', 'integer', 'Nodes on which it is ready.'),
    column('Up-to-date', 'integer', 'Nodes that run the current template.'),
    column('Available', 'integer', 'Nodes on which it has been ready long enough.'),
    column('Node Selector', 'string', 'Labels of the nodes that should run the pod.'),
  ],
  cells: (set) => [
    count(set, 'desiredNumberScheduled'),
    count(set, 'currentNumberScheduled'),
    count(set, 'numberReady'),
    count(set, 'updatedNumberScheduled'),
    count(set, 'numberAvailable'),
    orNone(labelsText(set.spec?.template?.spec?.nodeSelector)),
  ],
  maker: ({ spec }) => spec,
});

export default {
  group: 'apps',
  kind: 'DaemonSet',
  name: 'daemonsets',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['ds'],
  categories: ['all'],
  subresources: ['status'],
  strategy: (vendor) => daemonSetStrategy(vendor, podRules(vendor)),
  printer: daemonSetPrinter,
  generation: contentGeneration,
} satisfies KindRecord;
