// Creates an object (POST, or a PUT to a missing name): the journey of a write from the decoded
// object to the committed bytes.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { AdmissionAttributes } from '../../admission/contract/admission.ts';
import type { KeyVersion, Write } from '../../storage/contract/store.ts';
import type { DecodedObject } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Resource } from '../contract/resource.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import type { Created } from '../contract/written.ts';
import {
  alreadyExists,
  badRequest,
  generatedNameTaken,
  invalid,
  versionOfNewObject,
} from '../../../shared/object/errors.ts';
import { requireLivingNamespace } from '../../admission/rule/living-namespace.ts';
import { collectionPrefix } from '../../storage/format/keys.ts';
import { decodeStored } from '../../storage/format/stored-object.ts';
import { generateName, stampCreation } from '../object/metadata.ts';
import { validateMetadata } from '../object/metadata-validation.ts';
import { defaultObject, mergeFaults, validateSchema } from '../object/schema-steps.ts';
import { encodeObject, decodeEntry, groupKindOf, groupResourceOf, keyOf, storageOf } from '../object/stored-objects.ts';
import { admissionAttributes } from './admitted.ts';
import { allocateAll, noAllocations, rollbackAfter } from './allocations.ts';
import { warnOfKind, warnOfRepeatedOwners } from './warnings.ts';
import { dropDisabledFields } from '../object/disabled-fields.ts';

const namespaceCollection = collectionPrefix({ group: '', resource: 'namespaces' });
/** Names tried for one `generateName`. */
const mostNames = 8;

export interface CreateRequest {
  readonly request: ResourceRequest;
  readonly resource: Resource;
  readonly namespace: string;
  /** The name of the path; '' for a POST to a collection. */
  readonly name: string;
  /** Decoded and pruned; its object is changed in place. */
  readonly body: DecodedObject;
  readonly dryRun: boolean;
}

/**
 * Throws 409 AlreadyExists when the name is taken, 422 when the object is not valid, 404 or 403 when its namespace has gone,
 * 400 or 500 when it names a version and is no dry run.
 */
export async function createObject(parts: RegistryDependencies, creating: CreateRequest): Promise<Created> {
  const { resource, request, dryRun } = creating;
  storageOf(resource, 'create');
  let { object } = creating.body;
  checkIdentity(creating);
  const version = versionIn(object);
  stampCreation(object, parts.timeText.of(parts.clock.now()));
  warnOfRepeatedOwners(request, object, '');
  if (resource.subresources.has('status') && resource.strategy.takesStatusOnCreate !== true) delete object.status;
  defaultObject(resource, object);
  const attributes = admissionAttributes({
    request,
    resource,
    operation: 'CREATE',
    subresource: '',
    namespace: creating.namespace,
    name: object.metadata.name ?? '',
    object,
    oldObject: undefined,
    dryRun,
  });
  // Waited for only where there is something to wait for, here and below: most writes reach the store in one go.
  const mutated = parts.admission.mutate(attributes, request);
  if (mutated !== undefined) await mutated;
  object = attributes.object ?? object;
  warnOfRepeatedOwners(request, object, ' after mutating admission happens');
  defaultObject(resource, object);
  dropDisabledFields(resource.schema, object, undefined, parts.disabledFields);
  if (resource.generation?.first !== undefined) object.metadata.generation = resource.generation.first;
  const prefix = (object.metadata.name ?? '') === '' ? (object.metadata.generateName ?? '') : '';
  for (let attempt = 1; ; attempt++) {
    if (prefix !== '') {
      object.metadata.name = generateName(prefix);
      resource.strategy.applyDefaults?.(object);
    }
    // For every name that is tried: what it sets may follow from the name.
    resource.strategy.prepareCreate?.(object, request.user);
    const written = await commitNew(
      parts,
      { ...creating, version },
      { ...attributes, name: object.metadata.name ?? '', object },
    );
    if (written.outcome === 'created') {
      for (const warning of resource.strategy.createWarnings?.(written.object) ?? []) request.warn(warning);
      warnOfKind(request, resource, written.object);
      return written;
    }
    const name = object.metadata.name ?? '';
    if (prefix === '') {
      const lead = written.terminating ? 'object is being deleted: ' : '';
      throw alreadyExists(groupResourceOf(resource), name, lead);
    }
    if (attempt === mostNames) throw generatedNameTaken(groupResourceOf(resource), name);
  }
}

