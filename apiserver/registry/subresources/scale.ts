// `scale`: the number of replicas of a workload as an object of its own kind. Reading makes it from the parent, writing changes
// one field of the parent.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { DecodedObject } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Resource, TablePrinter } from '../contract/resource.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import type { BodyShape } from '../context/decoded-object.ts';
import type { ApplyRequest } from '../write/apply.ts';
import type { UpdateStrategy } from '../contract/update-strategy.ts';
import type { LiveObject, WriteBranch, WriteOperation } from '../write/contract/write-operation.ts';
import { conflict, invalid, notFound } from '../../../shared/object/errors.ts';
import { alsoDeclared, negativeValue } from '../../../shared/object/field-error-message.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { isApply, patchTypeOf } from '../../../shared/patch/patch-type.ts';
import { bodyShapeOf, decodedObjectOf, readBody } from '../context/decoded-object.ts';
import { applied, typedConfiguration } from '../ownership/apply-configuration.ts';
import { scaleVersions, throughScale, typedScale } from '../ownership/owned-scale.ts';
import { ownersIn, setOwners } from '../ownership/stored-owners.ts';
import { ageColumn, ageOf, column } from '../kinds/printers/columns.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { resourceVersionOf } from '../options/resource-version.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { objectResponse } from '../representation/object-response.ts';
import { requireScale, scaleFieldsOf, scaleValuesOf, valueAt, withValueAt } from '../object/scale-fields.ts';
import { copyObject } from '../object/copy-object.ts';
import { decodeCached } from '../object/converted-objects.ts';
import { groupResourceOf } from '../object/stored-objects.ts';
import { readObject } from '../read/get.ts';
import { changed } from '../write/steps/changed-object.ts';
import { checkNames } from '../write/steps/write-identity.ts';
import { writerOf } from '../write/field-manager.ts';
import { keepOnly } from '../object/preserve-fields.ts';
import { applyRequestOf, warnOfText } from '../write/apply.ts';
import { patched, preparePatchOf, takenPatches } from '../write/patch.ts';
import { writeObject } from '../write/pipeline/write-object.ts';

interface Scale extends ApiObject {
  spec?: { replicas?: number };
  status?: { replicas: number; selector?: string };
}

/** A scale as a table: of its own kind, not of its parent's. */
const scalePrinter: TablePrinter = {
  columns: [
    // Without the format `name`, unlike other kinds.
    column('Name', 'string', 'Of the object that has the scale.'),
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
  const parent = await decodeCached(resource, held, request);
  requireScale(resource, parent);
  return objectResponse(parts, printed, form, 200, scaleOf(request.resource, shapeOf(request), parent));
}

export async function updateScale(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const options = writeOptionsOf(parts.vendor, request.query, 'UpdateOptions');
  const shape = shapeOf(request);
  const { object: scale } = await readBody(parts, request, shape, options.fieldValidation);
  // Before the object is looked for: a PUT for another name is wrong whether there is one or not.
  checkNames(request, scale);
  const named = (scale.metadata.resourceVersion ?? '') !== '';
  const writer = writerOf(options, request);
  const { dryRun } = options;
  return writeScale(
    parts,
    request,
    { dryRun, writer },
    { named, propose: ({ object }) => withReplicas(parts, request, object, scale) },
  );
}

export async function patchScale(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const shape = shapeOf(request);
  const type = patchTypeOf(request.contentType, takenPatches(parts, request.resource));
  if (isApply(type)) return applyScale(parts, request, await applyRequestOf(parts, request, type));
  const options = writeOptionsOf(parts.vendor, request.query, 'PatchOptions');
  const prepared = await preparePatchOf(parts, request, shape, type);
  const validation = options.fieldValidation;
  const propose: Change['propose'] = ({ object }) => {
    const current = scaleOf(request.resource, shape, object);
    const { object: scale } = patched(parts, request, { prepared, current, shape, validation });
    return withReplicas(parts, request, object, scale);
  };
  const { dryRun } = options;
  const writer = writerOf(options, request);
  return writeScale(parts, request, { dryRun, writer }, { named: prepared.namesVersion, propose });
}

/** Who owns the replicas of the Scale owns those of the object. */
async function applyScale(
  parts: RegistryDependencies,
  request: ResourceRequest,
  { configuration, options }: ApplyRequest,
): Promise<Response> {
  const { resource } = request;
  const shape = shapeOf(request);
  const propose: Change['propose'] = ({ object }) => {
    const live = typedScale(resource, object);
    const wanted = typedConfiguration(configuration, shape);
    if (live === undefined) throw notFound(groupResourceOf(resource), request.name);
    const scale = scaleOf(request.resource, shape, object);
    let next: Scale = scale;
    const owners = throughScale(resource, ownersIn(object) ?? new Map(), (scaleOwners) => {
      const result = applied({
        live: { ...live, value: scale },
        configuration: wanted,
        owners: scaleOwners,
        writer: {
          manager: options.fieldManager,
          subresource: 'scale',
          now: parts.timeText.of(parts.clock.now()),
          versions: scaleVersions,
        },
        force: options.force,
        empty: () => ({ ...live, value: { apiVersion: live.apiVersion, kind: shape.kind, metadata: {}, spec: {} } }),
      });
      if (result.object !== undefined) next = decodedObjectOf(result.object.value, shape).proposal.object;
      return result.owners;
    });
    warnOfText(request, configuration, options);
    const parent = withReplicas(parts, request, object, next);
    setOwners(parent.object, owners);
    if (!configuration.namesVersion) delete parent.object.metadata.resourceVersion;
    return parent;
  };
  const writer: WriteOperation['writer'] = { manager: options.fieldManager, operation: 'Apply' };
  return writeScale(parts, request, { dryRun: options.dryRun, writer }, { named: configuration.namesVersion, propose });
}

type Change = WriteBranch<LiveObject>;

async function writeScale(
  parts: RegistryDependencies,
  request: ResourceRequest,
  { dryRun, writer }: Pick<WriteOperation, 'dryRun' | 'writer'>,
  { named, propose }: Pick<WriteOperation, 'named'> & Pick<Change, 'propose'>,
): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const { object, revision } = await writeObject(parts, {
    request,
    resource,
    namespace,
    name,
    dryRun,
    ...(writer === undefined ? {} : { writer }),
    change: { steps: changed(replicasStrategy(resource, shapeOf(request)), true), propose },
    named,
  });
  if (revision !== undefined) object.metadata.resourceVersion = String(revision);
  return objectResponse(parts, printed, form, 200, scaleOf(resource, shapeOf(request), object));
}

