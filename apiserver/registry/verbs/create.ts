// `create`: POST to a collection (VERB-028 to VERB-031). Kinds that are computed and never stored are answered by
// whoever computes them.

import type { RegistryParts } from '../parts.ts';
import type { VerbAnswer, VerbRequest } from '../verb.ts';
import { serviceUnavailable } from '../../../shared/object/errors.ts';
import { proposalIn } from '../body.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { formOf } from '../representation/form.ts';
import { answerObject, answerWritten } from '../representation/object-answer.ts';
import { createObject } from './create-object.ts';

export async function create(parts: RegistryParts, request: VerbRequest): Promise<VerbAnswer> {
  const { resource, namespace, name } = request;
  const form = formOf(parts, request, 'object');
  const { dryRun, fieldValidation } = writeOptionsOf(parts.vendor, request.query, 'CreateOptions');
  const reading = proposalIn(parts, request, await request.body(), resource, fieldValidation);
  const body = reading instanceof Promise ? await reading : reading;
  if (resource.storage === undefined) {
    if (parts.answerReview === undefined) throw serviceUnavailable(`${resource.name} are not answered by this service`);
    const answer = await parts.answerReview(request, body.object);
    return answerObject(parts, resource, form, parts.vendor.behaviour.createStatus, answer);
  }
  const written = await createObject(parts, { request, resource, namespace, name, body, dryRun });
  return answerWritten(parts, resource, form, written);
}
