// Ingresses: each leads somewhere, and each of its paths says how it is compared and to what it leads.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import { asStored, type Tolerance } from '../../contract/tolerance.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import { isIP } from 'node:net';
import { invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import {
  checkDns1035Label,
  checkDns1123Subdomain,
  checkPortName,
  checkWildcardSubdomain,
} from '../../../../shared/object/names.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import { addressWarnings } from '../rule/address-warnings.ts';
import { checkIp } from '../../../../shared/schema/format.ts';
import { ageColumn, ageOf, column, nameColumn, orNone, shortened } from '../printers/columns.ts';
import { publishedAddresses } from '../printers/published-addresses.ts';
import { contentGeneration } from '../row/generation.ts';
import { type TypedReference, typedReferenceErrors } from '../rule/typed-reference.ts';

interface Backend {
  readonly service?: { readonly name?: string; readonly port?: { readonly name?: string; readonly number?: number } };
  readonly resource?: TypedReference;
}

interface PathRule {
  readonly path?: string;
  /** Null where it was left out. */
  readonly pathType?: string | null;
  readonly backend?: Backend;
}

interface Ingress extends ApiObject {
  readonly spec?: {
    readonly ingressClassName?: string;
    readonly tls?: readonly { readonly hosts?: readonly string[] }[];
    readonly defaultBackend?: Backend;
    readonly rules?: readonly { readonly host?: string; readonly http?: { readonly paths?: readonly PathRule[] } }[];
  };
  readonly status?: {
    readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] };
  };
}

/** Of rules for hosts with a wildcard, paths were not always validated. */
const wildcardPath = /^spec\.rules\[(\d+)\]\.http\b/;

function isOfWildcard(fault: FieldError, { spec }: Ingress): boolean {
  const index = Number(wildcardPath.exec(fault.field)?.[1]);
  return spec?.rules?.[index]?.host?.includes('*') === true;
}

const ingressTolerances: readonly Tolerance[] = [
  asStored({ field: /^spec\.tls\[\d+\]\.secretName$/ }),
  {
    field: wildcardPath,
    when: ({ fault, stored, now, storedFaults }) =>
      isOfWildcard(fault, now) && storedFaults().some((known) => isOfWildcard(known, stored)),
  },
];

function ingressStrategy(vendor: Vendor): Strategy {
  const { ofIp } = addressWarnings(vendor);
  const annotation = vendor.fill('{label}/ingress.class');
  return {
    freeStatus: true,
    tolerances: ingressTolerances,
    createWarnings: ({ metadata, spec }: Ingress) =>
      metadata.annotations?.[annotation] === undefined || spec?.ingressClassName !== undefined
        ? []
        : [`annotation ${JSON.stringify(annotation)} is deprecated, please use 'spec.ingressClassName' instead`],
    validateCreate: (object) => [...ingressErrors(object), ...classErrors(object, annotation)],
    validateUpdate: (object) => ingressErrors(object),
    validateStatusUpdate: ({ status }: Ingress, old: Ingress, warn) => {
      const kept = new Set((old.status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip));
      const published = (status?.loadBalancer?.ingress ?? []).map((entry, index) => {
        return { entry, path: `status.loadBalancer.ingress[${index}]` };
      });
      const errors = published.flatMap(({ entry, path }) => publishedErrors(entry, path, kept));
      if (errors.length === 0)
        for (const { entry, path } of published) for (const warning of ofIp(entry.ip ?? '', path)) warn(warning);
      return errors;
    },
  };
}

/** A new ingress names one class, in whichever of the two ways. */
function classErrors({ metadata, spec }: Ingress, annotation: string): readonly FieldError[] {
  const older = metadata.annotations?.[annotation];
  const given = spec?.ingressClassName;
  if (older === undefined || given === undefined || older === given) return [];
  const detail = 'must match `ingressClassName` when both are specified';
  return [invalidValue(`annotations.${annotation}`, older, detail)];
}

/** Addresses that are stored already may stay as they are. */
function publishedErrors(
  { ip = '', hostname = '' }: { readonly ip?: string; readonly hostname?: string },
  path: string,
  kept: ReadonlySet<string | undefined>,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (ip !== '' && !kept.has(ip)) for (const fault of checkIp(ip)) errors.push(invalidValue(`${path}.ip`, ip, fault));
  if (hostname === '') return errors;
  for (const fault of checkDns1123Subdomain(hostname)) errors.push(invalidValue(`${path}.hostname`, hostname, fault));
  if (isIP(hostname) !== 0)
    errors.push(invalidValue(`${path}.hostname`, hostname, 'must be a DNS name, not an IP address'));
  return errors;
}

