// Deployments, replica sets, stateful sets, daemon sets and replication controllers: the defaults of their update strategies,
// and what of them never changes. What they must hold is in `workload-validation.ts`.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import { hostNameWarnings } from '../rule/host-names.ts';
import type { PodRules } from '../core/pod/pod-spec-validation.ts';
import type { PodTemplate } from '../core/pod/pod-spec.ts';
import type { ClaimTemplate } from '../rule/claim-validation.ts';
import type { UpdateStrategy, WorkloadSpec } from './workload-validation.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, immutable, required } from '../../../../shared/object/field-error-message.ts';
import { labelMap, labelSelectorOf } from '../../../../shared/object/label-selector.ts';
import { defaultPodSpec } from '../core/pod/pod-spec.ts';
import {
  daemonSetErrors,
  deploymentErrors,
  mismatch,
  statefulSetErrors,
  workloadErrors,
} from './workload-validation.ts';

export interface Workload extends ApiObject {
  spec?: WorkloadSpec;
}

/** By group and kind. */
export function workloadStrategies(rules: PodRules): readonly (readonly [string, Strategy])[] {
  return [
    ['/PodTemplate', podTemplateStrategy(rules)],
    ['/ReplicationController', replicationControllerStrategy(rules)],
    ['apps/ControllerRevision', controllerRevisionStrategy],
    ['apps/DaemonSet', daemonSetStrategy(rules)],
    ['apps/Deployment', deploymentStrategy(rules)],
    ['apps/ReplicaSet', { ...workload('ReplicaSet', rules, {}), createWarnings: (object) => hostNameWarnings(object) }],
    ['apps/StatefulSet', statefulSetStrategy(rules)],
  ];
}

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

/** How often the template of a daemon set has changed: controllers read it to tell old pods from new ones. */
const templateGeneration = 'deprecated.daemonset.template.generation';

function daemonSetStrategy(rules: PodRules): Strategy {
  return {
    ...workload('DaemonSet', rules, {
      defaults(spec) {
        spec.revisionHistoryLimit ??= 10;
        defaultRolling((spec.updateStrategy ??= {}), { maxUnavailable: 1, maxSurge: 0 });
      },
      validate: daemonSetErrors,
    }),
    prepareCreate(object) {
      annotate(object, '1');
    },
    prepareUpdate(object, old) {
      const before = Number.parseInt(old.metadata.annotations?.[templateGeneration] ?? '', 10) || 1;
      const changed = !isDeepStrictEqual((object as Workload).spec?.template, (old as Workload).spec?.template);
      annotate(object, String(changed ? before + 1 : before));
    },
  };
}

function annotate({ metadata }: ApiObject, generation: string): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: generation };
}

const anyPolicy = ['Always', 'OnFailure', 'Never'];

function podTemplateStrategy(rules: PodRules): Strategy {
  const templateOf = (object: ApiObject) => (object as ApiObject & { template?: PodTemplate }).template;
  return {
    deleteReturnsObject: true,
    applyDefaults(object) {
      const spec = templateOf(object)?.spec;
      if (spec !== undefined) defaultPodSpec(spec);
    },
    validateCreate: (object) => rules.template(templateOf(object), 'template', anyPolicy),
    validateUpdate: (object) => rules.template(templateOf(object), 'template', anyPolicy),
  };
}

/** What a workload was like once: kept to go back to, so it never changes. */
const controllerRevisionStrategy: Strategy = {
  validateCreate({ data }) {
    if (data === undefined || data === null) return [required('data', 'data is mandatory')];
    const isObject = typeof data === 'object' && !Array.isArray(data);
    return isObject ? [] : [required('data', 'data must be a valid JSON object')];
  },
  validateUpdate: ({ data }, old) => (isDeepStrictEqual(data, old.data) ? [] : [immutable('data', data)]),
};

const mutableOfStatefulSets = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

/** Claims that say what they are. Those stored by older versions of this server do not. */
function typedClaims(templates: readonly ClaimTemplate[]): ClaimTemplate[] {
  const type = { kind: 'PersistentVolumeClaim', apiVersion: 'v1' };
  return templates.map((template) => ({ ...type, ...template, ...type }));
}

