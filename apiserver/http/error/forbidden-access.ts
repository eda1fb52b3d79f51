// The refusal of an authorizer as the 403 Status that clients know (requirements AUTHZ).

import { failure } from '../../../shared/object/errors.ts';
import { qualifiedResource } from '../../../shared/object/group-version.ts';
import { quoted as quote } from '../../../shared/object/quoted.ts';
import type { StatusError } from '../../../shared/object/status-error.ts';
import type { Attributes, ResourceAttributes } from '../../authorization/contract/authorizer.ts';

/** 403 for this question; `reason` of the authorizer follows when there is one. */
export function forbiddenAccess(attributes: Attributes, reason: string): StatusError {
  const user = quote(attributes.user.username);
  const because = reason === '' ? '' : `: ${reason}`;
  if (attributes.kind === 'path') {
    const what = escapeHtml(`User ${user} cannot ${attributes.verb} path ${quote(attributes.path)}`);
    return failure('Forbidden', `forbidden: ${what}${because}`, {});
  }
  const { group, resource, subresource, namespace, name, verb } = attributes;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  const scope = namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`;
  const asked = `User ${user} cannot ${verb} resource ${quote(full)} in API group ${quote(group)} ${scope}`;
  const subject = `${qualifiedResource(attributes)}${name === '' ? '' : ` ${quote(name)}`}`;
  return failure('Forbidden', `${subject} is forbidden: ${escapeHtml(asked)}${because}`, detailsOf(attributes));
}

function detailsOf({ group, resource, name }: ResourceAttributes): { name?: string; group?: string; kind: string } {
  return { ...(name === '' ? {} : { name }), ...(group === '' ? {} : { group }), kind: resource };
}

/** Old browsers showed error bodies as pages: what the client chose of a sentence cannot hold markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
