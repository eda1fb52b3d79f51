// One device of a slice: its name, attributes, capacity and taints, what it consumes of shared counters, and which nodes
// can use it.

import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { forbiddenField, invalidValue, required, tooLong } from '../../../../../shared/object/field-error-message.ts';
import { type BindingConditions, bindingConditionErrors } from './binding-conditions.ts';
import { type CapacityPolicy, capacityPolicyErrors } from './capacity-policy.ts';
import { type Taint, taintErrors } from './device-configuration.ts';
import { attributeNameErrors, type Check, labelNameErrors, listErrors, setErrors } from './device-names.ts';
import { type NodeChoice, nodeChoiceErrors } from './node-choice.ts';

interface Attribute {
  readonly int?: number | bigint;
  readonly bool?: boolean;
  readonly string?: string;
  readonly version?: string;
}

interface Capacity {
  readonly value?: string;
  readonly requestPolicy?: CapacityPolicy;
}

interface Consumption {
  readonly counterSet?: string;
  readonly counters?: Readonly<Record<string, object>>;
}

export interface Device extends NodeChoice, BindingConditions {
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly capacity?: Readonly<Record<string, Capacity>>;
  readonly taints?: readonly Taint[];
  readonly consumesCounters?: readonly Consumption[];
  readonly allowMultipleAllocations?: boolean;
}

export interface SliceFacts {
  /** Names of counters by the name of their set. */
  readonly counters: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether each device says which nodes can use it. */
  readonly perDevice: boolean;
}

const mostFacts = 32;
const mostTaints = 4;
const mostCounters = 32;
const longestValue = 64;
const longestFactName = 63 + 1 + 32;
const longestCounterName = 63;
const number = '(0|[1-9]\\d*)';
const release = `(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const versionForm = new RegExp(
  `^${number}\\.${number}\\.${number}(-${release}(\\.${release})*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$`,
);

export function deviceErrors(device: Device, path: string, facts: SliceFacts): readonly FieldError[] {
  const { attributes = {}, capacity = {}, taints = [], allowMultipleAllocations: shared = false } = device;
  const errors = [...labelNameErrors(device.name ?? '', `${path}.name`)];
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  if (count > mostFacts) {
    const detail = `the total number of attributes and capacities must not exceed ${mostFacts}`;
    errors.push(invalidValue(path, count, detail));
  }
  const named = { longest: longestFactName, name: attributeNameErrors };
  addAll(errors, mapErrors(attributes, `${path}.attributes`, { ...named, value: attributeErrors }));
  const capacityErrors: Check<Capacity> = ({ requestPolicy, value = '0' }, place) => {
    if (requestPolicy === undefined) return [];
    const at = `${place}.requestPolicy`;
    return shared
      ? capacityPolicyErrors(requestPolicy, value, at)
      : [forbiddenField(at, 'allowMultipleAllocations must be true')];
  };
  addAll(errors, mapErrors(capacity, `${path}.capacity`, { ...named, value: capacityErrors }));
  addAll(errors, listErrors(taints, `${path}.taints`, mostTaints, taintErrors));
  addAll(errors, consumptionErrors(device.consumesCounters ?? [], path, facts));
  addAll(errors, nodeErrors(device, path, facts.perDevice));
  addAll(errors, bindingConditionErrors(device, path));
  return errors;
}

/** Counters of a set or of a device, by name. */
export function countersErrors(counters: Readonly<Record<string, object>> | undefined, path: string) {
  if (Object.keys(counters ?? {}).length === 0) return [required(path)];
  return mapErrors(counters ?? {}, path, { longest: longestCounterName, name: labelNameErrors, value: () => [] });
}

interface MapRules<T> {
  /** Longer names are shown without their middle. */
  readonly longest: number;
  readonly name: Check<string>;
  readonly value: Check<T>;
}

function mapErrors<T>(map: Readonly<Record<string, T>>, path: string, { longest, name, value }: MapRules<T>) {
  return Object.entries(map).flatMap(([key, item]): readonly FieldError[] => {
    const place = `${path}[${shortened(key, longest)}]`;
    return [...name(key, place), ...value(item, place)];
  });
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const left = longest - '...'.length;
  return `${text.slice(0, Math.floor((left + 1) / 2))}...${text.slice(text.length - Math.floor(left / 2))}`;
}

function attributeErrors(attribute: Attribute, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { string = '', version } = attribute;
  if (Buffer.byteLength(string) > longestValue) errors.push(tooLong(`${path}.string`, longestValue));
  if (version !== undefined && !versionForm.test(version))
    errors.push(invalidValue(`${path}.version`, version, 'must be a string compatible with semver.org spec 2.0.0'));
  if (Buffer.byteLength(version ?? '') > longestValue) errors.push(tooLong(`${path}.version`, longestValue));
  const given = (['int', 'bool', 'string', 'version'] as const).filter((form) => attribute[form] !== undefined);
  const detail = 'exactly one value must be specified';
  if (given.length === 0) errors.push(required(path, detail));
  if (given.length > 1) errors.push(invalidValue(path, attribute, detail));
  return errors;
}

function consumptionErrors(consumed: readonly Consumption[], path: string, { counters }: SliceFacts): FieldError[] {
  const place = `${path}.consumesCounters`;
  const key = { field: 'counterSet', of: ({ counterSet = '' }: Consumption) => counterSet };
  const errors = setErrors(consumed, place, Infinity, oneConsumptionErrors, key);
  const count = consumed.reduce((sum, one) => sum + Object.keys(one.counters ?? {}).length, 0);
  if (count > mostCounters)
    errors.push(invalidValue(path, count, `the total number of counters must not exceed ${mostCounters}`));
  for (const [index, { counterSet = '', counters: taken = {} }] of consumed.entries()) {
    const known = counters.get(counterSet);
    if (known === undefined) {
      const detail = 'must reference a counterSet defined in the ResourceSlice sharedCounters';
      errors.push(invalidValue(`${place}[${index}].counterSet`, counterSet, detail));
      continue;
    }
    const detail = 'must reference a counter defined in the ResourceSlice sharedCounters';
    for (const name of Object.keys(taken))
      if (!known.has(name)) errors.push(invalidValue(`${place}[${index}].counters`, name, detail));
  }
  return errors;
}

function oneConsumptionErrors({ counterSet = '', counters }: Consumption, path: string): readonly FieldError[] {
  const missing = counterSet === '' ? [required(`${path}.counterSet`)] : [];
  return [...missing, ...countersErrors(counters, `${path}.counters`)];
}

function nodeErrors(device: Device, path: string, perDevice: boolean): readonly FieldError[] {
  const { nodeName, nodeSelector, allNodes } = device;
  const where = 'if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
  if (!perDevice) {
    const none = nodeName === undefined && nodeSelector === undefined && allNodes === undefined;
    const detail = `\`nodeName\`, \`nodeSelector\` and \`allNodes\` can only be set ${where}`;
    return none ? [] : [invalidValue(path, null, detail)];
  }
  const rule =
    'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set';
  const detail = `${rule} to true in the ResourceSlice spec`;
  return nodeChoiceErrors(device, path, {
    none: detail,
    several: detail,
    emptyName: 'must not be empty',
    terms: 'any',
  });
}
