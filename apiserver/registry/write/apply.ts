// `patch` by an apply configuration: the caller says what it wants of the object, and owns what it says (requirements APPLY).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { ApplyType } from '../../../shared/patch/patch-type.ts';
import type { DecodedObject } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import type { WriteOptions } from '../options/write-options.ts';
import type { Owners } from '../../../shared/apply/ownership/owner.ts';
import type { Applied } from '../../../shared/apply/ownership/record-apply.ts';
import type { Typed } from '../../../shared/apply/typed/typed-value.ts';
import type { Configuration } from '../ownership/apply-configuration.ts';
import type { AwaitedConversions } from '../ownership/awaited-conversions.ts';
import { mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import { badRequest } from '../../../shared/object/errors.ts';
import { decodedObjectOf } from '../context/decoded-object.ts';
import { largeBytes } from '../context/large-work.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { applied, readConfiguration, typedConfiguration, unconvertible } from '../ownership/apply-configuration.ts';
import { whenConverted } from '../ownership/awaited-conversions.ts';
import { appliedByClient, keepAnnotation } from '../ownership/last-applied-annotation.ts';
import { emptyObject, typedObject, versionsOf } from '../ownership/owned-versions.ts';
import { ownersIn, setOwners } from '../ownership/stored-owners.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { writtenResponse } from '../representation/object-response.ts';
import { changed } from './steps/changed-object.ts';
import { madeInPlace } from './steps/created-object.ts';
import { updateStrategyOf } from './steps/update-strategies.ts';
import { checkNames } from './steps/write-identity.ts';
import { writeObject } from './pipeline/write-object.ts';

/** What the caller applies, and how. */
export interface ApplyRequest {
  readonly configuration: Configuration;
  readonly options: WriteOptions;
}

/** Throws 422 for an apply without a manager, 400 for a body that is no object. */
export async function applyRequestOf(
  { vendor, largeWork }: Pick<RegistryDependencies, 'vendor' | 'largeWork'>,
  request: ResourceRequest,
  type: ApplyType,
): Promise<ApplyRequest> {
  const bytes = await request.body();
  const options = writeOptionsOf(vendor, request.query, 'PatchOptions', true);
  request.auditPatch?.(bytes);
  if (bytes.length > largeBytes) await largeWork.turn(request);
  return { configuration: readConfiguration(bytes, type), options };
}

export async function apply(parts: RegistryDependencies, request: ResourceRequest, type: ApplyType): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const applying = await applyRequestOf(parts, request, type);
  const { options, configuration } = applying;
  const strategy = updateStrategyOf(resource, request.subresource);
  const unconditional = resource.strategy.unconditionalUpdate !== false;
  const creates = strategy.subresource === '';
  const written = await writeObject(parts, {
    request,
    resource,
    namespace,
    name,
    dryRun: options.dryRun,
    writer: { manager: options.fieldManager, operation: 'Apply' },
    change: {
      steps: changed(strategy, unconditional),
      propose: ({ object }) => proposal(parts, request, applying, object),
    },
    ...(creates
      ? { create: { steps: madeInPlace, propose: () => proposal(parts, request, applying, undefined) } }
      : {}),
    named: configuration.namesVersion,
  });
  return writtenResponse(parts, resource, form, written, request);
}

/** The object with the configuration, and its owners. `live` undefined: there is none. */
function proposal(
  parts: RegistryDependencies,
  request: ResourceRequest,
  applying: ApplyRequest,
  live: ApiObject | undefined,
): DecodedObject | Promise<DecodedObject> {
  const { resource } = request;
  const { configuration, options } = applying;
  const from = live === undefined ? emptyObject(resource) : typedObject(resource, live);
  const applied = whenConverted(request, (conversions) =>
    appliedTo(parts, request, applying, { from, owners: ownersIn(live) ?? new Map() }, conversions),
  );
  return mapMaybePromise(applied, ({ object: merged, owners }) => {
    warnOfText(request, configuration, options);
    // An apply cannot take a field away by null: what says null is refused where there is none.
    const { proposal: decoded } = decodedObjectOf(
      (merged ?? from).value,
      resource,
      (reason) => unconvertible(configuration, resource, reason),
      { keepsNulls: true },
    );
    const { object } = decoded;
    keepAnnotation(parts.vendor, options.fieldManager, object, configuration.value);
    setOwners(object, owners);
    if (live === undefined) checkNames(request, object);
    // A version that the configuration does not name is no condition.
    else if (!configuration.namesVersion && resource.strategy.unconditionalUpdate !== false) {
      delete object.metadata.resourceVersion;
    }
    return decoded;
  });
}

/** What becomes of an object with these owners, and of the owners. */
function appliedTo(
  parts: RegistryDependencies,
  { resource, subresource: endpoint }: ResourceRequest,
  { configuration, options }: ApplyRequest,
  { from, owners }: { readonly from: Typed; readonly owners: Owners },
  conversions: AwaitedConversions,
): Applied {
  const manager = options.fieldManager;
  const subresource = endpoint?.name ?? '';
  return applied({
    live: from,
    configuration: typedConfiguration(configuration, resource),
    owners,
    writer: {
      manager,
      subresource,
      now: parts.timeText.of(parts.clock.now()),
      versions: versionsOf(parts.resources, resource, subresource, conversions),
    },
    force: options.force,
    empty: () => emptyObject(resource),
    appliedBefore: () => appliedByClient(parts.vendor, manager, from),
  });
}

/** Keys that stand twice: refused, told or passed over. Throws 400. */
export function warnOfText(
  request: ResourceRequest,
  { duplicates }: Configuration,
  { fieldValidation }: Pick<WriteOptions, 'fieldValidation'>,
): void {
  if (duplicates.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Strict') {
    const faults = duplicates.map((text) => `  ${text}`).join('\n');
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n${faults}`);
  }
  for (const text of duplicates) request.warn(text);
}
