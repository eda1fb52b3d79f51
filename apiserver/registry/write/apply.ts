// `patch` by an apply configuration: the caller says what it wants of the object, and owns what it says (requirements APPLY).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { ApplyType } from '../../../shared/patch/patch-type.ts';
import type { DecodedObject } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import type { WriteOptions } from '../options/write-options.ts';
import type { Configuration } from '../ownership/apply-configuration.ts';
import { badRequest } from '../../../shared/object/errors.ts';
import { decodedObjectOf } from '../context/decoded-object.ts';
import { largeBytes } from '../context/large-work.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { applied, readConfiguration, typedConfiguration } from '../ownership/apply-configuration.ts';
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
  return writtenResponse(parts, resource, form, written);
}

/** The object with the configuration, and its owners. `live` undefined: there is none. */
function proposal(
  parts: RegistryDependencies,
  request: ResourceRequest,
  { configuration, options }: ApplyRequest,
  live: ApiObject | undefined,
): DecodedObject {
  const { vendor, resources } = parts;
  const { resource } = request;
  const manager = options.fieldManager;
  const subresource = request.subresource?.name ?? '';
  const wanted = typedConfiguration(configuration, resource);
  const empty = (): ReturnType<typeof emptyObject> => emptyObject(resource);
  const from = live === undefined ? empty() : typedObject(resource, live);
  const owners = ownersIn(live) ?? new Map();
  const result = applied({
    live: from,
    configuration: wanted,
    owners,
    writer: {
      manager,
      subresource,
      now: parts.timeText.of(parts.clock.now()),
      versions: versionsOf(resources, resource, subresource),
    },
    force: options.force,
    empty,
    appliedBefore: () => appliedByClient(vendor, manager, from),
  });
  warnOfText(request, configuration, options);
  const { proposal: decoded } = decodedObjectOf((result.object ?? from).value, resource);
  const { object } = decoded;
  keepAnnotation(vendor, manager, object, configuration.value);
  setOwners(object, result.owners);
  if (live === undefined) checkNames(request, object);
  // A version that the configuration does not name is no condition.
  else if (!configuration.namesVersion && resource.strategy.unconditionalUpdate !== false) {
    delete object.metadata.resourceVersion;
  }
  return decoded;
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
