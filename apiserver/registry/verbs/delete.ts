// `delete`: DELETE of one object (VERB-038, DEL-001 to DEL-039). What is answered tells whether it is already gone (wire
// section 3.1).

import type { RegistryParts } from '../parts.ts';
import type { VerbAnswer, VerbRequest } from '../verb.ts';
import { deleteOptionsOf } from '../options/delete-options.ts';
import { formOf } from '../representation/form.ts';
import { answerStatus, answerWritten } from '../representation/object-answer.ts';
import { deleteObject } from './delete-object.ts';

export async function remove(parts: RegistryParts, request: VerbRequest): Promise<VerbAnswer> {
  const { resource, namespace, name } = request;
  const form = formOf(parts, request, 'object');
  const options = await deleteOptionsOf(parts, request);
  const written = await deleteObject(parts, { request, resource, namespace, name, options });
  if (written.outcome === 'removed' && written.marked !== true && resource.strategy.deleteReturnsObject !== true) {
    return answerStatus(form, 200, {
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
  return answerWritten(parts, resource, form, written, accepted ? 202 : 200);
}