function ingressErrors({ spec }: Ingress): readonly FieldError[] {
  const rules = spec?.rules ?? [];
  const nowhere = spec?.defaultBackend === undefined && rules.length === 0;
  const className = spec?.ingressClassName;
  return [
    ...(nowhere ? [invalidValue('spec', null, 'either `defaultBackend` or `rules` must be specified')] : []),
    ...(className === undefined
      ? []
      : checkDns1123Subdomain(className).map((fault) => invalidValue('spec.ingressClassName', className, fault))),
    ...(spec?.tls ?? []).flatMap(({ hosts = [] }, index) =>
      hosts.flatMap((host, at) => hostNameErrors(host, `spec.tls[${index}].hosts[${at}]`)),
    ),
    ...(spec?.defaultBackend === undefined ? [] : backendErrors(spec.defaultBackend, 'spec.defaultBackend')),
    ...rules.flatMap(({ host, http }, index) => [
      ...hostErrors(host ?? '', `spec.rules[${index}].host`),
      ...(http === undefined ? [] : pathsErrors(http.paths ?? [], `spec.rules[${index}].http.paths`)),
    ]),
  ];
}

function hostErrors(host: string, field: string): readonly FieldError[] {
  if (host === '') return [];
  const address = isIP(host) === 0 ? [] : [invalidValue(field, host, 'must be a DNS name, not an IP address')];
  return [...address, ...hostNameErrors(host, field)];
}

/** `*.` stands for one label and is only looked for in front. */
function hostNameErrors(host: string, field: string): readonly FieldError[] {
  const faults = host.includes('*') ? checkWildcardSubdomain(host) : checkDns1123Subdomain(host);
  return faults.map((fault) => invalidValue(field, host, fault));
}

function pathsErrors(paths: readonly PathRule[], field: string): readonly FieldError[] {
  if (paths.length === 0) return [required(field)];
  return paths.flatMap((rule, index) => pathErrors(rule, `${field}[${index}]`));
}

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];
/** What no path that is compared literally can hold, and how none can end: a proxy would have taken it away. */
const neverInside = ['//', '/./', '/../', '%2f', '%2F'];
const neverAtEnd = ['/..', '/.'];

function pathErrors({ path = '', pathType = '', backend = {} }: PathRule, field: string): readonly FieldError[] {
  if (pathType === null) return [{ ...required(`${field}.pathType`, 'pathType must be specified'), hides: field }];
  const errors: FieldError[] = [];
  if (!pathTypes.includes(pathType)) errors.push(notSupported(`${field}.pathType`, pathType, pathTypes));
  else {
    const literal = pathType !== 'ImplementationSpecific';
    if (!path.startsWith('/') && (literal || path !== ''))
      errors.push(invalidValue(`${field}.path`, path, 'must be an absolute path'));
    for (const part of literal ? neverInside : [])
      if (path.includes(part)) errors.push(invalidValue(`${field}.path`, path, `must not contain '${part}'`));
    for (const end of literal ? neverAtEnd : [])
      if (path.endsWith(end)) errors.push(invalidValue(`${field}.path`, path, `cannot end with '${end}'`));
  }
  return [...errors, ...backendErrors(backend, `${field}.backend`)];
}

function backendErrors({ service, resource }: Backend, field: string): readonly FieldError[] {
  if (resource !== undefined && service !== undefined)
    return [invalidValue(field, '', 'cannot set both resource and service backends')];
  if (resource !== undefined) return typedReferenceErrors(resource, `${field}.resource`);
  if (service === undefined) return [invalidValue(field, '', 'resource or service backend is required')];
  const { name = '', port } = service;
  const errors =
    name === ''
      ? [required(`${field}.service.name`)]
      : checkDns1035Label(name).map((fault) => invalidValue(`${field}.service.name`, name, fault));
  const number = port?.number ?? 0;
  if ((port?.name ?? '') !== '' && number !== 0)
    errors.push(invalidValue(field, '', 'cannot set both port name & port number'));
  else if ((port?.name ?? '') === '' && number === 0) errors.push(required(field, 'port name or number is required'));
  else if ((port?.name ?? '') !== '')
    errors.push(
      ...checkPortName(port?.name ?? '').map((fault) => invalidValue(`${field}.service.port.name`, port?.name, fault)),
    );
  else if (number < 0 || number > 65_535)
    errors.push(invalidValue(`${field}.service.port.number`, number, 'must be between 1 and 65535, inclusive'));
  return errors;
}

const ingressPrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Class', 'string', 'Class of the ingress.'),
    column('Hosts', 'string', 'Hosts that its rules name.'),
    column('Address', 'string', 'Addresses that it is reached at.'),
    column('Ports', 'string', 'Ports that it serves.'),
    ageColumn,
  ],
  cells(object) {
    const { spec, status } = object as Ingress;
    const hosts = (spec?.rules ?? []).map(({ host }) => host ?? '').filter((host) => host !== '');
    return [
      object.metadata.name ?? '',
      orNone(spec?.ingressClassName),
      hosts.length === 0 ? '*' : shortened(hosts),
      publishedAddresses(status?.loadBalancer?.ingress),
      (spec?.tls?.length ?? 0) > 0 ? '80, 443' : '80',
      ageOf(object),
    ];
  },
};

export default {
  group: 'networking.{api}',
  kind: 'Ingress',
  name: 'ingresses',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['ing'],
  subresources: ['status'],
  strategy: ingressStrategy,
  printer: ingressPrinter,
  generation: contentGeneration,
} satisfies KindRecord;
