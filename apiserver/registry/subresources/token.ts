// `token` of a service account: a bound token, issued by the holder of the keys (requirements AUTHN).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { BodyShape } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { badRequest, invalid, serviceUnavailable } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { bodyShapeOf, readBody } from '../context/decoded-object.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { objectResponse } from '../representation/object-response.ts';
import { decodeCached } from '../object/converted-objects.ts';
import { writerOf } from '../write/field-manager.ts';
import { acceptObject } from '../write/pipeline/write-object.ts';
import { sent } from '../write/steps/sent-object.ts';
import { readObject } from '../read/get.ts';

export async function createToken(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const options = writeOptionsOf(parts.vendor, request.query, 'CreateOptions');
  if (parts.issueToken === undefined) throw serviceUnavailable('this service issues no tokens');
  const shape = bodyShapeOf(request.subresource);
  const body = await readBody(parts, request, shape, options.fieldValidation);
  const serviceAccount = await decodeCached(resource, await readObject(parts, request, { kind: 'unset' }), request);
  const tokenRequest = await acceptObject(parts, {
    request,
    resource,
    namespace,
    name,
    dryRun: options.dryRun,
    unstored: shape,
    writer: writerOf(options, request),
    create: {
      steps: sent({
        subresource: 'token',
        check: (object) => requireAccount(object, request, shape),
        prepare({ metadata }) {
          metadata.name = name;
          if ((metadata.uid ?? '') === '' && serviceAccount.metadata.uid !== undefined)
            metadata.uid = serviceAccount.metadata.uid;
          metadata.creationTimestamp = parts.timeText.of(parts.clock.now());
        },
      }),
      propose: () => body,
    },
    named: false,
  });
  const answer = await parts.issueToken({ serviceAccount, tokenRequest, request });
  return objectResponse(parts, resource, form, parts.vendor.behaviour.createStatus, answer);
}

/** Throws for a request that names another account than the path. One that names no namespace gets it; its name comes later. */
function requireAccount(
  { metadata }: ApiObject,
  { name, namespace }: ResourceRequest,
  { group, kind }: BodyShape,
): void {
  if ((metadata.namespace ?? '') === '') metadata.namespace = namespace;
  if ((metadata.name ?? '') !== '' && metadata.name !== name) {
    const fault = invalidValue('metadata.name', metadata.name, 'must match the service account name if specified');
    throw invalid({ group, kind }, name, [fault]);
  }
  if (metadata.namespace !== namespace)
    throw badRequest('namespace in URL does not match namespace in TokenRequest object');
}
