// `update`: PUT of a whole object (VERB-032, UPD-001 to UPD-005). Kinds that allow it are created by a PUT to a missing
// name, with the right to create.

import type { DecodedObject } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import type { Written } from '../contract/written.ts';
import { mayCreate } from './may-create.ts';
import { readBody } from '../context/decoded-object.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { writtenResponse } from '../representation/object-response.ts';
import { keyOf } from '../object/stored-objects.ts';
import { createObject } from './create-object.ts';
import { updateStrategyOf } from './update-strategies.ts';
import { checkNames, updateObject, wrongUid } from './update-object.ts';

export async function update(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const { dryRun, fieldValidation } = writeOptionsOf(parts.vendor, request.query, 'UpdateOptions');
  const facet = updateStrategyOf(resource, request.subresource);
  const read = (): ReturnType<typeof readBody> => readBody(parts, request, resource, fieldValidation);
  // Before others have to wait for this write: the client may be slow. A write that is done again needs the object as it was sent.
  let first: DecodedObject | undefined = await read();
  checkNames(request, first.object);
  const named = (first.object.metadata.resourceVersion ?? '0') !== '0';
  const propose = (): DecodedObject | Promise<DecodedObject> => {
    const proposal = first ?? read();
    first = undefined;
    return proposal;
  };
  const create = async (): Promise<Written> => {
    await mayCreate(request);
    const body = await propose();
    const { metadata } = body.object;
    if ((metadata.uid ?? '') !== '') throw wrongUid(resource, name, keyOf(resource, namespace, name), metadata.uid, '');
    // What it would replace is not there, in whichever version.
    delete metadata.resourceVersion;
    return createObject(parts, { request, resource, namespace, name, body, dryRun });
  };
  const creates = resource.strategy.createOnUpdate === true && facet.subresource === '';
  const written = await updateObject(parts, {
    request,
    resource,
    namespace,
    name,
    facet,
    dryRun,
    named,
    propose,
    unconditional: resource.strategy.unconditionalUpdate !== false,
    ...(creates ? { create } : {}),
  });
  return writtenResponse(parts, resource, form, written);
}
