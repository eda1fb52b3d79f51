// The config map that names, for other servers including the ports of controllers and schedulers, the trusted authorities of
// client certificates and the trusted authenticating proxies. Each server on one store adds its own; nothing is removed. Pure.

import { fromPem, toPem } from '../../../shared/certificates/pem.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Reconciliation } from './reconcile-roles.ts';

/** What a proxy that authenticates its callers must present and send. */
export interface ProxySettings {
  /** PEM of the authorities of proxies; for nothing else. */
  readonly clientCa: string;
  /** Common names that proxies may have. Default: any. */
  readonly allowedNames?: readonly string[];
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders?: readonly string[];
  readonly groupHeaders?: readonly string[];
  readonly extraHeaderPrefixes?: readonly string[];
}

export interface AuthenticationSettings {
  /** PEM of all authorities whose client certificates count. */
  readonly clientCa: string;
  readonly proxy?: ProxySettings;
}

/** Keys that hold certificates; all others hold a list of texts as JSON. */
const bundles: ReadonlySet<string> = new Set(['client-ca-file', 'requestheader-client-ca-file']);

export function authenticationConfigMap(vendor: Vendor, { clientCa, proxy }: AuthenticationSettings): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'extension-apiserver-authentication', namespace: vendor.fill('{short}-system') },
    data: { 'client-ca-file': certificates(clientCa).join(''), ...(proxy === undefined ? {} : proxyData(proxy)) },
  };
}

function proxyData(proxy: ProxySettings): Record<string, string> {
  const { uidHeaders = [] } = proxy;
  return {
    'requestheader-client-ca-file': certificates(proxy.clientCa).join(''),
    'requestheader-allowed-names': JSON.stringify(proxy.allowedNames ?? []),
    'requestheader-username-headers': JSON.stringify(proxy.usernameHeaders),
    ...(uidHeaders.length === 0 ? {} : { 'requestheader-uid-headers': JSON.stringify(uidHeaders) }),
    'requestheader-group-headers': JSON.stringify(proxy.groupHeaders ?? []),
    'requestheader-extra-headers-prefix': JSON.stringify(proxy.extraHeaderPrefixes ?? []),
  };
}

/** Adds what is missing. A value that cannot be read is replaced; keys of others stay as they are. */
export function reconcileAuthentication(existing: ApiObject, wanted: ApiObject): Reconciliation<ApiObject> {
  const present = dataOf(existing);
  const next = new Map(present);
  for (const [key, value] of dataOf(wanted)) next.set(key, united(key, present.get(key) ?? '', value));
  const changed = [...next].some(([key, value]) => present.get(key) !== value);
  return changed ? { do: 'update', object: { ...existing, data: Object.fromEntries(next) } } : { do: 'nothing' };
}

function dataOf(object: ApiObject): ReadonlyMap<string, string> {
  return new Map(Object.entries((object['data'] ?? {}) as Readonly<Record<string, string>>));
}

function united(key: string, present: string, wanted: string): string {
  const elementsOf = bundles.has(key) ? readableCertificates : textsOf;
  const known = elementsOf(present);
  const added = elementsOf(wanted).filter((element) => !known.includes(element));
  if (added.length === 0 && (known.length > 0 || present === wanted)) return present;
  const all = [...known, ...added];
  return bundles.has(key) ? all.join('') : JSON.stringify(all);
}

function certificates(pem: string): readonly string[] {
  return fromPem(pem, 'CERTIFICATE').map((der) => toPem('CERTIFICATE', der));
}

function readableCertificates(pem: string): readonly string[] {
  try {
    return certificates(pem);
  } catch {
    return [];
  }
}

function textsOf(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.filter((element) => typeof element === 'string') : [];
  } catch {
    return [];
  }
}
