// `patch`: JSON patch, merge patch and strategic merge patch of one object (VERB-035, UPD-006 to UPD-009). A patch is
// applied to the current object when its turn comes, unless it names a version.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { PatchType, PatchTypes, PreparedPatch } from '../../../shared/patch/patch-type.ts';
import type { BodyShape, DecodedObject } from '../context/decoded-object.ts';
import type { FieldValidation } from '../options/write-options.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { badRequest, invalid } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { unknownField } from '../../../shared/codec/decode-body.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { isApply, patchTypeOf, preparePatch } from '../../../shared/patch/patch-type.ts';
import { decodedObjectOf } from '../context/decoded-object.ts';
import { type Resource, takesStrategicPatch } from '../contract/resource.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { writtenResponse } from '../representation/object-response.ts';
import { apply } from './apply.ts';
import { changed } from './steps/changed-object.ts';
import { writerOf } from './field-manager.ts';
import { nameless } from './steps/write-identity.ts';
import { updateStrategyOf } from './steps/update-strategies.ts';
import { largeBytes } from '../context/large-work.ts';
import { writeObject } from './pipeline/write-object.ts';

export async function patch(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource, namespace, name } = request;
  const type = patchTypeOf(request.contentType, takenPatches(parts, resource));
  if (isApply(type)) return apply(parts, request, type);
  const form = negotiateOutput(parts, request, 'object');
  const options = writeOptionsOf(parts.vendor, request.query, 'PatchOptions');
  const prepared = await preparePatchOf(parts, request, resource, type);
  const unconditional = resource.strategy.unconditionalUpdate !== false;
  const written = await writeObject(parts, {
    request,
    resource,
    namespace,
    name,
    dryRun: options.dryRun,
    writer: writerOf(options, request),
    change: {
      steps: changed(updateStrategyOf(resource, request.subresource), unconditional),
      propose: ({ object }) =>
        patched(parts, request, {
          prepared,
          current: object,
          shape: resource,
          validation: options.fieldValidation,
          keepsVersion: !unconditional,
        }),
    },
    named: prepared.namesVersion,
  });
  return writtenResponse(parts, resource, form, written, request);
}

/** The patch types that a resource and its sub-resources take. */
export function takenPatches(
  { features, vendor }: Pick<RegistryDependencies, 'features' | 'vendor'>,
  resource: Resource,
): PatchTypes {
  return {
    strategic: takesStrategicPatch(resource),
    cbor: features.cbor,
    untold: vendor.behaviour.acceptRanges === 'names',
  };
}

/** What is wrong with a body that is no such patch is thrown when it is applied: 404 of a missing object comes first. */
export async function preparePatchOf(
  { vendor: { behaviour }, largeWork }: Pick<RegistryDependencies, 'vendor' | 'largeWork'>,
  request: ResourceRequest,
  shape: BodyShape,
  type: PatchType,
): Promise<PreparedPatch> {
  const bytes = await request.body();
  request.auditPatch?.(bytes);
  if (bytes.length > largeBytes) await largeWork.turn(request);
  try {
    return preparePatch(type, bytes, shape.schema, behaviour.jsonPatch, behaviour.strategicPatch);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return unreadablePatch(error);
  }
}

function unreadablePatch(error: StatusError): PreparedPatch {
  return {
    problems: [],
    namesVersion: true,
    typed: false,
    shown: () => '',
    apply() {
      throw error;
    },
  };
}

/** A patch and what it is applied to. */
export interface Patching {
  readonly prepared: PreparedPatch;
  /** Not changed; the result shares nothing with it but values that no schema describes. */
  readonly current: ApiObject;
  readonly shape: BodyShape;
  readonly validation: FieldValidation;
  /** Whether writes require a version: then a patch must not remove it. Default false. */
  readonly keepsVersion?: boolean;
}

/** The object after the patch, pruned. A version that the patch did not change is no condition. */
export function patched(
  { vendor }: Pick<RegistryDependencies, 'vendor'>,
  request: ResourceRequest,
  { prepared, current, shape, validation, keepsVersion = false }: Patching,
): DecodedObject {
  const version = current.metadata.resourceVersion;
  const value = prepared.typed ? ofItsKind(prepared.apply(current), shape) : prepared.apply(current);
  const refused = (fault: string): StatusError => invalidPatch(prepared.shown(value), fault);
  const unread = prepared.typed ? undefined : fieldsOfNoVersion(vendor, value, shape);
  const decoded = unread === undefined ? decodePatched(value, shape, refused) : undefined;
  const all = [...prepared.problems, ...(decoded?.faults ?? unread?.map(unknownField) ?? [])];
  if (all.length > 0 && validation === 'Strict') {
    const fault = `strict decoding error: ${all.join(', ')}`;
    throw vendor.behaviour.strictPatchStatus === 400 ? badRequest(fault) : refused(fault);
  }
  if (validation === 'Warn') for (const fault of all) request.warn(fault);
  if (decoded === undefined) throw nameless(request.name);
  const { proposal } = decoded;
  if (!keepsVersion && proposal.object.metadata.resourceVersion === version)
    delete proposal.object.metadata.resourceVersion;
  return proposal;
}

/**
 * The fields of an object that the patch left without a version, where the vendor's service takes it for one of no version: it has
 * fields of other names, none of which is read. Undefined: the object is read.
 */
function fieldsOfNoVersion(
  { behaviour }: RegistryDependencies['vendor'],
  value: unknown,
  { schema }: BodyShape,
): readonly string[] | undefined {
  if (behaviour.patchWithoutVersion !== 'of-none' || schema.read !== undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { apiVersion, kind: _kind, ...fields } = value as Readonly<Record<string, unknown>>;
  return (apiVersion ?? '') === '' ? Object.keys(fields).sort() : undefined;
}

/** A strategic merge patch always applies to the kind of the resource, even if it names another kind. */
function ofItsKind(value: unknown, { group, version, kind }: BodyShape): unknown {
  return typeof value === 'object' ? { ...value, kind, apiVersion: apiVersionOf(group, version) } : value;
}

/** What came out of a patch is not what the client sent: the fault is one of the patch's content. */
function decodePatched(
  value: unknown,
  shape: BodyShape,
  refused: (fault: string) => StatusError,
): ReturnType<typeof decodedObjectOf> {
  try {
    return decodedObjectOf(value, shape, refused);
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'BadRequest') throw error;
    throw refused(error.message);
  }
}

function invalidPatch(shown: string, fault: string): StatusError {
  return invalid({ group: '', kind: '' }, '', [invalidValue('patch', shown, fault)]);
}
