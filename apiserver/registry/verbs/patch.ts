// `patch`: JSON patch, merge patch and strategic merge patch of one object (VERB-035, UPD-006 to UPD-009). A patch is
// applied to whatever is current when its turn comes, unless it names the version it means.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { PreparedPatch } from '../../../shared/patch/patch-type.ts';
import type { BodyShape, Proposal } from '../body.ts';
import type { FieldValidation } from '../options/write-options.ts';
import type { RegistryParts } from '../parts.ts';
import type { VerbAnswer, VerbRequest } from '../verb.ts';
import { stringifyJson } from '../../../shared/codec/json.ts';
import { badRequest, invalid } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { patchTypeOf, preparePatch } from '../../../shared/patch/patch-type.ts';
import { proposalOf } from '../body.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { formOf } from '../representation/form.ts';
import { answerWritten } from '../representation/object-answer.ts';
import { facetOf } from './facets.ts';
import { largeBytes } from './large-work.ts';
import { updateObject } from './update-object.ts';

export async function patch(parts: RegistryParts, request: VerbRequest): Promise<VerbAnswer> {
  const { resource, namespace, name } = request;
  const form = formOf(parts, request, 'object');
  const prepared = await preparePatchOf(parts, request, resource);
  const { dryRun, fieldValidation } = writeOptionsOf(parts.vendor, request.query, 'PatchOptions');
  const unconditional = resource.strategy.unconditionalUpdate !== false;
  const written = await updateObject(parts, {
    request,
    resource,
    namespace,
    name,
    facet: facetOf(resource, request.subresource),
    dryRun,
    named: prepared.namesVersion,
    propose: (copy) =>
      patched(parts, request, {
        prepared,
        current: copy(),
        shape: resource,
        validation: fieldValidation,
        keepsVersion: !unconditional,
      }),
    unconditional,
  });
  return answerWritten(parts, resource, form, written);
}

/** Throws 415 for a media type that is no patch, 400 for a body that is none. */
export async function preparePatchOf(
  { vendor, largeWork }: Pick<RegistryParts, 'vendor' | 'largeWork'>,
  request: VerbRequest,
  shape: BodyShape,
): Promise<PreparedPatch> {
  const type = patchTypeOf(request.contentType, true);
  const bytes = await request.body();
  if (bytes.length > largeBytes) await largeWork.turn(request);
  return preparePatch(type, bytes, shape.schema, vendor.behaviour.patchReplace);
}

/** A patch and what it is applied to. */
export interface Patching {
  readonly prepared: PreparedPatch;
  readonly current: ApiObject;
  readonly shape: BodyShape;
  readonly validation: FieldValidation;
  /** Whether an object without a version is none that may be written: a patch may not take it away. Default false. */
  readonly keepsVersion?: boolean;
}

/** The object after the patch, pruned. A version that the patch did not change is no condition. */
export function patched(
  { vendor }: Pick<RegistryParts, 'vendor'>,
  request: VerbRequest,
  { prepared, current, shape, validation, keepsVersion = false }: Patching,
): Proposal {
  const version = current.metadata.resourceVersion;
  const value = prepared.apply(current);
  const { proposal, faults } = decodePatched(value, shape);
  const all = [...prepared.problems, ...faults];
  if (all.length > 0 && validation === 'Strict') {
    const fault = `strict decoding error: ${all.join(', ')}`;
    throw vendor.behaviour.strictPatchStatus === 400 ? badRequest(fault) : invalidPatch(value, fault);
  }
  if (validation === 'Warn') for (const fault of all) request.warn(fault);
  if (!keepsVersion && proposal.object.metadata.resourceVersion === version)
    delete proposal.object.metadata.resourceVersion;
  return proposal;
}

function decodePatched(value: unknown, shape: BodyShape): ReturnType<typeof proposalOf> {
  try {
    return proposalOf(value, shape);
  } catch (error) {
    // What came out of the patch is not what the client sent: the fault is one of the patch's content.
    if (!(error instanceof StatusError) || error.reason !== 'BadRequest') throw error;
    throw invalidPatch(value, error.message);
  }
}

function invalidPatch(value: unknown, fault: string): StatusError {
  return invalid({ group: '', kind: '' }, '', [invalidValue('patch', stringifyJson(value), fault)]);
}
