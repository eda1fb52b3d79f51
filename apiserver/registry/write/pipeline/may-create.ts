// A write that makes an object it was not asked to make by POST needs the right to create as well (VERB-045, APPLY-049).

import type { ResourceRequest } from '../../contract/resource-handler.ts';
import { forbidden } from '../../../../shared/object/errors.ts';

/** Throws 403 when the user may not create the object of the request's path. */
export async function mayCreate(request: ResourceRequest): Promise<void> {
  const { resource, namespace, name, user } = request;
  const decision = await request.authorize({
    verb: 'create',
    group: resource.group,
    version: resource.version,
    resource: resource.name,
    subresource: '',
    namespace,
    name,
  });
  if (decision.outcome === 'allow') return;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const reason = decision.reason === '' ? '' : `: ${decision.reason}`;
  const text = `User ${JSON.stringify(user.username)} cannot create resource ${JSON.stringify(resource.name)} in API group ${JSON.stringify(resource.group)} ${where}${reason}`;
  throw forbidden({ group: resource.group, resource: resource.name }, name, text);
}
