// `scale`: the number of replicas of a workload as an object of its own kind. Reading makes it from the parent, writing changes
// one field of the parent.

import type { ApiObject, ObjectMeta } from '../../../shared/object/api-object.ts';
import type { LabelSelectorObject } from '../../../shared/object/label-selector.ts';
import type { DecodedObject } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Resource, TablePrinter } from '../contract/resource.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import type { BodyShape } from '../context/decoded-object.ts';
import type { UpdateStrategy, UpdateRequest } from '../write/update-object.ts';
import type { Written } from '../contract/written.ts';
import { invalid } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { bodyShapeOf, readBody } from '../context/decoded-object.ts';
import { ageColumn, ageOf, column, nameColumn } from '../kinds/printers/columns.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { resourceVersionOf } from '../options/resource-version.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { objectResponse } from '../representation/object-response.ts';
import { selectorText } from '../object/selector-text.ts';
import { decodeCached, decodeEntry } from '../object/stored-objects.ts';
import { readObject } from '../read/get.ts';
import { keepOnly } from '../write/preserve-fields.ts';
import { patched, preparePatchOf } from '../write/patch.ts';
import { updateObject } from '../write/update-object.ts';

interface Scale extends ApiObject {
  spec?: { replicas?: number };
  status?: { replicas: number; selector?: string };
}

interface Scalable extends ApiObject {
  spec?: { replicas?: number; selector?: LabelSelectorObject | Record<string, string>; [field: string]: unknown };
  status?: { replicas?: number };
}

/** A scale as a table: of its own kind, not of its parent's. */
const scalePrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Desired', 'integer', 'Replicas that are wanted.'),
    column('Available', 'integer', 'Replicas that there are.'),
    ageColumn,
  ],
  cells(object) {
    const { metadata, spec, status } = object as Scale;
    return [metadata.name ?? '', spec?.replicas ?? 0, status?.replicas ?? 0, ageOf(object)];
  },
};

const printed = { printer: scalePrinter };

export async function getScale(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource } = request;
  const form = negotiateOutput(parts, request, 'object');
  const held = await readObject(parts, request, resourceVersionOf(request.query));
  return objectResponse(parts, printed, form, 200, scaleOf(shapeOf(request), decodeCached(resource, held)));
}

export async function updateScale(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { fieldValidation, dryRun } = writeOptionsOf(parts.vendor, request.query, 'UpdateOptions');
  const shape = shapeOf(request);
  const { object } = await readBody(parts, request, shape, fieldValidation);
  const named = (object.metadata.resourceVersion ?? '') !== '';
  return writeScale(parts, request, { dryRun, named, propose: (copy) => withReplicas(shape, copy(), object) });
}

export async function patchScale(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const shape = shapeOf(request);
  const prepared = await preparePatchOf(parts, request, shape);
  const { fieldValidation, dryRun } = writeOptionsOf(parts.vendor, request.query, 'PatchOptions');
  const propose: UpdateRequest['propose'] = (copy) => {
    const current = copy();
    const { object } = patched(parts, request, {
      prepared,
      current: scaleOf(shape, current),
      shape,
      validation: fieldValidation,
    });
    return withReplicas(shape, current, object);
  };
  return writeScale(parts, request, { dryRun, named: prepared.namesVersion, propose });
}

async function writeScale(
  parts: RegistryDependencies,
  request: ResourceRequest,
  how: Pick<UpdateRequest, 'dryRun' | 'named' | 'propose'>,
): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const written = await updateObject(parts, {
    request,
    resource,
    namespace,
    name,
    facet: replicasFacet(resource),
    ...how,
    unconditional: true,
  });
  return objectResponse(parts, printed, form, 200, scaleOf(shapeOf(request), objectOf(resource, written)));
}

function replicasFacet(resource: Resource): UpdateStrategy {
  return {
    subresource: 'scale',
    prepare(object, old) {
      const replicas = (object as Scalable).spec?.replicas;
      keepOnly(object, old, ['metadata']);
      object.metadata = { ...old.metadata };
      delete object.metadata.resourceVersion;
      const spec = { ...(old as Scalable).spec };
      if (replicas === undefined) delete spec.replicas;
      else spec.replicas = replicas;
      (object as Scalable).spec = spec;
    },
    validate: (object, old) => resource.strategy.validateUpdate?.(object, old) ?? [],
  };
}

/** The parent with the replicas of the scale; what the scale says of its identity and version counts for the parent. */
function withReplicas(shape: BodyShape, current: ApiObject, scale: Scale): DecodedObject {
  const replicas = scale.spec?.replicas ?? 0;
  if (replicas < 0) {
    const fault = invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0');
    throw invalid({ group: shape.group, kind: shape.kind }, scale.metadata.name ?? '', [fault]);
  }
  const { name, namespace, uid, resourceVersion } = scale.metadata;
  const metadata: ObjectMeta = { ...current.metadata };
  delete metadata.resourceVersion;
  // A scale without a name is refused with the parent.
  if (name === undefined) delete metadata.name;
  else metadata.name = name;
  if (namespace !== undefined) metadata.namespace = namespace;
  if (uid !== undefined) metadata.uid = uid;
  if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
  const parent = current as Scalable;
  return { object: { ...parent, metadata, spec: { ...parent.spec, replicas } }, missingFields: [] };
}

function scaleOf(shape: BodyShape, object: ApiObject): Scale {
  const { metadata, spec, status } = object as Scalable;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const selector = selectorText(spec?.selector);
  return {
    kind: shape.kind,
    apiVersion: apiVersionOf(shape.group, shape.version),
    metadata: {
      ...(name === undefined ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    },
    spec: spec?.replicas === undefined || spec.replicas === 0 ? {} : { replicas: spec.replicas },
    status: { replicas: status?.replicas ?? 0, ...(selector === '' ? {} : { selector }) },
  };
}

function objectOf(resource: Resource, written: Written): ApiObject {
  const object = decodeEntry(resource, { key: '', value: written.value, revision: written.revision ?? 0 });
  if (written.revision === undefined) delete object.metadata.resourceVersion;
  return object;
}

function shapeOf(request: ResourceRequest): BodyShape {
  return bodyShapeOf(request.subresource);
}
