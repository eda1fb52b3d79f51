// Endpoints: the addresses and ports of a service. Loopback, link-local and unspecified addresses are refused.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import { ageColumn, ageOf, column, nameColumn, shortened } from '../printers/columns.ts';
import { addressWarnings } from '../rule/address-warnings.ts';
import { addressErrors, type EndpointPort, labelErrors, protocolErrors } from './endpoint/address-rules.ts';
import { portNumberErrors } from './pod/container-validation.ts';

interface Subset {
  readonly addresses?: readonly Address[];
  readonly notReadyAddresses?: readonly Address[];
  readonly ports?: readonly EndpointPort[];
}

interface Address {
  readonly ip?: string;
  readonly hostname?: string;
  readonly nodeName?: string;
}

type Endpoints = ApiObject & { subsets?: readonly Subset[] };

/** The controller that makes endpoints of services writes addresses in their canonical form. */
const byController: readonly [string, string] = ['endpoints.{label}/managed-by', 'endpoint-controller'];

function endpointsStrategy(vendor: Vendor): Strategy {
  const { ofIp } = addressWarnings(vendor);
  const [label, controller] = byController;
  const managedBy = vendor.fill(label);
  return {
    createOnUpdate: true,
    keptAsStored: ['subsets'],
    warnings({ metadata, subsets = [] }: Endpoints) {
      if (metadata.labels?.[managedBy] === controller) return [];
      return subsets.flatMap((subset, index) =>
        (['addresses', 'notReadyAddresses'] as const).flatMap((field) =>
          (subset[field] ?? []).flatMap(({ ip = '' }, at) => ofIp(ip, `subsets[${index}].${field}[${at}].ip`)),
        ),
      );
    },
    validateCreate: (object) => endpointsErrors(object),
    validateUpdate: (object) => endpointsErrors(object),
  };
}

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

const endpointsPrinter: TablePrinter = {
  columns: [nameColumn, column('Endpoints', 'string', 'Addresses and ports that answer.'), ageColumn],
  cells(object) {
    const { subsets = [] } = object as Endpoints;
    const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
      ports.length === 0
        ? addresses.map(({ ip }) => ip ?? '')
        : ports.flatMap(({ port }) => addresses.map(({ ip = '' }) => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`)),
    );
    // Subsets without a ready address are an empty text.
    return [object.metadata.name ?? '', subsets.length === 0 ? '<none>' : shortened(all), ageOf(object)];
  },
};

export default {
  group: '',
  kind: 'Endpoints',
  name: 'endpoints',
  namespaced: true,
  versions: [
    {
      version: 'v1',
      lifecycle: {
        deprecated: '1.33',
        replacement: { group: 'discovery.{api}', version: 'v1', kind: 'EndpointSlice' },
      },
    },
  ],
  shortNames: ['ep'],
  strategy: endpointsStrategy,
  printer: endpointsPrinter,
} satisfies KindRecord;
