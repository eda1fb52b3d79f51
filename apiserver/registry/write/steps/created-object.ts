// The steps of making an object: POST, and a PUT or an apply to a name that is free.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Draft, WriteSteps } from '../contract/write-operation.ts';
import { badRequest, conflict } from '../../../../shared/object/errors.ts';
import { stampCreation, takeNamespace } from '../../object/metadata.ts';
import { validateMetadata } from '../../object/metadata-validation.ts';
import { mergeFaults, validateSchema } from '../../object/schema-steps.ts';
import { groupResourceOf, keyOf } from '../../object/stored-objects.ts';
import { metadataRules, wrongUid, refuseStrange } from './write-identity.ts';

/** A POST: 400 for another name or namespace than those of the path. */
export const posted: WriteSteps<undefined> = {
  admission: 'CREATE',
  subresource: '',
  check(draft) {
    takePlace(draft);
    draft.namedVersion = versionIn(draft.object);
  },
  complete({ parts, operation, object }) {
    stampCreation(object, parts.timeText.of(parts.clock.now()));
    dropStatus(operation.resource, object);
  },
  prepare({ parts, operation, object }) {
    const { generation, strategy } = operation.resource;
    if (generation?.first !== undefined) object.metadata.generation = generation.first;
    // Also what mutating admission made of it.
    dropStatus(operation.resource, object);
    const { request } = operation;
    strategy.prepareCreate?.(object, request.user, (text) => request.warn(text), parts.clock.now());
  },
  validate({ parts, operation, object, missingFields }) {
    const { resource } = operation;
    const faults = [
      ...validateMetadata(object.metadata, metadataRules(parts, resource)),
      ...mergeFaults(
        validateSchema(resource, object, missingFields, ''),
        resource.strategy.validateCreate?.(object) ?? [],
      ),
    ];
    return parts.judgeDeclared({ schema: resource.schema, subresource: '', object, old: undefined }, faults);
  },
  isGone: () => false,
  warnings({ operation, object }) {
    const { strategy } = operation.resource;
    return [...(strategy.createWarnings?.(object) ?? []), ...(strategy.warnings?.(object) ?? [])];
  },
};

/** A PUT or an apply of an object that is not there: 409 where the client means one that was there. */
export const madeInPlace: WriteSteps<undefined> = {
  ...posted,
  check(draft) {
    const { parts, operation, object } = draft;
    const { resource, namespace, name, request } = operation;
    const uid = object.metadata.uid ?? '';
    if (uid !== '') {
      if (request.verb !== 'patch') throw wrongUid(resource, name, keyOf(resource, namespace, name), uid, '');
      const detail = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
      throw conflict(groupResourceOf(resource), name, detail);
    }
    refuseStrange(parts.vendor, object.metadata.resourceVersion ?? '');
    // What it would replace is not there, in whichever version.
    delete object.metadata.resourceVersion;
    takePlace(draft);
  },
};

/** Of kinds with a status sub-resource, but for those that take it. */
function dropStatus({ subresources, strategy }: Resource, object: ApiObject): void {
  if (subresources.has('status') && strategy.takesStatusOnCreate !== true) delete object.status;
}

/** Throws 400 for another name or namespace than those of the path, and completes what the object leaves out. */
function takePlace({ operation, object: { metadata } }: Draft): void {
  const { resource, namespace, name } = operation;
  if (name !== '') {
    if ((metadata.name ?? '') !== '' && metadata.name !== name) {
      throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
    }
    metadata.name = name;
  }
  takeNamespace(resource, namespace, metadata);
}

/** The version that the client named; 0 for none, and for what can be none. */
function versionIn({ metadata }: ApiObject): number {
  const sent = metadata.resourceVersion ?? '';
  return /^\d{1,15}$/.test(sent) ? Number(sent) : 0;
}
