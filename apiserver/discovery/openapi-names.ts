// The names under which OpenAPI publishes the types. Clients compare them with names they were built with, so they follow
// the maker's package layout rather than ours.

import type { Vendor } from '../../shared/vendor/vendor.ts';

/** Types that the API writes in a form of its own and that every document refers to by name. */
export const sharedTypes = {
  quantity: 'apimachinery.pkg.api.resource.Quantity',
  intOrString: 'apimachinery.pkg.util.intstr.IntOrString',
  time: 'apimachinery.pkg.apis.meta.v1.Time',
  microTime: 'apimachinery.pkg.apis.meta.v1.MicroTime',
  raw: 'apimachinery.pkg.runtime.RawExtension',
  json: 'apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON',
  fields: 'apimachinery.pkg.apis.meta.v1.FieldsV1',
} as const;

/** Packages that do not stand under `api.<first part of the group>`. */
const packages = new Map([
  ['meta', 'apimachinery.pkg.apis.meta'],
  ['apiextensions', 'apiextensions-apiserver.pkg.apis.apiextensions'],
  ['apiregistration', '{short}-aggregator.pkg.apis.apiregistration'],
]);

/** The prefix of every name: the API domain, reversed. */
function prefix(vendor: Vendor): string {
  return vendor.fill('{api}').split('.').reverse().join('.');
}

/**
 * Name of a struct that the schema calls `core/v1.Pod` or `rbac.authorization.{api}/v1.Role`. Groups that are not the maker's own
 * are domains, and stand reversed before the version.
 */
export function componentName(vendor: Vendor, structName: string): string {
  const slash = structName.indexOf('/');
  if (slash < 0) return vendor.fill(`${prefix(vendor)}.apimachinery.pkg.${structName}`);
  const dot = structName.indexOf('.', slash);
  const group = structName.slice(0, slash);
  if (group.includes('.') && !group.includes('{')) {
    return `${group.split('.').toReversed().join('.')}.${structName.slice(slash + 1)}`;
  }
  const first = group.split('.')[0] ?? '';
  const folder = packages.get(first) ?? `api.${first}`;
  return vendor.fill(`${prefix(vendor)}.${folder}.${structName.slice(slash + 1, dot)}.${structName.slice(dot + 1)}`);
}

export function sharedTypeName(vendor: Vendor, type: keyof typeof sharedTypes): string {
  return `${prefix(vendor)}.${sharedTypes[type]}`;
}

/**
 * A group, or a version of it, in the ids of operations (`RbacAuthorizationV1`, `CoreV1`) and as their tag (`rbacAuthorization_v1`). The
 * maker's own domain is left out.
 */
export function groupWords(vendor: Vendor, group: string, version = ''): { readonly id: string; readonly tag: string } {
  const domain = `.${vendor.fill('{api}')}`;
  const own = group.endsWith(domain) ? group.slice(0, -domain.length) : group;
  const words = (own === '' ? 'core' : own).split('.').map(titled).join('');
  const tag = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return { id: `${words}${titled(version)}`, tag: version === '' ? tag : `${tag}_${version}` };
}

function titled(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
