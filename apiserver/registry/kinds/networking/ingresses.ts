// Ingresses and their classes: an ingress leads somewhere, and each of its paths says how it is compared and to what it leads.

import { isIP } from 'node:net';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import {
  forbiddenField,
  immutable,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkPortName,
} from '../../../../shared/object/names.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

interface Backend {
  readonly service?: { readonly name?: string; readonly port?: { readonly name?: string; readonly number?: number } };
  readonly resource?: unknown;
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
}

interface IngressClass extends ApiObject {
  readonly spec?: {
    readonly controller?: string;
    readonly parameters?: { readonly apiGroup?: string; readonly scope?: string; readonly namespace?: string };
  };
}

export const ingressStrategy: Strategy = {
  validateCreate: (object) => ingressErrors(object),
  validateUpdate: (object) => ingressErrors(object),
};

export const ingressClassStrategy: Strategy = {
  validateCreate: (object) => classErrors(object),
  validateUpdate(object, old) {
    const controller = (object as IngressClass).spec?.controller;
    const changed = controller !== (old as IngressClass).spec?.controller;
    return [...(changed ? [immutable('spec.controller', controller)] : []), ...classErrors(object)];
  },
};

function classErrors({ spec }: IngressClass): readonly FieldError[] {
  const controller = spec?.controller ?? '';
  const errors: FieldError[] = [];
  if (controller === '') errors.push(required('spec.controller'));
  else if (!isDomainPrefixedPath(controller)) {
    const detail = 'must be a domain-prefixed path (such as "acme.io/foo")';
    errors.push(invalidValue('spec.controller', controller, detail));
  }
  return [...errors, ...parametersErrors(spec?.parameters ?? {}, 'spec.parameters')];
}

function isDomainPrefixedPath(text: string): boolean {
  const slash = text.indexOf('/');
  const path = text.slice(slash + 1);
  return (
    slash > 0 && checkDns1123Subdomain(text.slice(0, slash)).length === 0 && /^[\w.~!$&'()*+,;=:@%/-]+$/.test(path)
  );
}

function parametersErrors(
  { apiGroup, scope, namespace }: NonNullable<NonNullable<IngressClass['spec']>['parameters']>,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (apiGroup !== undefined)
    addAll(
      errors,
      checkDns1123Subdomain(apiGroup).map((fault) => invalidValue(`${path}.apiGroup`, apiGroup, fault)),
    );
  const place = `${path}.namespace`;
  if (scope === 'Cluster' && namespace !== undefined)
    errors.push(forbiddenField(place, "`parameters.scope` is set to 'Cluster'"));
  if (scope === 'Namespace' && namespace === undefined)
    errors.push(required(place, "`parameters.scope` is set to 'Namespace'"));
  if (scope === 'Namespace' && namespace !== undefined)
    addAll(
      errors,
      checkDns1123Label(namespace).map((fault) => invalidValue(place, namespace, fault)),
    );
  return errors;
}

function ingressErrors({ spec }: Ingress): readonly FieldError[] {
  const rules = spec?.rules ?? [];
  if (spec?.defaultBackend === undefined && rules.length === 0) {
    return [invalidValue('spec', null, 'either `defaultBackend` or `rules` must be specified')];
  }
  const className = spec?.ingressClassName;
  return [
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
  const faults = checkDns1123Subdomain(host.startsWith('*.') ? host.slice(2) : host);
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
  // The schema asks for it.
  if (pathType === '' || pathType === null) return [];
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
  if (resource !== undefined) return [];
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
