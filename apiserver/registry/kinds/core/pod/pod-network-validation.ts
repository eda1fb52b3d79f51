// The host name and the DNS configuration of a pod. The schema validates addresses.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { PodSpec } from './spec/pod-spec.ts';
import { forbiddenField, invalidValue, required, tooLong } from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { checkIp } from '../../../../../shared/schema/format.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

const most = { nameservers: 3, searches: 32, searchCharacters: 2048 } as const;

/** `pod`: a pod itself, which has every port of its host filled in; a template may leave them out. */
export function networkErrors(spec: PodSpec, path: string, pod: boolean): readonly FieldError[] {
  const { hostname = '', subdomain = '' } = spec;
  const errors: FieldError[] = [];
  if (spec.hostNetwork === true) addAll(errors, hostPortErrors(spec, path, pod));
  addAll(errors, resolverErrors(spec, `${path}.dnsConfig`));
  for (const [field, name] of Object.entries({ hostname, subdomain })) {
    if (name === '') continue;
    addAll(
      errors,
      checkDns1123Label(name).map((fault) => invalidValue(`${path}.${field}`, name, fault)),
    );
  }
  if (spec.hostnameOverride !== undefined) addAll(errors, hostNameErrors(spec.hostnameOverride, spec, path));
  for (const [index, { ip = '' }] of (spec.hostAliases ?? []).entries()) {
    if (ip !== '') continue;
    addAll(
      errors,
      checkIp(ip).map((fault) => invalidValue(`${path}.hostAliases[${index}].ip`, ip, fault)),
    );
  }
  return errors;
}

const longestHostName = 64;

/** A host name that follows from nothing else of the pod. */
function hostNameErrors(name: string, spec: PodSpec, path: string): readonly FieldError[] {
  const place = `${path}.hostnameOverride`;
  const errors: FieldError[] = [];
  if (spec.setHostnameAsFQDN === true)
    errors.push(forbiddenField(place, 'may not be specified when setHostnameAsFQDN is true'));
  if (spec.hostNetwork === true) errors.push(forbiddenField(place, 'may not be specified when hostNetwork is true'));
  if (name.length > longestHostName) errors.push(tooLong(place, longestHostName));
  for (const fault of checkDns1123Subdomain(name)) errors.push(invalidValue(place, name, fault));
  return errors;
}

function hostPortErrors({ containers }: PodSpec, path: string, pod: boolean): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { ports = [] }] of (containers ?? []).entries()) {
    for (const [at, { hostPort = 0, containerPort = 0 }] of ports.entries()) {
      if (hostPort === containerPort || (!pod && hostPort === 0)) continue;
      const place = `${path}.containers[${index}].ports[${at}].hostPort`;
      errors.push(invalidValue(place, hostPort, 'must match `containerPort` when `hostNetwork` is true'));
    }
  }
  return errors;
}

function resolverErrors({ dnsPolicy, dnsConfig }: PodSpec, path: string): readonly FieldError[] {
  const { nameservers = [], searches = [], options = [] } = dnsConfig ?? {};
  if (dnsPolicy === 'None') {
    if (dnsConfig === undefined) return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
    if (nameservers.length === 0) return [required(`${path}.nameservers`, detail)];
  }
  const errors: FieldError[] = [];
  if (nameservers.length > most.nameservers) {
    const detail = `must not have more than ${most.nameservers} nameservers`;
    errors.push(invalidValue(`${path}.nameservers`, nameservers, detail));
  }
  if (searches.length > most.searches) {
    const detail = `must not have more than ${most.searches} search paths`;
    errors.push(invalidValue(`${path}.searches`, searches, detail));
  }
  if (searches.join(' ').length > most.searchCharacters) {
    const detail = `must not have more than ${most.searchCharacters} characters (including spaces) in the search list`;
    errors.push(invalidValue(`${path}.searches`, searches, detail));
  }
  for (const [index, search] of searches.entries()) {
    if (search !== '.') addAll(errors, searchErrors(search.replace(/\.$/, ''), `${path}.searches[${index}]`));
  }
  for (const [index, { name = '' }] of options.entries())
    if (name === '') errors.push(required(`${path}.options[${index}]`, 'must not be empty'));
  return errors;
}

const searchPart = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const searchName = `${searchPart}(\\.${searchPart})*`;
const searchExpression = new RegExp(`^${searchName}$`);
const longestSearch = 253;

function searchErrors(search: string, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (search.length > longestSearch)
    return [invalidValue(path, search, `must be no more than ${longestSearch} characters`)];
  if (!searchExpression.test(search)) {
    const detail = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${searchName}')`;
    errors.push(invalidValue(path, search, detail));
  }
  return errors;
}
