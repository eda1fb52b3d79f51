// `update`: PUT of a whole object (VERB-032, UPD-001 to UPD-005). Kinds that allow it are created by a PUT to a missing
// name, with the right to create.

import type { DecodedObject } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import { decodedObjectIn } from '../context/decoded-object.ts';
import { copyObject } from '../object/copy-object.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { writtenResponse } from '../representation/object-response.ts';
import { changed } from './steps/changed-object.ts';
import { madeInPlace } from './steps/created-object.ts';
import { writerOf } from './field-manager.ts';
import { updateStrategyOf } from './steps/update-strategies.ts';
import { checkNames } from './steps/write-identity.ts';
import { writeObject } from './pipeline/write-object.ts';

export async function update(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const options = writeOptionsOf(parts.vendor, request.query, 'UpdateOptions');
  const strategy = updateStrategyOf(resource, request.subresource);
  // Before others have to wait for this write: a large body takes a while.
  const reading = decodedObjectIn(parts, request, await request.body(), resource, options.fieldValidation);
  const sent = isPending(reading) ? await reading : reading;
  checkNames(request, sent.object);
  const named = (sent.object.metadata.resourceVersion ?? '0') !== '0';
  // An attempt changes its proposal; one that lost starts over from the object as it was sent.
  const copied = (): DecodedObject => ({ ...sent, object: copyObject(sent.object) });
  const propose = (): DecodedObject | Promise<DecodedObject> =>
    sent.large === true ? parts.largeWork.turn(request).then(copied) : copied();
  const creates = resource.strategy.createOnUpdate === true && strategy.subresource === '';
  const written = await writeObject(parts, {
    request,
    resource,
    namespace,
    name,
    dryRun: options.dryRun,
    writer: writerOf(options, request),
    change: { steps: changed(strategy, resource.strategy.unconditionalUpdate !== false), propose },
    ...(creates ? { create: { steps: madeInPlace, propose } } : {}),
    named,
  });
  return writtenResponse(parts, resource, form, written, request);
}
