// Pod templates: what pods are made from, kept as an object of its own.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import type { PodTemplate } from './pod/spec/pod-spec.ts';
import { labelsText } from '../../object/selector-text.ts';
import { column, nameColumn, orNone } from '../printers/columns.ts';
import { contentGeneration } from '../row/generation.ts';
import { podRules, type PodRules } from './pod/pod-spec-validation.ts';
import { defaultPodSpec } from './pod/spec/pod-spec.ts';
import { podTolerances } from './pod/spec/pod-tolerances.ts';
import { containerCells, containerColumns } from './pod/table/template-table.ts';
import { warningsOfTemplates } from './pod/warning/pod-warnings.ts';

const anyPolicy = ['Always', 'OnFailure', 'Never'];

function podTemplateStrategy(vendor: Vendor, rules: PodRules): Strategy {
  const templateOf = (object: ApiObject) => (object as ApiObject & { template?: PodTemplate }).template;
  return {
    tolerances: podTolerances,
    deleteReturnsObject: true,
    warnings: warningsOfTemplates(vendor, { path: 'template', of: templateOf }),
    applyDefaults(object) {
      const spec = templateOf(object)?.spec;
      if (spec !== undefined) defaultPodSpec(spec);
    },
    validateCreate: (object) => rules.template(templateOf(object), 'template', anyPolicy),
    validateUpdate: (object) => rules.template(templateOf(object), 'template', anyPolicy),
  };
}

const podTemplatePrinter: TablePrinter = {
  columns: [
    nameColumn,
    ...containerColumns.map((narrow) => ({ ...narrow, priority: 0 })),
    column('Pod Labels', 'string', 'Labels of the pods made from it.'),
  ],
  cells(object) {
    const { template } = object as ApiObject & { readonly template?: PodTemplate };
    return [object.metadata.name ?? '', ...containerCells(template), orNone(labelsText(template?.metadata?.labels))];
  },
};

export default {
  group: '',
  kind: 'PodTemplate',
  name: 'podtemplates',
  namespaced: true,
  versions: [{ version: 'v1' }],
  strategy: (vendor) => podTemplateStrategy(vendor, podRules(vendor)),
  printer: podTemplatePrinter,
  generation: contentGeneration,
} satisfies KindRecord;
