// Endpoints and their slices: addresses under which a service is found, none of which means the host that reads it, and the
// ports there.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isIPv4, isIPv6 } from 'node:net';
import {
  duplicateValue,
  immutable,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
} from '../../../../shared/object/names.ts';
import { checkIp } from '../../../../shared/schema/format.ts';
import { portNumberErrors } from './pod/container-validation.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

interface Subset {
  readonly addresses?: readonly Address[];
  readonly notReadyAddresses?: readonly Address[];
  readonly ports?: readonly Port[];
}

interface Address {
  readonly ip?: string;
  readonly hostname?: string;
  readonly nodeName?: string;
}

interface Port {
  readonly name?: string;
  readonly port?: number;
  readonly appProtocol?: string;
}

type Endpoints = ApiObject & { subsets?: readonly Subset[] };

interface Endpoint {
  readonly addresses?: readonly string[];
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly hints?: Readonly<Partial<Record<'forZones' | 'forNodes', readonly { readonly name?: string }[]>>>;
}

type EndpointSlice = ApiObject & {
  addressType?: string;
  endpoints?: readonly Endpoint[] | null;
  ports?: readonly Port[] | null;
};

export const endpointsStrategy: Strategy = {
  createOnUpdate: true,
  validateCreate: (object) => endpointsErrors(object),
  validateUpdate: (object) => endpointsErrors(object),
};

export const endpointSliceStrategy: Strategy = {
  validateCreate: (object) => sliceErrors(object),
  validateUpdate(object, old) {
    const { addressType } = object as EndpointSlice;
    const same = addressType === (old as EndpointSlice).addressType;
    return [...sliceErrors(object), ...(same ? [] : [immutable('addressType', addressType)])];
  },
};

function endpointsErrors({ subsets = [] }: Endpoints): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { addresses = [], notReadyAddresses = [], ports = [] }] of subsets.entries()) {
    const path = `subsets[${index}]`;
    if (addresses.length === 0 && notReadyAddresses.length === 0)
      errors.push(required(path, 'must specify `addresses` or `notReadyAddresses`'));
    for (const [field, list] of Object.entries({ addresses, notReadyAddresses })) {
      for (const [at, { ip = '', hostname = '', nodeName }] of list.entries()) {
        const place = `${path}.${field}[${at}]`;
        addAll(errors, addressErrors(ip, `${place}.ip`));
        if (hostname !== '') addAll(errors, labelErrors(hostname, `${place}.hostname`));
        if (nodeName !== undefined)
          errors.push(
            ...checkDns1123Subdomain(nodeName).map((fault) => invalidValue(`${place}.nodeName`, nodeName, fault)),
          );
      }
    }
    for (const [at, { name = '', port, appProtocol }] of ports.entries()) {
      const place = `${path}.ports[${at}]`;
      if (name !== '') addAll(errors, labelErrors(name, `${place}.name`));
      else if (ports.length > 1) errors.push(required(`${place}.name`));
      addAll(errors, portNumberErrors(port ?? 0, `${place}.port`));
      addAll(errors, protocolErrors(appProtocol, `${place}.appProtocol`));
    }
  }
  return errors;
}

function protocolErrors(name: string | undefined, path: string): readonly FieldError[] {
  return name === undefined ? [] : checkQualifiedName(name).map((fault) => invalidValue(path, name, fault));
}

function labelErrors(name: string, path: string): readonly FieldError[] {
  return checkDns1123Label(name).map((fault) => invalidValue(path, name, fault));
}

function addressErrors(ip: string, path: string): readonly FieldError[] {
  const faults = checkIp(ip);
  if (faults.length > 0) return [...faults, 'must be a valid IP address'].map((fault) => invalidValue(path, ip, fault));
  const fault = ownAddressFault(ip);
  return fault === undefined ? [] : [invalidValue(path, ip, fault)];
}

function ownAddressFault(ip: string): string | undefined {
  if (ip === '0.0.0.0' || ip === '::') return `may not be unspecified (${ip})`;
  if (ip.startsWith('127.') || ip === '::1') return 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
  if (ip.startsWith('169.254.') || /^fe[89ab][0-9a-f]:/i.test(ip))
    return 'may not be in the link-local range (169.254.0.0/16, fe80::/10)';
  if (ip.startsWith('224.0.0.') || /^ff02:/i.test(ip))
    return 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)';
  return undefined;
}

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const most = 100;

function sliceErrors({ addressType = '', endpoints, ports }: EndpointSlice): readonly FieldError[] {
  if (!addressTypes.includes(addressType))
    return addressType === '' ? [required('addressType')] : [notSupported('addressType', addressType, addressTypes)];
  const errors: FieldError[] = [];
  const names = new Set<string>();
  for (const [index, { name = '', appProtocol }] of (ports ?? []).entries()) {
    addAll(errors, protocolErrors(appProtocol, `ports[${index}].appProtocol`));
    if (name !== '') addAll(errors, labelErrors(name, `ports[${index}].name`));
    if (names.has(name)) errors.push(duplicateValue(`ports[${index}].name`, name));
    names.add(name);
  }
  for (const [index, endpoint] of (endpoints ?? []).entries()) {
    const { addresses } = endpoint;
    const path = `endpoints[${index}].addresses`;
    addAll(errors, placeErrors(endpoint, `endpoints[${index}]`));
    const list = addresses ?? [];
    if (list.length === 0) errors.push(required(path, 'must contain at least 1 address'));
    if (list.length > most)
      errors.push({
        type: 'FieldValueTooMany',
        field: path,
        value: list.length,
        detail: `must have at most ${most} items`,
      });
    for (const [at, address] of list.entries())
      addAll(errors, sliceAddressErrors(address, addressType, `${path}[${at}]`));
  }
  return errors;
}

/** Where an endpoint runs, and who it is meant for. */
function placeErrors({ nodeName, hostname, hints = {} }: Endpoint, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (nodeName !== undefined)
    addAll(
      errors,
      checkDns1123Subdomain(nodeName).map((fault) => invalidValue(`${path}.nodeName`, nodeName, fault)),
    );
  if (hostname !== undefined) addAll(errors, labelErrors(hostname, `${path}.hostname`));
  const checks = { forZones: checkLabelValue, forNodes: checkDns1123Subdomain };
  for (const field of ['forZones', 'forNodes'] as const) {
    const seen = new Set<string>();
    for (const [index, { name = '' }] of (hints[field] ?? []).entries()) {
      const place = `${path}.hints.${field}[${index}].name`;
      if (seen.has(name)) errors.push(duplicateValue(place, name));
      else
        addAll(
          errors,
          checks[field](name).map((fault) => invalidValue(place, name, fault)),
        );
      seen.add(name);
    }
  }
  return errors;
}

function sliceAddressErrors(address: string, type: string, path: string): readonly FieldError[] {
  if (type === 'FQDN') return checkDns1123Subdomain(address).map((fault) => invalidValue(path, address, fault));
  if (checkIp(address).length > 0) return checkIp(address).map((fault) => invalidValue(path, address, fault));
  const errors: FieldError[] = [];
  if (type === 'IPv4' && isIPv6(address)) errors.push(invalidValue(path, address, 'must be an IPv4 address'));
  if (type === 'IPv6' && isIPv4(address)) errors.push(invalidValue(path, address, 'must be an IPv6 address'));
  const fault = ownAddressFault(address);
  return fault === undefined ? errors : [...errors, invalidValue(path, address, fault)];
}
