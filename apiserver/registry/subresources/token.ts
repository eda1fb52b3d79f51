// `token` of a service account: a bound token, issued by the holder of the keys (requirements AUTHN).

import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { badRequest, invalid, serviceUnavailable } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { applyDefaults } from '../../../shared/schema/default.ts';
import { bodyShapeOf, readBody } from '../context/decoded-object.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { objectResponse } from '../representation/object-response.ts';
import { decodeCached } from '../object/converted-objects.ts';
import { admitRequest } from '../write/pipeline/admitted.ts';
import { readObject } from '../read/get.ts';

export async function createToken(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const { dryRun, fieldValidation } = writeOptionsOf(parts.vendor, request.query, 'CreateOptions');
  if (parts.issueToken === undefined) throw serviceUnavailable('this service issues no tokens');
  const shape = bodyShapeOf(request.subresource);
  const { object } = await readBody(parts, request, shape, fieldValidation);
  const serviceAccount = await decodeCached(resource, await readObject(parts, request, { kind: 'unset' }), request);
  if ((object.metadata.name ?? '') === '') object.metadata.name = name;
  if ((object.metadata.namespace ?? '') === '') object.metadata.namespace = namespace;
  if (object.metadata.name !== name) {
    const detail = 'must match the service account name if specified';
    const fault = invalidValue('metadata.name', object.metadata.name, detail);
    throw invalid({ group: shape.group, kind: shape.kind }, name, [fault]);
  }
  if (object.metadata.namespace !== namespace)
    throw badRequest('namespace in URL does not match namespace in TokenRequest object');
  applyDefaults(object, shape.schema);
  const tokenRequest = await admitRequest(parts, {
    request,
    resource,
    operation: 'CREATE',
    subresource: 'token',
    namespace,
    name,
    object,
    oldObject: undefined,
    dryRun,
  });
  const answer = await parts.issueToken({ serviceAccount, tokenRequest, request });
  return objectResponse(parts, resource, form, parts.vendor.behaviour.createStatus, answer);
}
