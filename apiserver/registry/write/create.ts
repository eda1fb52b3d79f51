// `create`: POST to a collection (VERB-028 to VERB-031). Kinds that are computed and never stored are answered by
// their handler.

import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import { forbidden, serviceUnavailable } from '../../../shared/object/errors.ts';
import { decodedObjectIn } from '../context/decoded-object.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { objectResponse, writtenResponse } from '../representation/object-response.ts';
import { posted } from './steps/created-object.ts';
import { sent } from './steps/sent-object.ts';
import { writerOf } from './field-manager.ts';
import { acceptObject, writeObject } from './pipeline/write-object.ts';

const reviewed = sent({ subresource: '' });

export async function create(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const options = writeOptionsOf(parts.vendor, request.query, 'CreateOptions');
  const reading = decodedObjectIn(parts, request, await request.body(), resource, options.fieldValidation);
  const body = isPending(reading) ? await reading : reading;
  const refused = resource.strategy.refusesCreate?.();
  if (refused !== undefined)
    throw forbidden({ group: resource.group, resource: resource.name }, body.object.metadata.name ?? '', refused);
  if (resource.storage === undefined) {
    if (parts.handleReview === undefined) throw serviceUnavailable(`${resource.name} are not answered by this service`);
    const object = await acceptObject(parts, {
      request,
      resource,
      namespace,
      name,
      dryRun: options.dryRun,
      unstored: resource,
      writer: writerOf(options, request),
      create: { steps: reviewed, propose: () => body },
      named: false,
    });
    const answer = await parts.handleReview(request, object);
    return objectResponse(parts, resource, form, parts.vendor.behaviour.createStatus, answer);
  }
  const written = await writeObject(parts, {
    request,
    resource,
    namespace,
    name,
    dryRun: options.dryRun,
    writer: writerOf(options, request),
    create: { steps: posted, propose: () => body },
    named: false,
  });
  return writtenResponse(parts, resource, form, written, request);
}
