// `binding`: the one write that gives a pod its node. Asked for on the pod, or on the collection `bindings` with the pod's name
// in the body.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { BodyShape } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Resource } from '../contract/resource.ts';
import type { Pod } from '../kinds/core/pod/pod-strategy.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { badRequest, conflict, internalError } from '../../../shared/object/errors.ts';
import { takeNamespace } from '../object/metadata.ts';
import { notSupported, required } from '../../../shared/object/field-error-message.ts';
import { formatTime } from '../../../shared/object/time.ts';
import { bodyShapeOf, readBody } from '../context/decoded-object.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { statusResponse } from '../representation/object-response.ts';
import { copyObject } from '../object/copy-object.ts';
import { changed } from '../write/steps/changed-object.ts';
import { sent } from '../write/steps/sent-object.ts';
import { acceptObject, writeObject } from '../write/pipeline/write-object.ts';

interface Binding extends ApiObject {
  target?: { kind?: string; name?: string; apiVersion?: string };
}

export async function createBinding(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const form = negotiateOutput(parts, request, 'object');
  const { dryRun, fieldValidation } = writeOptionsOf(parts.vendor, request.query, 'CreateOptions');
  const shape: BodyShape = request.subresource === undefined ? request.resource : bodyShapeOf(request.subresource);
  const body = await readBody(parts, request, shape, fieldValidation);
  const said = body.object.metadata.name ?? '';
  const name = request.name === '' ? said : request.name;
  const check = ({ metadata }: ApiObject): void => {
    takeNamespace(request.resource, request.namespace, metadata);
    if (name === '') throw badRequest('Name parameter required.');
    if ((metadata.name ?? '') !== name) throw badRequest('name in URL does not match name in Binding object');
  };
  const subresource = request.subresource?.name ?? '';
  const binding: Binding = await acceptObject(parts, {
    request,
    resource: request.resource,
    namespace: request.namespace,
    name,
    dryRun,
    unstored: shape,
    create: { steps: sent<Binding>({ subresource, check, validate: targetErrors }), propose: () => body },
    named: false,
  });
  const resource = podsOf(parts);
  await writeObject(parts, {
    request,
    resource,
    namespace: request.namespace,
    name,
    dryRun,
    admitted: true,
    named: (binding.metadata.resourceVersion ?? '') !== '',
    change: {
      steps: changed({ subresource: 'binding', prepare() {}, validate: () => [], uncounted: true }, true),
      propose: (live) => ({
        object: bound(copyObject(live.object), binding, parts.clock.now()),
        missingFields: [],
      }),
    },
  });
  const code = parts.vendor.behaviour.createStatus;
  return statusResponse(form, code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code });
}

/** The resource whose objects are bound and evicted. */
function podsOf(parts: RegistryDependencies): Resource {
  const resource = parts.resources.find('', 'v1', 'pods');
  if (resource === undefined) throw internalError(new Error('pods are not served'));
  return resource;
}

function targetErrors({ target }: Binding): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (!['', 'Node', 'Minion'].includes(target?.kind ?? ''))
    errors.push(notSupported('target.kind', target?.kind, ['Node', '<empty>']));
  if ((target?.name ?? '') === '') errors.push(required('target.name'));
  return errors;
}

/** The pod on its node. Annotations of the binding go to the pod with it. */
function bound(current: ApiObject, binding: Binding, now: number): ApiObject {
  const pod = current as Pod;
  const name = pod.metadata.name ?? '';
  const subject = { group: '', resource: 'pods/binding' };
  if (pod.metadata.deletionTimestamp !== undefined)
    throw conflict(subject, name, `pod ${name} is being deleted, cannot be assigned to a host`);
  const before = pod.spec?.nodeName ?? '';
  if (before !== '') throw conflict(subject, name, `pod ${name} is already assigned to node ${JSON.stringify(before)}`);
  if ((pod.spec?.schedulingGates?.length ?? 0) > 0)
    throw conflict(subject, name, `pod ${name} has non-empty .spec.schedulingGates`);
  const { uid, resourceVersion, annotations } = binding.metadata;
  pod.metadata.annotations = { ...pod.metadata.annotations, ...annotations };
  if (uid !== undefined && uid !== '') pod.metadata.uid = uid;
  delete pod.metadata.resourceVersion;
  if (resourceVersion !== undefined) pod.metadata.resourceVersion = resourceVersion;
  pod.spec = { ...pod.spec, nodeName: binding.target?.name ?? '' };
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
  const scheduled = { type: 'PodScheduled', status: 'True', lastTransitionTime: formatTime(now) };
  pod.status = { ...pod.status, conditions: [...others, scheduled] };
  return pod;
}
