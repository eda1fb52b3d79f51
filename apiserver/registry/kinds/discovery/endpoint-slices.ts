// Endpoint slices: a part of the addresses under which a service is found, all of one type, and the ports there.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import { isIPv4 } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { addAll } from '../../../../shared/object/add-all.ts';
import {
  duplicateValue,
  immutable,
  invalidValue,
  notSupported,
  required,
  tooMany,
} from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain, checkLabelValue } from '../../../../shared/object/names.ts';
import { checkIp } from '../../../../shared/schema/format.ts';
import { type EndpointPort, labelErrors, ownAddressFault, protocolErrors } from '../core/endpoint/address-rules.ts';
import { addressWarnings, canonicalAddress } from '../rule/address-warnings.ts';
import { ageColumn, ageOf, column, nameColumn, shortened } from '../printers/columns.ts';

interface Endpoint {
  readonly addresses?: readonly string[];
  readonly hostname?: string;
  nodeName?: string;
  /** From versions that are gone. It is not written any more. */
  deprecatedTopology?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Partial<Record<'forZones' | 'forNodes', readonly { readonly name?: string }[]>>>;
}

type EndpointSlice = ApiObject & {
  addressType?: string;
  endpoints?: readonly Endpoint[] | null;
  ports?: readonly EndpointPort[] | null;
};

const endpointSliceStrategy = (vendor: Vendor): Strategy => ({
  keptAsStored: ['endpoints'],
  createWarnings: (object) => ((object as EndpointSlice).addressType === 'FQDN' ? [deprecatedNames] : []),
  warnings: badAddresses(vendor),
  prepareCreate: (object) => dropTopology(object, undefined, vendor),
  prepareUpdate: (object, old) => dropTopology(object, old, vendor),
  validateCreate: (object) => sliceErrors(object),
  validateUpdate(object, old) {
    const { addressType } = object as EndpointSlice;
    const same = addressType === (old as EndpointSlice).addressType;
    return [...sliceErrors(object), ...(same ? [] : [immutable('addressType', addressType)])];
  },
});

/**
 * Takes the old topology map away, unless the endpoints are unchanged. Where it told the node of an endpoint that was stored with
 * it, `nodeName` tells it now.
 */
function dropTopology(object: EndpointSlice, old: EndpointSlice | undefined, vendor: Vendor): void {
  const { endpoints } = object;
  if (endpoints?.every(({ deprecatedTopology }) => deprecatedTopology === undefined) !== false) return;
  const before = old?.endpoints;
  if (old !== undefined && isDeepStrictEqual(endpoints, before)) return;
  const host = vendor.fill('{label}/hostname');
  const known = new Set((before ?? []).map(({ deprecatedTopology }) => deprecatedTopology?.[host]));
  for (const endpoint of endpoints) {
    const node = endpoint.deprecatedTopology?.[host];
    if (
      endpoint.nodeName === undefined &&
      node !== undefined &&
      known.has(node) &&
      checkDns1123Subdomain(node).length === 0
    )
      endpoint.nodeName = node;
    delete endpoint.deprecatedTopology;
  }
}

/** Warnings about addresses of unusual form, but not to the controllers that write them in the usual one. */
function badAddresses(vendor: Vendor): (object: ApiObject) => readonly string[] {
  const { ofIp } = addressWarnings(vendor);
  const manager = vendor.fill('endpointslice.{label}/managed-by');
  const careful = ['endpointslice', 'endpointslicemirroring'].map((name) => vendor.fill(`${name}-controller.{api}`));
  return (object) => {
    const { metadata, endpoints } = object as EndpointSlice;
    if (careful.includes(metadata.labels?.[manager] ?? '')) return [];
    return (endpoints ?? []).flatMap(({ addresses = [] }, index) =>
      addresses.flatMap((address, at) => ofIp(address, `endpoints[${index}].addresses[${at}]`)),
    );
  };
}

const deprecatedNames = 'spec.addressType: FQDN endpoints are deprecated';
const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const most = { endpoints: 1000, ports: 20_000, addresses: 100, hints: 8 };

