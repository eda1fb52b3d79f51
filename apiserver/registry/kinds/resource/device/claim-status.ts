// The status of a claim: its allocated devices, their users, and what their drivers report of them. Devices are allocated
// once. When the claim is ending, users can only be removed.

import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  forbiddenField,
  immutable,
  invalidValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../../../../shared/object/field-error-message.ts';
import { type Condition, conditionErrors } from '../../rule/condition-validation.ts';
import { type NodeSelector, nodeSelectorErrors } from '../../rule/node-selector-validation.ts';
import { bindingConditionErrors } from './binding-conditions.ts';
import {
  type RequestedConfiguration,
  type RequestNames,
  requestedConfigurationErrors,
  requestRefErrors,
} from './device-claims.ts';
import { mostConfigurations, rawErrors } from './device-configuration.ts';
import {
  driverNameErrors,
  itself,
  labelNameErrors,
  listErrors,
  poolNameErrors,
  setErrors,
  shareIdErrors,
} from './device-names.ts';

interface DevicePlace {
  readonly driver?: string;
  readonly pool?: string;
  readonly device?: string;
  readonly shareID?: string;
}

interface Result extends DevicePlace {
  readonly request?: string;
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

interface DeviceStatus extends DevicePlace {
  readonly conditions?: readonly Condition[] | null;
  readonly data?: unknown;
  readonly networkData?: {
    readonly interfaceName?: string;
    readonly hardwareAddress?: string;
    readonly ips?: readonly string[];
  };
}

interface Consumer {
  readonly resource?: string;
  readonly name?: string;
  readonly uid?: string;
}

interface Allocation {
  readonly devices?: {
    readonly results?: readonly Result[];
    readonly config?: readonly (RequestedConfiguration & { readonly source?: string })[];
  };
  readonly nodeSelector?: NodeSelector;
}

export interface ClaimStatus {
  readonly allocation?: Allocation;
  readonly reservedFor?: readonly Consumer[];
  devices?: DeviceStatus[];
}

const mostUsers = 256;
const mostResults = 32;
const mostAddresses = 16;
const mostConditions = 8;
const longest = { data: 10_240, interfaceName: 256, hardwareAddress: 128 } as const;
const sources = ['FromClaim', 'FromClass'];

/** Devices that were taken away have no status any more. */
export function keepAllocatedDevices(status: ClaimStatus | undefined, old: ClaimStatus | undefined): void {
  if (status?.devices === undefined) return;
  const now = allocatedPlaces(status.allocation);
  const gone = new Set([...allocatedPlaces(old?.allocation)].filter((place) => !now.has(place)));
  status.devices = status.devices.filter((device) => !gone.has(placeOf(device)));
  if (status.devices.length === 0) delete status.devices;
}

/** `ending`: the claim is being deleted. */
export function claimStatusErrors(
  status: ClaimStatus,
  old: ClaimStatus,
  { names, ending }: { readonly names: RequestNames; readonly ending: boolean },
): readonly FieldError[] {
  const { reservedFor = [], devices = [], allocation } = status;
  const allocated = allocatedPlaces(allocation);
  const users = 'status.reservedFor';
  const errors = setErrors(reservedFor, users, mostUsers, consumerErrors, { field: 'uid', of: ({ uid }) => uid ?? '' });
  addAll(
    errors,
    setErrors(devices, 'status.devices', Infinity, (device, path) => deviceErrors(device, path, allocated), {
      field: 'deviceID',
      of: placeOf,
    }),
  );
  if (reservedFor.length > 0 && allocation === undefined)
    errors.push(forbiddenField(users, 'may not be specified when `allocated` is not set'));
  const before = old.reservedFor ?? [];
  const added = reservedFor.some((user) => !before.some((known) => isDeepStrictEqual(user, known)));
  if (allocation !== undefined && ending && added) {
    const detail = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
    errors.push(forbiddenField(users, detail));
  }
  if (allocation === undefined) return errors;
  const path = 'status.allocation';
  if (old.allocation === undefined) addAll(errors, allocationErrors(allocation, path, names));
  else if (!isDeepStrictEqual(allocation, old.allocation)) errors.push(immutable(path, allocation));
  return errors;
}

function placeOf({ driver = '', pool = '', device = '', shareID }: DevicePlace): string {
  return [driver, pool, device, ...(shareID === undefined ? [] : [shareID])].join('/');
}

function allocatedPlaces(allocation: Allocation | undefined): ReadonlySet<string> {
  return new Set((allocation?.devices?.results ?? []).map(placeOf));
}

function consumerErrors(user: Consumer, path: string): readonly FieldError[] {
  return (['resource', 'name', 'uid'] as const).flatMap((field) =>
    (user[field] ?? '') === '' ? [required(`${path}.${field}`)] : [],
  );
}

function placeErrors({ driver = '', pool = '', device = '', shareID }: DevicePlace, path: string): FieldError[] {
  return [
    ...driverNameErrors(driver, `${path}.driver`),
    ...poolNameErrors(pool, `${path}.pool`),
    ...labelNameErrors(device, `${path}.device`),
    ...(shareID === undefined ? [] : shareIdErrors(shareID, `${path}.shareID`)),
  ];
}

/** What refusals show of the place of a device: that it has one, not which. */
const unnamedPlace = { Driver: {}, Pool: {}, Device: {}, ShareID: {} };

function deviceErrors(device: DeviceStatus, path: string, allocated: ReadonlySet<string>): readonly FieldError[] {
  const { conditions, data, networkData } = device;
  const errors = placeErrors(device, path);
  if (!allocated.has(placeOf(device)))
    errors.push(invalidValue(path, unnamedPlace, 'must be an allocated device in the claim'));
  const count = conditions?.length ?? 0;
  if (count > mostConditions) errors.push(tooMany(`${path}.conditions`, count, mostConditions));
  addAll(errors, conditionErrors(conditions ?? [], `${path}.conditions`));
  if (data !== undefined && data !== null) addAll(errors, rawErrors(data, `${path}.data`, longest.data));
  for (const field of ['interfaceName', 'hardwareAddress'] as const) {
    if (Buffer.byteLength(networkData?.[field] ?? '') > longest[field])
      errors.push(tooLong(`${path}.networkData.${field}`, longest[field]));
  }
  addAll(
    errors,
    setErrors(networkData?.ips ?? [], `${path}.networkData.ips`, mostAddresses, interfaceAddressErrors, itself),
  );
  return errors;
}

/** An address with the length of its network, in its one canonical form. */
function interfaceAddressErrors(text: string, path: string): readonly FieldError[] {
  const [, written = '', bits = ''] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(text) ?? [];
  // Zeros before a number are read, and are not its canonical form.
  const address = written.includes(':') ? written : written.replaceAll(/(^|\.)0+(?=\d)/g, '$1');
  const family = isIP(address);
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) {
    const detail = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';
    return [invalidValue(path, text, detail)];
  }
  const plain = family === 4 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
  const canonical = `${plain}/${Number(bits)}`;
  if (canonical === text) return [];
  return [invalidValue(path, text, `must be in canonical form (${JSON.stringify(canonical)})`)];
}

function allocationErrors({ devices, nodeSelector }: Allocation, path: string, names: RequestNames) {
  const errors = listErrors(devices?.results ?? [], `${path}.devices.results`, mostResults, (result, place) => [
    ...requestRefErrors(result.request ?? '', `${place}.request`, names),
    ...placeErrors(result, place),
    ...bindingConditionErrors(result, place),
  ]);
  const most = 2 * mostConfigurations;
  addAll(
    errors,
    listErrors(devices?.config ?? [], `${path}.devices.config`, most, (config, place) => [
      ...sourceErrors(config.source ?? '', `${place}.source`),
      ...requestedConfigurationErrors(config, place, names, false),
    ]),
  );
  if (nodeSelector !== undefined) addAll(errors, nodeSelectorErrors(nodeSelector, `${path}.nodeSelector`, true));
  return errors;
}

function sourceErrors(source: string, path: string): readonly FieldError[] {
  if (source === '') return [required(path)];
  return sources.includes(source) ? [] : [notSupported(path, source, sources)];
}