function checkIdentity({ body, resource, namespace, name }: CreateRequest): void {
  const { metadata } = body.object;
  if (name !== '') {
    if ((metadata.name ?? '') !== '' && metadata.name !== name) {
      throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
    }
    metadata.name = name;
  }
  if (!resource.namespaced) {
    delete metadata.namespace;
    return;
  }
  if ((metadata.namespace ?? '') !== '' && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  metadata.namespace = namespace;
}

/** The version that the client named; 0 for none, and for what can be none. */
function versionIn({ metadata }: ApiObject): number {
  const sent = metadata.resourceVersion ?? '';
  return /^\d{1,15}$/.test(sent) ? Number(sent) : 0;
}

type NewResult = Created | { readonly outcome: 'taken'; readonly terminating: boolean };

async function commitNew(
  parts: RegistryDependencies,
  { request, resource, dryRun, namespace, body, version }: CreateRequest & { readonly version: number },
  attributes: AdmissionAttributes & { readonly object: ApiObject },
): Promise<NewResult> {
  const { object } = attributes;
  const { strategy } = resource;
  if (body.large === true) await parts.largeWork.turn(request);
  const errors = [
    ...validateMetadata(object.metadata, {
      vendor: parts.vendor,
      namespaced: resource.namespaced,
      nameRule: strategy.nameRule ?? 'subdomain',
    }),
    ...mergeFaults(validateSchema(resource, object, body.missingFields, ''), strategy.validateCreate?.(object) ?? []),
  ];
  const name = object.metadata.name ?? '';
  if (errors.length > 0) throw invalid(groupKindOf(resource), name, errors);
  const key = keyOf(resource, namespace, name);
  const claiming = allocateAll(parts, resource, object, undefined, dryRun);
  const claims = claiming instanceof Promise ? await claiming : claiming;
  try {
    if (claims.errors.length > 0) throw invalid(groupKindOf(resource), name, claims.errors);
    const admitted = parts.admission.validate(attributes, request);
    if (admitted !== undefined) await admitted;
    if (body.large === true) await parts.largeWork.turn(request);
    const value = encodeObject(resource, object);
    if (dryRun) {
      const current = await parts.store.get(key);
      if (current !== undefined)
        return { outcome: 'taken', terminating: isTerminating(decodeEntry(resource, current)) };
      return { outcome: 'created', object, value, revision: version === 0 ? undefined : version };
    }
    if (version !== 0) throw versionOfNewObject(parts.vendor.behaviour.versionedCreateStatus);
    const ttl = strategy.ttlSeconds;
    const write: Write = {
      key,
      value,
      expected: 0,
      onlyWhile: namespaceGuard(attributes),
      ...(ttl === undefined ? {} : { ttlSeconds: ttl }),
    };
    let result = await parts.store.commit(write);
    while (result.outcome === 'conflict' && result.overtaken === true) {
      const { current } = result;
      requireLivingNamespace(attributes, current && decodeStored(current));
      result = await parts.store.commit({ ...write, onlyWhile: current });
    }
    if (result.outcome === 'committed') {
      if (claims !== noAllocations) await claims.commit();
      return { outcome: 'created', object, value, revision: result.revision };
    }
    await claims.rollback();
    const { current } = result;
    return { outcome: 'taken', terminating: current !== undefined && isTerminating(decodeEntry(resource, current)) };
  } catch (error) {
    await rollbackAfter(error, claims);
    throw error;
  }
}

/** The namespace as admission saw it: another server, or a wait of this one, may have let it go and emptied it since then. */
function namespaceGuard({ namespace, namespaceVersion }: AdmissionAttributes): KeyVersion | undefined {
  if (namespaceVersion === undefined) return undefined;
  return { key: namespaceCollection + namespace, revision: Number(namespaceVersion) };
}

function isTerminating(object: ApiObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}
