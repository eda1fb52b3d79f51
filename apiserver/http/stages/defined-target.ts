// Where a request for a defined kind leads: such kinds are routed by the verb, so that HEAD is a read, a sub-resource takes anything
// below its path, and the errors differ from those of built-in kinds.

import {
  badRequest,
  methodNotAllowed,
  notFound,
  resourceNotFound,
  verbNotSupported,
} from '../../../shared/object/errors.ts';
import type { Resource, Resources, Subresource, Verb } from '../../registry/contract/resource.ts';
import type { ResourceRequestInfo } from '../contract/request-info.ts';
import { pageNotFound } from '../error/plain-text-error.ts';

/** Whether a built-in kind is in the group: a 404 is a Status beside such a kind, and plain text elsewhere. */
export function hasBuiltIn({ all }: Resources, group: string): boolean {
  return all.some((resource) => resource.group === group && resource.custom !== true);
}

/** The 404 for a resource of the group that is not there. */
export function noSuchResource(resources: Resources, group: string): Error {
  return hasBuiltIn(resources, group) ? resourceNotFound() : pageNotFound();
}

/** Throws 404 for a path that leads nowhere, 405 for a verb that the kind does not have, 400 for a write without a name. */
export function definedPart(resource: Resource, info: ResourceRequestInfo): Subresource | undefined {
  const { verb, namespace, name, subresource } = info;
  const groupResource = { group: resource.group, resource: resource.name };
  const overAll = verb === 'list' || verb === 'watch';
  if (resource.namespaced ? namespace === '' && !overAll : namespace !== '') throw pageNotFound();
  const part = subresource === '' ? undefined : resource.subresources.get(subresource);
  if (part === undefined && subresource !== '') throw notFound(groupResource, name);
  if (!(part ?? resource).verbs.includes(verb as Verb)) throw verbNotSupported(groupResource, verb);
  if ((verb === 'update' || verb === 'patch') && name === '') throw badRequest('name must be provided');
  // The reference server creates what the body names, though another name was authorized.
  if (verb === 'create' && name !== '') throw methodNotAllowed();
  return part;
}