function replicasStrategy(resource: Resource, shape: BodyShape): UpdateStrategy {
  return {
    subresource: 'scale',
    // Hooks see what the client sees, on both sides of the change (ADM-003).
    admitted: {
      of: (object) => scaleOf(resource, shape, object),
      take(object, scale) {
        const replicas = (scale as Scale).spec?.replicas ?? 0;
        object['spec'] = withValueAt(object, scaleFieldsOf(resource).replicas, replicas)['spec'];
      },
    },
    prepare(object, old) {
      const path = scaleFieldsOf(resource).replicas;
      const replicas = valueAt(object, path);
      keepOnly(object, old, ['metadata']);
      const { managedFields } = object.metadata;
      object.metadata = { ...old.metadata };
      delete object.metadata.resourceVersion;
      // Who set the replicas is the one thing of the parent's metadata that a scale changes.
      if (managedFields === undefined) delete object.metadata.managedFields;
      else object.metadata.managedFields = managedFields;
      Object.assign(object, { spec: withValueAt(old, path, replicas)['spec'] });
    },
    validate: (object, old, warn) => resource.strategy.validateUpdate?.(object, old, warn) ?? [],
  };
}

/**
 * The parent with the replicas of the scale, and the version that the scale names. Throws 400 for a scale of another name, 409 for
 * one of another uid, 422 for negative replicas.
 */
function withReplicas(
  parts: RegistryDependencies,
  request: ResourceRequest,
  current: ApiObject,
  scale: Scale,
): DecodedObject {
  const { resource } = request;
  const shape = shapeOf(request);
  checkNames(request, scale);
  const { uid = '', resourceVersion } = scale.metadata;
  const before = current.metadata.uid ?? '';
  // Of an extension kind the version alone says which object is meant.
  if (uid !== '' && uid !== before && resource.schema.read === undefined) {
    const subject = { group: resource.group, resource: `${resource.name}/scale` };
    const detail = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${before}`;
    throw conflict(subject, request.name, detail);
  }
  const replicas = scale.spec?.replicas ?? 0;
  // The replicas of an extension kind are judged with the whole object.
  if (resource.custom !== true) judgeReplicas(parts, shape, scale, scaleOf(resource, shape, current));
  const parent = copyObject(current);
  const { metadata } = parent;
  delete metadata.resourceVersion;
  if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
  parent['spec'] = withValueAt(parent, scaleFieldsOf(resource).replicas, replicas)['spec'];
  return { object: parent, missingFields: [] };
}

/** Throws 422 for negative replicas. */
function judgeReplicas(parts: RegistryDependencies, shape: BodyShape, scale: Scale, old: Scale): void {
  const replicas = scale.spec?.replicas ?? 0;
  const negative = replicas < 0 ? [alsoDeclared(negativeValue('spec.replicas', replicas))] : [];
  const faults = parts.judgeDeclared({ schema: shape.schema, subresource: 'scale', object: scale, old }, negative);
  if (faults.length > 0) throw invalid({ group: shape.group, kind: shape.kind }, scale.metadata.name ?? '', faults);
}

function scaleOf(resource: Resource, shape: BodyShape, object: ApiObject): Scale {
  const { metadata } = object;
  const { replicas, current, selector } = scaleValuesOf(resource, object);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
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
    spec: replicas === undefined || replicas === 0 ? {} : { replicas },
    status: { replicas: current, ...(selector === '' ? {} : { selector }) },
  };
}

function shapeOf(request: ResourceRequest): BodyShape {
  return bodyShapeOf(request.subresource);
}
