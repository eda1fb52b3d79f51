// Stateful sets: their pods have stable names and own volumes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import { isOf, type Tolerance } from '../../contract/tolerance.ts';
import { podTolerances } from '../core/pod/spec/pod-tolerances.ts';
import type { ClaimTemplate } from '../rule/claim-validation.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField } from '../../../../shared/object/field-error-message.ts';
import { podRules, type PodRules } from '../core/pod/pod-spec-validation.ts';
import { containerCells, containerColumns, count, type TemplateOwner } from '../core/pod/table/template-table.ts';
import { warningsOfTemplates } from '../core/pod/warning/pod-warnings.ts';
import { sizeWarnings } from '../core/pod/warning/volume-warnings.ts';
import { ageColumn, ageOf, column, nameColumn } from '../printers/columns.ts';
import { contentGeneration } from '../row/generation.ts';
import { scale } from '../row/verbs.ts';
import { statefulSetErrors } from './workload/workload-validation.ts';
import { defaultRolling, type Workload, workload } from './workload/workload.ts';

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

const keepsAll =
  'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended';

/** Of the claims, and of how many revisions are kept. */
function ownWarnings({ spec = {} }: Workload, isNew: boolean): readonly string[] {
  const claims = (spec.volumeClaimTemplates ?? []).flatMap(({ spec: claim }, index) => {
    const path = `spec.volumeClaimTemplates[${index}]${isNew ? '' : '.Spec'}`;
    return sizeWarnings(claim?.resources, `${path}.resources`);
  });
  return [...claims, ...(Number(spec.revisionHistoryLimit ?? 0) < 0 ? [keepsAll] : [])];
}

/** What cannot change is not validated again. */
const fixedOfStatefulSets = /^spec\.(serviceName|volumeClaimTemplates)\b/;
/** A fault of every set, whatever was stored. */
const ofEverySet = /^spec\.template\.spec\.(restartPolicy|activeDeadlineSeconds)$/;

const statefulSetTolerances: readonly Tolerance[] = [
  { field: fixedOfStatefulSets, when: () => true },
  {
    // A set that was stored with a fault may have any template: it has to be possible to mend it step by step.
    field: /^spec\.template\.spec\b/,
    when: ({ fault, storedFaults }) =>
      !ofEverySet.test(fault.field) &&
      storedFaults().some((known) => isOfSpec(known) && !podTolerances.some((tolerance) => isOf(tolerance, known))),
  },
];

function isOfSpec({ field }: FieldError): boolean {
  return field.startsWith('spec.') && !fixedOfStatefulSets.test(field);
}

function statefulSetStrategy(vendor: Vendor, rules: PodRules): Strategy {
  const ofTemplates = warningsOfTemplates(vendor);
  const plain = workload('StatefulSet', rules, {
    defaults(spec) {
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
      // What may not change is not read again.
      return [{ ...forbiddenField('spec', detail), hides: 'spec.volumeClaimTemplates' }];
    },
  });
  return {
    nameRule: 'label',
    warnings: (object: ApiObject, old?: ApiObject) => [
      ...ofTemplates(object, old),
      ...ownWarnings(object, old === undefined),
    ],
    ...plain,
    tolerances: [...podTolerances, ...statefulSetTolerances],
  };
}

const statefulSetPrinter: TablePrinter = {
  columns: [nameColumn, column('Ready', 'string', 'Ready pods, of those wanted.'), ageColumn, ...containerColumns],
  cells(object) {
    const printed = object as TemplateOwner;
    const ready = `${count(printed, 'readyReplicas')}/${printed.spec?.replicas ?? 0}`;
    return [object.metadata.name ?? '', ready, ageOf(object), ...containerCells(printed.spec?.template)];
  },
};

export default {
  group: 'apps',
  kind: 'StatefulSet',
  name: 'statefulsets',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['sts'],
  categories: ['all'],
  subresources: [scale, 'status'],
  strategy: (vendor) => statefulSetStrategy(vendor, podRules(vendor)),
  printer: statefulSetPrinter,
  generation: contentGeneration,
} satisfies KindRecord;
