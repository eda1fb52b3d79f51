// Deployments: they leave the pods to replica sets.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { podRules, type PodRules } from '../core/pod/pod-spec-validation.ts';
import { count, templateTable, type TemplateOwner } from '../core/pod/table/template-table.ts';
import { warningsOfTemplates } from '../core/pod/warning/pod-warnings.ts';
import { column } from '../printers/columns.ts';
import { scale } from '../row/verbs.ts';
import { hostNameWarnings } from '../rule/host-names.ts';
import { deploymentErrors } from './workload/workload-validation.ts';
import { defaultRolling, workload } from './workload/workload.ts';

function deploymentStrategy(vendor: Vendor, rules: PodRules): Strategy {
  return {
    ...workload('Deployment', rules, {
      defaults(spec) {
        defaultRolling((spec.strategy ??= {}), { maxUnavailable: '25%', maxSurge: '25%' });
      },
      validate: deploymentErrors,
    }),
    createWarnings: (object) => hostNameWarnings(object),
    warnings: warningsOfTemplates(vendor),
    statusKeeps: ['labels'],
  };
}

const deploymentPrinter = templateTable<TemplateOwner>({
  columns: [
    column('Ready', 'string', 'Ready pods, of those wanted.'),
    column('Up-to-date', 'string', 'Pods made from the current template.'),
    column('Available', 'string', 'Pods that have been ready long enough.'),
  ],
  cells: (deployment) => [
    `${count(deployment, 'readyReplicas')}/${deployment.spec?.replicas ?? 0}`,
    count(deployment, 'updatedReplicas'),
    count(deployment, 'availableReplicas'),
  ],
  maker: ({ spec }) => spec,
});

export default {
  group: 'apps',
  kind: 'Deployment',
  name: 'deployments',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['deploy'],
  categories: ['all'],
  subresources: [scale, 'status'],
  strategy: (vendor) => deploymentStrategy(vendor, podRules(vendor)),
  printer: deploymentPrinter,
  generation: { first: 1, content: true, metadata: ['annotations'] },
} satisfies KindRecord;
