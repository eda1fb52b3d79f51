// Policies read their parameters with the rights of the server, so the author of a policy or binding must be allowed to read them
// too. Otherwise a message could show data that its author may not see. Always in the chain; it cannot be disabled.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { invalid } from '../../../shared/object/errors.ts';
import { forbiddenField } from '../../../shared/object/field-error-message.ts';
import { parseGroupVersion } from '../../../shared/object/group-version.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authorizer } from '../../authorization/contract/authorizer.ts';
import { mastersGroup } from '../../authorization/chain.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import type { ResourceOfKind } from '../plugins/owner-references.ts';

export interface PolicyParametersOptions {
  readonly vendor: Vendor;
  readonly authorizer: Authorizer;
  readonly resourceOf: ResourceOfKind;
  readonly listers: { readonly validatingPolicies: Lister; readonly mutatingPolicies: Lister };
}

interface ParamKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
}

interface PolicyOrBinding extends ApiObject {
  readonly spec?: { readonly paramKind?: ParamKind; readonly policyName?: string; readonly paramRef?: ParamRef };
}

/** What has to be readable. A star: any. */
interface Read {
  readonly verb: 'get' | 'list';
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

const policyResources = new Set(['validatingadmissionpolicies', 'mutatingadmissionpolicies']);
const bindingResources = new Set(['validatingadmissionpolicybindings', 'mutatingadmissionpolicybindings']);

export function policyParameters(options: PolicyParametersOptions): AdmissionPlugin {
  const { vendor, authorizer } = options;
  const ownGroup = vendor.fill('admissionregistration.{api}');
  return {
    name: 'PolicyParameters',
    handles: (operation, group, resource, subresource) =>
      (operation === 'CREATE' || operation === 'UPDATE') &&
      group === ownGroup &&
      subresource === '' &&
      (policyResources.has(resource) || bindingResources.has(resource)),
    async validate(attributes, { signal }) {
      const { user, kind, name } = attributes;
      if (user.groups.includes(mastersGroup)) return;
      const needed = bindingResources.has(attributes.resource)
        ? readOfBinding(attributes, options)
        : readOfPolicy(attributes, options);
      if (needed === undefined) return;
      const { read, path, what } = needed;
      const asked = { kind: 'resource' as const, user, subresource: '', ...read };
      if ((await authorizer.authorize(asked, { signal })).outcome === 'allow') return;
      const detail = `user ${JSON.stringify(user.username)} must have ${JSON.stringify(read.verb)} permission on ${what}`;
      throw invalid(kind, name, [forbiddenField(path, detail)]);
    },
  };
}

interface Needed {
  readonly read: Read;
  readonly path: string;
  readonly what: string;
}

/** Undefined: nothing that was not allowed before. */
function readOfPolicy(
  { object, oldObject }: AdmissionAttributes,
  { resourceOf }: PolicyParametersOptions,
): Needed | undefined {
  const paramKind = specOf(object).paramKind;
  if (paramKind === undefined || isDeepStrictEqual(paramKind, specOf(oldObject).paramKind)) return undefined;
  const read: Read = { verb: 'get', ...resourceOfKind(paramKind, resourceOf), namespace: '*', name: '*' };
  const { kind = '', apiVersion = '' } = paramKind;
  const what = `all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
  return { read, path: 'spec.paramKind', what };
}

function readOfBinding(
  { object, oldObject, resource }: AdmissionAttributes,
  { resourceOf, listers }: PolicyParametersOptions,
): Needed | undefined {
  const { policyName = '', paramRef } = specOf(object);
  const before = specOf(oldObject);
  if (paramRef === undefined) return undefined;
  if (isDeepStrictEqual([policyName, paramRef], [before.policyName, before.paramRef])) return undefined;
  const policies = resource.startsWith('validating') ? listers.validatingPolicies : listers.mutatingPolicies;
  const { name = '', namespace = '' } = paramRef;
  const of = resourceOfKind(specOf(policies.get('', policyName)).paramKind ?? {}, resourceOf);
  const read: Read = { verb: name === '' ? 'list' : 'get', ...of, namespace, name };
  return { read, path: 'spec.paramRef', what: 'the object referenced by paramRef' };
}

function specOf(object: PolicyOrBinding | undefined): NonNullable<PolicyOrBinding['spec']> {
  return object?.spec ?? {};
}

/** For an unknown group or kind the author needs the right to all resources. */
function resourceOfKind(
  { apiVersion = '', kind = '' }: ParamKind,
  resourceOf: ResourceOfKind,
): Pick<Read, 'group' | 'version' | 'resource'> {
  const parsed = apiVersion === '' ? undefined : parseGroupVersion(apiVersion);
  if (parsed === undefined) return { group: '*', version: '*', resource: '*' };
  return { ...parsed, resource: resourceOf(parsed.group, parsed.version, kind)?.resource ?? '*' };
}
