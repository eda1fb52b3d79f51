// Runtime classes: how containers are run, which never changes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Toleration } from '../../../../shared/object/toleration.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import {
  duplicateValue,
  immutable,
  invalidValue,
  notSupported,
} from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Label } from '../../../../shared/object/names.ts';
import { labelErrors } from '../../object/metadata-validation.ts';
import { tolerationErrors } from '../core/pod/pod-placement-validation.ts';
import { age, name, printer, text } from '../printers/fields.ts';
import { nodeLabelWarnings } from '../rule/node-label-warnings.ts';
import { type ResourceNames, resourceNames } from '../rule/resource-names.ts';

interface RuntimeClass extends ApiObject {
  readonly handler?: string;
  readonly overhead?: { readonly podFixed?: Readonly<Record<string, string>> };
  readonly scheduling?: {
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly tolerations?: readonly Toleration[];
  };
}

function runtimeClassStrategy(vendor: Vendor, names: ResourceNames): Strategy {
  const labels = nodeLabelWarnings(vendor);
  return {
    warnings: ({ scheduling }: RuntimeClass) =>
      Object.keys(scheduling?.nodeSelector ?? {}).flatMap((label) => labels.of(label, 'scheduling.nodeSelector: ')),
    createOnUpdate: true,
    unconditionalUpdate: false,
    anyFinalizer: true,
    validateCreate: (object) => classErrors(object, names),
    validateUpdate: (object, old: RuntimeClass) => [
      ...classErrors(object, names),
      ...(object['handler'] === old['handler'] ? [] : [immutable('handler', object['handler'])]),
    ],
  };
}

function classErrors(object: RuntimeClass, names: ResourceNames): readonly FieldError[] {
  const { handler = '' } = object;
  const faults = checkDns1123Label(handler).map((fault) => invalidValue('handler', handler, fault));
  return [...faults, ...overheadErrors(object, names), ...schedulingErrors(object)];
}

/** Reported as if they were limits. */
function overheadErrors({ overhead }: RuntimeClass, names: ResourceNames): readonly FieldError[] {
  return Object.entries(overhead?.podFixed ?? {}).flatMap(([name, amount]) => {
    const path = `overhead.limits[${name}]`;
    return [...names.ofContainer(name, path), ...names.amount(name, amount, path)];
  });
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function schedulingErrors({
  scheduling: { nodeSelector, tolerations = [] } = {},
}: RuntimeClass): readonly FieldError[] {
  const errors: FieldError[] = [...labelErrors(nodeSelector, 'scheduling.nodeSelector')];
  const seen = new Set<string>();
  for (const [index, toleration] of tolerations.entries()) {
    const { key = '', operator = '', value = '', effect = '', tolerationSeconds = null } = toleration;
    const identity = JSON.stringify([key, operator, value, effect]);
    const shown = { Key: key, Operator: operator, Value: value, Effect: effect, TolerationSeconds: tolerationSeconds };
    if (seen.has(identity)) errors.push(duplicateValue(`scheduling.tolerations[${index}]`, shown));
    seen.add(identity);
    // So it is reported, and not where the toleration is.
    const path = `scheduling.tolerations.tolerations[${index}]`;
    const faults = [...tolerationErrors(toleration, path)];
    if (effect !== '' && !effects.includes(effect)) faults.push(notSupported(`${path}.effect`, effect, effects));
    addAll(
      errors,
      faults.map((fault) => ({ ...fault, hides: `scheduling.tolerations[${index}]` })),
    );
  }
  return errors;
}

export default {
  group: 'node.{api}',
  kind: 'RuntimeClass',
  name: 'runtimeclasses',
  namespaced: false,
  versions: [{ version: 'v1' }],
  strategy: (vendor) => runtimeClassStrategy(vendor, resourceNames(vendor)),
  printer: printer(name, text('Handler', 'handler'), age),
} satisfies KindRecord;