function sliceErrors({ addressType = '', endpoints, ports }: EndpointSlice): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (addressType === '') errors.push(required('addressType'));
  else if (!addressTypes.includes(addressType)) errors.push(notSupported('addressType', addressType, addressTypes));
  const names = new Set<string>();
  const [places, openings] = [endpoints?.length ?? 0, ports?.length ?? 0];
  if (places > most.endpoints) errors.push(tooMany('endpoints', places, most.endpoints));
  if (openings > most.ports) errors.push(tooMany('ports', openings, most.ports));
  for (const [index, { name = '', appProtocol }] of (openings > most.ports ? [] : (ports ?? [])).entries()) {
    addAll(errors, protocolErrors(appProtocol, `ports[${index}].appProtocol`));
    if (name !== '') addAll(errors, labelErrors(name, `ports[${index}].name`));
    if (names.has(name)) errors.push(duplicateValue(`ports[${index}].name`, name));
    names.add(name);
  }
  for (const [index, endpoint] of (places > most.endpoints ? [] : (endpoints ?? [])).entries()) {
    const { addresses } = endpoint;
    const path = `endpoints[${index}].addresses`;
    addAll(errors, placeErrors(endpoint, `endpoints[${index}]`));
    const list = addresses ?? [];
    if (list.length === 0) errors.push(required(path, 'must contain at least 1 address'));
    if (list.length > most.addresses) errors.push(tooMany(path, list.length, most.addresses));
    for (const [at, address] of list.entries()) addAll(errors, sliceAddressErrors(address, addressType, path, at));
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
    const count = hints[field]?.length ?? 0;
    if (count > most.hints) {
      errors.push(tooMany(`${path}.hints.${field}`, count, most.hints));
      continue;
    }
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

/** A name of two labels at least; a dot at its end is none of it. */
function wholeNameErrors(address: string, path: string): readonly FieldError[] {
  if (address === '') return [required(path)];
  const name = address.endsWith('.') ? address.slice(0, -1) : address;
  const faults = checkDns1123Subdomain(name);
  if (faults.length > 0) return faults.map((fault) => invalidValue(path, name, fault));
  if (name.includes('.')) return [];
  return [invalidValue(path, name, 'should be a domain with at least two segments separated by dots')];
}

/** Addresses of IPv6 have one form only; those of IPv4 may still be written as in older releases. */
function strictFaults(address: string, canonical: string): readonly string[] {
  if (isIPv4(canonical) && !address.includes(':')) return address === canonical ? [] : ['must not have leading 0s'];
  if (isIPv4(canonical)) return ['must not be an IPv4-mapped IPv6 address'];
  return address === canonical ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
}

/** `list`: the path of all addresses, at which one of the other family is told. */
function sliceAddressErrors(address: string, type: string, list: string, at: number): readonly FieldError[] {
  const path = `${list}[${at}]`;
  // Of no known type there is nothing to say.
  if (!addressTypes.includes(type)) return [];
  if (type === 'FQDN') return wholeNameErrors(address, path);
  if (checkIp(address).length > 0) return checkIp(address).map((fault) => invalidValue(path, address, fault));
  const canonical = canonicalAddress(address) ?? address;
  if (type === 'IPv6') {
    const faults = strictFaults(address, canonical);
    if (faults.length > 0) return faults.map((fault) => invalidValue(path, address, fault));
  }
  const errors: FieldError[] = [];
  if (type !== (isIPv4(canonical) ? 'IPv4' : 'IPv6'))
    errors.push(invalidValue(list, address, `must be an ${type} address`));
  const fault = ownAddressFault(address);
  return fault === undefined ? errors : [...errors, invalidValue(path, address, fault)];
}
const endpointSlicePrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('AddressType', 'string', 'Kind of the addresses.'),
    column('Ports', 'string', 'Ports of the endpoints.'),
    column('Endpoints', 'string', 'Addresses of the endpoints.'),
    ageColumn,
  ],
  cells(object) {
    const slice = object as EndpointSlice;
    const ports = (slice.ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port)));
    const addresses = (slice.endpoints ?? []).flatMap((endpoint) => endpoint.addresses ?? []);
    return [
      object.metadata.name ?? '',
      slice.addressType ?? '',
      shortened(ports) || '<unset>',
      addresses.length === 0 ? '<unset>' : shortened(addresses),
      ageOf(object),
    ];
  },
};

export default {
  group: 'discovery.{api}',
  kind: 'EndpointSlice',
  name: 'endpointslices',
  namespaced: true,
  versions: [{ version: 'v1' }],
  strategy: endpointSliceStrategy,
  printer: endpointSlicePrinter,
  generation: { first: 1, content: true, metadata: ['labels'] },
} satisfies KindRecord;
