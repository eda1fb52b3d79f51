// What quotas count of services, of claims to volumes and of claims to devices.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { compareQuantities, parseQuantity, type Quantity } from '../../../shared/object/quantity.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { claimClassOf } from '../rule/claim-class.ts';
import { type Amounts, count, sum, type WrittenAmounts } from './amounts.ts';
import { matchesScope, type UsageCounter } from './counter.ts';

const nanoPerOne = 1_000_000_000n;

interface Service extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly ports?: readonly { readonly nodePort?: number }[];
    readonly allocateLoadBalancerNodePorts?: boolean | null;
  };
}

const serviceNames = ['count/services', 'services', 'services.loadbalancers', 'services.nodeports'];

export const serviceCounter: UsageCounter = {
  handles: (operation, subresource) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
  counts: (name) => serviceNames.includes(name),
  usage(object) {
    const { type, ports = [], allocateLoadBalancerNodePorts } = (object as Service).spec ?? {};
    const balanced = type === 'LoadBalancer';
    const given =
      balanced && allocateLoadBalancerNodePorts === false ? ports.filter(({ nodePort = 0 }) => nodePort !== 0) : ports;
    return new Map([
      ['count/services', count(1)],
      ['services', count(1)],
      ['services.loadbalancers', count(balanced ? 1 : 0)],
      ['services.nodeports', count(balanced || type === 'NodePort' ? given.length : 0)],
    ]);
  },
};

interface VolumeClaim extends ApiObject {
  readonly spec?: {
    readonly storageClassName?: string | null;
    readonly resources?: { readonly requests?: WrittenAmounts };
    readonly volumeAttributesClassName?: string | null;
  };
  readonly status?: {
    readonly allocatedResources?: WrittenAmounts;
    readonly currentVolumeAttributesClassName?: string | null;
    readonly modifyVolumeStatus?: { readonly targetVolumeAttributesClassName?: string };
  };
}

export function volumeClaimCounter(vendor: Vendor): UsageCounter {
  const perClass = vendor.fill('.storageclass.storage.{api}/');
  const classOf = claimClassOf(vendor);
  return {
    handles: (operation, subresource) =>
      subresource === ''
        ? operation === 'CREATE' || operation === 'UPDATE'
        : subresource === 'status' && operation === 'UPDATE',
    counts: (name) =>
      ['count/persistentvolumeclaims', 'persistentvolumeclaims', 'requests.storage'].includes(name) ||
      name.endsWith(`${perClass}persistentvolumeclaims`) ||
      name.endsWith(`${perClass}requests.storage`),
    usage(object) {
      const claim = object as VolumeClaim;
      const storageClass = classOf(claim);
      const amounts = new Map([
        ['persistentvolumeclaims', count(1)],
        ['count/persistentvolumeclaims', count(1)],
      ]);
      const storage = storageOf(claim);
      if (storage !== undefined) amounts.set('requests.storage', storage);
      if (storageClass !== '') {
        amounts.set(`${storageClass}${perClass}persistentvolumeclaims`, count(1));
        if (storage !== undefined) amounts.set(`${storageClass}${perClass}requests.storage`, storage);
      }
      return amounts;
    },
    inScope(object, scope) {
      if (scope.scopeName !== 'VolumeAttributesClass') return false;
      const { spec, status } = object as VolumeClaim;
      const classes = [
        spec?.volumeAttributesClassName,
        status?.currentVolumeAttributesClassName,
        status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
      ].flatMap((name) => (name === undefined || name === null || name === '' ? [] : [name]));
      return matchesScope(scope, classes);
    },
  };
}

/** What it asks for, or what it was given where that is more, in whole bytes. */
function storageOf({ spec, status }: VolumeClaim): Quantity | undefined {
  const asked = parseQuantity(spec?.resources?.requests?.['storage'] ?? '');
  const given = parseQuantity(status?.allocatedResources?.['storage'] ?? '');
  if (asked === undefined) return undefined;
  return rounded(given !== undefined && compareQuantities(given, asked) > 0 ? given : asked);
}

function rounded({ nano, family }: Quantity): Quantity {
  const rest = nano % nanoPerOne;
  return { nano: rest > 0n ? nano - rest + nanoPerOne : nano, family };
}

interface DeviceRequest {
  readonly deviceClassName?: string;
  readonly allocationMode?: string;
  readonly count?: number;
}

interface DeviceClaim extends ApiObject {
  readonly spec?: {
    readonly devices?: {
      readonly requests?: readonly {
        readonly exactly?: DeviceRequest;
        readonly firstAvailable?: readonly DeviceRequest[];
      }[];
    };
  };
}

/** Devices that one claim can get at most. */
const mostDevices = 32;

export function deviceClaimCounter(vendor: Vendor): UsageCounter {
  const objects = vendor.fill('count/resourceclaims.resource.{api}');
  const perClass = vendor.fill('.deviceclass.resource.{api}/devices');
  return {
    handles: (operation, subresource) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
    counts: (name) => name === objects || name.endsWith(perClass),
    usage(object) {
      const amounts = new Map<string, Quantity>([[objects, count(1)]]);
      for (const { exactly, firstAvailable = [] } of (object as DeviceClaim).spec?.devices?.requests ?? []) {
        const choices = firstAvailable.length > 0 ? firstAvailable : exactly === undefined ? [] : [exactly];
        for (const [name, quantity] of mostOfClasses(choices)) {
          amounts.set(name + perClass, sum(amounts.get(name + perClass), quantity));
        }
      }
      return amounts;
    },
  };
}

/** The greatest amount of each class among the choices. Only one of the choices will be allocated. */
function mostOfClasses(choices: readonly DeviceRequest[]): Amounts {
  const most = new Map<string, Quantity>();
  for (const { deviceClassName = '', allocationMode, count: asked = 0 } of choices) {
    const devices = count(allocationMode === 'ExactCount' ? asked : allocationMode === 'All' ? mostDevices : 0);
    const known = most.get(deviceClassName);
    if (known === undefined || compareQuantities(devices, known) > 0) most.set(deviceClassName, devices);
  }
  return most;
}
