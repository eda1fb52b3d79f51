// `delete`: DELETE of one object (VERB-038, DEL-001 to DEL-039). The response shows whether the object is already gone
// (requirements DEL).

import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { deleteOptionsOf } from '../context/delete-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { statusResponse, writtenResponse } from '../representation/object-response.ts';
import { deleteUnreadable } from './delete-unreadable.ts';
import { removalOf } from './steps/removed-object.ts';
import { writeObject } from './pipeline/write-object.ts';

export async function remove(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const options = await deleteOptionsOf(parts, request);
  if (options.ignoreReadError && (await deleteUnreadable(parts, request)) === 'removed') {
    return statusResponse(form, 200, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name, kind: resource.kind },
      code: 200,
    });
  }
  const written = await writeObject(parts, removalOf(request, resource, { namespace, name }, options));
  if (written.outcome === 'removed' && written.marked !== true && resource.strategy.deleteReturnsObject !== true) {
    return statusResponse(form, 200, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: {
        name,
        ...(resource.group === '' ? {} : { group: resource.group }),
        kind: resource.name,
        ...(written.object.metadata.uid === undefined ? {} : { uid: written.object.metadata.uid }),
      },
    });
  }
  const accepted = written.outcome !== 'removed' && options.orphanDependents === false;
  return writtenResponse(parts, resource, form, written, request, accepted ? 202 : 200);
}
