// Replication controllers, the oldest kind that keeps a number of pods alike: the selector is a plain map and follows from
// the template.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import type { PodTemplate } from './pod/spec/pod-spec.ts';
import { alsoDeclared, negativeValue, required } from '../../../../shared/object/field-error-message.ts';
import { labelMap, labelSelectorOf } from '../../../../shared/object/label-selector.ts';
import { orElse } from '../fields/selectable-fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { scale } from '../row/verbs.ts';
import { checkedStatus, replicaCounts } from '../rule/status-counts.ts';
import { podRules, type PodRules } from './pod/pod-spec-validation.ts';
import { defaultPodSpec } from './pod/spec/pod-spec.ts';
import { podTolerances } from './pod/spec/pod-tolerances.ts';
import { templateMismatch } from './pod/template-labels.ts';
import { replicaPrinter } from './pod/table/template-table.ts';
import { warningsOfTemplates } from './pod/warning/pod-warnings.ts';
import { hostNameWarnings } from '../rule/host-names.ts';

type ReplicationController = ApiObject & {
  spec?: {
    replicas?: number;
    minReadySeconds?: number;
    selector?: Record<string, string>;
    template?: PodTemplate;
  };
};

function replicationControllerStrategy(vendor: Vendor, rules: PodRules): Strategy {
  return {
    tolerances: podTolerances,
    createWarnings: (object) => hostNameWarnings(object),
    warnings: warningsOfTemplates(vendor),
    orphansByDefault: {},
    applyDefaults(object) {
      const { spec } = object as ReplicationController;
      const labels = spec?.template?.metadata?.labels;
      if (spec?.template?.spec !== undefined) defaultPodSpec(spec.template.spec);
      if (spec === undefined || labels === undefined) return;
      if (spec.selector === undefined || Object.keys(spec.selector).length === 0) spec.selector = { ...labels };
      if (object.metadata.labels === undefined) object.metadata.labels = { ...labels };
    },
    validateCreate: (object) => controllerErrors(object, rules),
    validateUpdate: (object) => controllerErrors(object, rules),
    validateStatusUpdate: checkedStatus(replicaCounts),
  };
}

function controllerErrors({ spec }: ReplicationController, rules: PodRules): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { minReadySeconds = 0, selector = {}, replicas } = spec ?? {};
  if (minReadySeconds < 0) errors.push(alsoDeclared(negativeValue('spec.minReadySeconds', minReadySeconds)));
  if (Object.keys(selector).length === 0) errors.push(required('spec.selector'));
  if (replicas === undefined) errors.push(alsoDeclared(required('spec.replicas')));
  else if (replicas < 0) errors.push(alsoDeclared(negativeValue('spec.replicas', replicas)));
  if (spec?.template === undefined) return [...errors, required('spec.template')];
  const labels = spec.template.metadata?.labels;
  if (!labelSelectorOf({ matchLabels: selector }).matches(labelMap(labels))) errors.push(templateMismatch(labels));
  return [...errors, ...rules.template(spec.template, 'spec.template', ['Always'], 'ReplicationController')];
}

export default {
  group: '',
  kind: 'ReplicationController',
  name: 'replicationcontrollers',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['rc'],
  categories: ['all'],
  subresources: [scale, 'status'],
  strategy: (vendor) => replicationControllerStrategy(vendor, podRules(vendor)),
  printer: replicaPrinter,
  selectableFields: [orElse('status.replicas', '0')],
  generation: contentGeneration,
} satisfies KindRecord;