function statefulSetStrategy(rules: PodRules): Strategy {
  return {
    nameRule: 'label',
    ...workload('StatefulSet', rules, {
      defaults(spec) {
        spec.revisionHistoryLimit ??= 10;
        spec.podManagementPolicy ??= 'OrderedReady';
        const update = (spec.updateStrategy ??= {});
        // A type without parameters stays without them.
        if (update.type === undefined || update.rollingUpdate !== undefined) defaultRolling(update, { partition: 0 });
        if (spec.volumeClaimTemplates !== undefined) spec.volumeClaimTemplates = typedClaims(spec.volumeClaimTemplates);
        spec.persistentVolumeClaimRetentionPolicy ??= { whenDeleted: 'Retain', whenScaled: 'Retain' };
      },
      validate: statefulSetErrors,
      changes(spec, stored) {
        const claims = stored.volumeClaimTemplates;
        const before = claims === undefined ? stored : { ...stored, volumeClaimTemplates: typedClaims(claims) };
        const names = new Set([...Object.keys(spec), ...Object.keys(before)]);
        const changed = [...names].some(
          (name) => !mutableOfStatefulSets.includes(name) && !isDeepStrictEqual(spec[name], before[name]),
        );
        if (!changed) return [];
        const list = mutableOfStatefulSets.map((name) => `'${name}'`);
        const detail = `updates to statefulset spec for fields other than ${list.slice(0, -1).join(', ')} and ${list.at(-1)} are forbidden`;
        return [forbiddenField('spec', detail)];
      },
    }),
  };
}

type ReplicationController = ApiObject & { spec?: { selector?: Record<string, string>; template?: PodTemplate } };

/** The oldest of them: its selector is a plain map and follows from the template. */
function replicationControllerStrategy(rules: PodRules): Strategy {
  return {
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
  };
}

/** What distinguishes one kind from the others; `isNew`: it is being created. */
interface Peculiarities {
  readonly defaults?: (spec: WorkloadSpec) => void;
  readonly validate?: (spec: WorkloadSpec, isNew: boolean) => readonly FieldError[];
  /** What may not change; by default the selector. */
  readonly changes?: (spec: WorkloadSpec, before: WorkloadSpec) => readonly FieldError[];
}

function workload(
  kind: 'Deployment' | 'ReplicaSet' | 'StatefulSet' | 'DaemonSet',
  rules: PodRules,
  { defaults, validate, changes = fixedSelector }: Peculiarities,
): Strategy {
  return {
    applyDefaults(object) {
      const { spec } = object as Workload;
      if (spec === undefined) return;
      defaults?.(spec);
      if (spec.template?.spec !== undefined) defaultPodSpec(spec.template.spec);
    },
    validateCreate(object) {
      const { spec = {} } = object as Workload;
      return [...workloadErrors(kind, spec, rules, false), ...(validate?.(spec, true) ?? [])];
    },
    validateUpdate(object, old) {
      const { spec = {} } = object as Workload;
      const { spec: before = {} } = old as Workload;
      const same = isDeepStrictEqual(spec.template, before.template);
      return [...workloadErrors(kind, spec, rules, same), ...(validate?.(spec, false) ?? []), ...changes(spec, before)];
    },
  };
}

function fixedSelector(spec: WorkloadSpec, before: WorkloadSpec): readonly FieldError[] {
  return isDeepStrictEqual(spec.selector, before.selector) ? [] : [immutable('spec.selector', spec.selector)];
}

function defaultRolling(strategy: UpdateStrategy, rolling: Record<string, unknown>): void {
  strategy.type ??= 'RollingUpdate';
  if (strategy.type !== 'RollingUpdate') return;
  strategy.rollingUpdate = { ...rolling, ...strategy.rollingUpdate };
}

function controllerErrors({ spec }: ReplicationController, rules: PodRules): readonly FieldError[] {
  const errors: FieldError[] = [];
  const selector = spec?.selector ?? {};
  if (Object.keys(selector).length === 0) errors.push(required('spec.selector'));
  if (spec?.template === undefined) return [...errors, required('spec.template')];
  const labels = spec.template.metadata?.labels;
  if (!labelSelectorOf({ matchLabels: selector }).matches(labelMap(labels))) errors.push(mismatch(labels));
  return [...errors, ...rules.template(spec.template, 'spec.template', ['Always'], 'ReplicationController')];
}
