// Slices: a part of the devices of one driver's pool, and which nodes can use them. The pool, the driver and the node of a
// slice stay.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { atPath } from '../fields/selectable-fields.ts';
import { age, name, printer, text } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { byName, driverNameErrors, labelNameErrors, poolNameErrors, setErrors } from './device/device-names.ts';
import { countersErrors, type Device, deviceErrors } from './device/devices.ts';
import { type NodeChoice, nodeChoiceErrors } from './device/node-choice.ts';

interface CounterSet {
  readonly name?: string;
  readonly counters?: Readonly<Record<string, object>>;
}

interface SliceSpec extends NodeChoice {
  readonly driver?: string;
  readonly pool?: {
    readonly name?: string;
    readonly generation?: number | bigint;
    readonly resourceSliceCount?: number | bigint;
  };
  readonly devices?: readonly Device[] | null;
  readonly sharedCounters?: readonly CounterSet[];
}

type Slice = ApiObject & { readonly spec?: SliceSpec };

const mostDevices = 128;
const mostSharedCounters = 32;
const mostConsumedCounters = 1024;

const resourceSliceStrategy: Strategy = {
  deleteReturnsObject: true,
  prepareCreate: (object, _user, _warn, now) => timeTaints((object as Slice).spec, now),
  prepareUpdate: (object, _old, now) => timeTaints((object as Slice).spec, now),
  validateCreate: (object) => sliceErrors((object as Slice).spec ?? {}),
  validateUpdate(object, old) {
    const { spec = {} } = object as Slice;
    return [...sliceErrors(spec), ...changeErrors(spec, (old as Slice).spec ?? {})];
  },
};

/** Taints without a time were added now. In place. */
function timeTaints(spec: SliceSpec | undefined, now: number): void {
  const added = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  for (const { taints = [] } of spec?.devices ?? []) for (const taint of taints) taint.timeAdded ??= added;
}

function changeErrors(spec: SliceSpec, old: SliceSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (spec.pool?.name !== old.pool?.name) errors.push(immutable('spec.pool.name', spec.pool?.name));
  if (spec.driver !== old.driver) errors.push(immutable('spec.driver', spec.driver));
  if (spec.nodeName !== old.nodeName) errors.push(immutable('spec.nodeName', spec.nodeName));
  return errors;
}

function sliceErrors(spec: SliceSpec): readonly FieldError[] {
  const { driver = '', pool = {}, sharedCounters = [], perDeviceNodeSelection: perDevice = false } = spec;
  const errors = [...driverNameErrors(driver, 'spec.driver'), ...poolNameErrors(pool.name ?? '', 'spec.pool.name')];
  const { resourceSliceCount: slices = 0, generation = 0 } = pool;
  if (slices <= 0) errors.push(invalidValue('spec.pool.resourceSliceCount', slices, 'must be greater than zero'));
  if (generation < 0)
    errors.push(invalidValue('spec.pool.generation', generation, 'must be greater than or equal to zero'));
  const rule = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  addAll(
    errors,
    nodeChoiceErrors(spec, 'spec', {
      none: rule,
      several: `${rule}, but multiple fields are set`,
      emptyName: 'must be either unset or set to a non-empty string',
      terms: 'one',
    }),
  );
  const counters = new Map(
    sharedCounters.map((set) => [set.name ?? '', new Set(Object.keys(set.counters ?? {}))] as const),
  );
  const devices = spec.devices ?? [];
  const check = (device: Device, path: string): readonly FieldError[] =>
    deviceErrors(device, path, { counters, perDevice });
  addAll(errors, setErrors(devices, 'spec.devices', mostDevices, check, byName));
  addAll(errors, countErrors(devices, sharedCounters));
  addAll(errors, setErrors(sharedCounters, 'spec.sharedCounters', Infinity, counterSetErrors, byName));
  return errors;
}

function countErrors(devices: readonly Device[], sets: readonly CounterSet[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  const consumed = countersIn(devices.flatMap((device) => device.consumesCounters ?? []));
  if (consumed > mostConsumedCounters) {
    const detail = `the total number of counters in devices must not exceed ${mostConsumedCounters}`;
    errors.push(invalidValue('spec.devices', consumed, detail));
  }
  const shared = countersIn(sets);
  if (shared > mostSharedCounters) {
    const detail = `the total number of shared counters must not exceed ${mostSharedCounters}`;
    errors.push(invalidValue('spec.sharedCounters', shared, detail));
  }
  return errors;
}

function countersIn(sets: readonly { readonly counters?: object }[]): number {
  return sets.reduce((sum, { counters = {} }) => sum + Object.keys(counters).length, 0);
}

function counterSetErrors({ name = '', counters }: CounterSet, path: string): readonly FieldError[] {
  const named = name === '' ? [required(`${path}.name`)] : labelNameErrors(name, `${path}.name`);
  return [...named, ...countersErrors(counters, `${path}.counters`)];
}

export default {
  group: 'resource.{api}',
  kind: 'ResourceSlice',
  name: 'resourceslices',
  namespaced: false,
  versions: [{ version: 'v1' }],
  strategy: resourceSliceStrategy,
  printer: printer(
    name,
    text('Node', 'spec.nodeName'),
    text('Driver', 'spec.driver'),
    text('Pool', 'spec.pool.name'),
    age,
  ),
  selectableFields: atPath('spec.nodeName', 'spec.driver'),
  generation: { ...contentGeneration, unstored: 'disabled' },
} satisfies KindRecord;
