// The steps of changing an object: PUT, PATCH and the sub-resources that write (UPD-001 to UPD-016).

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { CarriedField } from '../../../admission/contract/admission.ts';
import type { Resource } from '../../contract/resource.ts';
import type { UpdateStrategy } from '../../contract/update-strategy.ts';
import type { Draft, LiveObject, WriteSteps } from '../contract/write-operation.ts';
import { foundAgain, immutable } from '../../../../shared/object/field-error-message.ts';
import { carryOver, countGeneration, intentChanged, keepEnding, metadataChanged } from '../../object/metadata.ts';
import { validateMetadataUpdate } from '../../object/metadata-validation.ts';
import { mergeFaults, validateSchema } from '../../object/schema-steps.ts';
import { withoutTolerated } from './tolerated-faults.ts';
import { checkIdentity, metadataRules } from './write-identity.ts';

/** `unconditional`: whether an object without a version overwrites the current one. */
export function changed(strategy: UpdateStrategy, unconditional: boolean): WriteSteps<LiveObject> {
  const { subresource } = strategy;
  return {
    admission: 'UPDATE',
    subresource,
    ...(strategy.admitted === undefined ? {} : { admitted: strategy.admitted }),
    check: (draft) => checkIdentity(draft, unconditional),
    complete(draft) {
      // What is patched is the whole object, and so is what a sub-resource makes of another form.
      const sent = draft.operation.request.verb === 'update' && strategy.admitted === undefined;
      if (sent) draft.carriedOver = carriedOver(draft.object.metadata);
      carryOver(draft.object, draft.live.object);
    },
    restore({ object, live }) {
      carryOver(object, live.object);
      keepEnding(object, live.object);
    },
    prepare(draft) {
      const { parts, object, live } = draft;
      strategy.prepare(object, live.object, parts.clock.now());
      if (counts(draft, strategy)) countGeneration(object.metadata);
    },
    validate({ parts, operation, object, live, missingFields, foreignUid }) {
      const { resource } = operation;
      const ofContent = mergeFaults(
        validateSchema(resource, object, missingFields, subresource),
        strategy.validate(object, live.object, (text) => operation.request.warn(text)),
      );
      const twice = subresource === '' && resource.strategy.validatesTwice === true;
      const faults = [
        ...(foreignUid === undefined ? [] : [immutable('metadata.uid', foreignUid)]),
        ...validateMetadataUpdate(object, live.object, metadataRules(parts, resource)),
        ...ofContent,
        ...(twice ? foundAgain(ofContent) : []),
      ];
      const left = withoutTolerated(resource, faults, object, live.object);
      return parts.judgeDeclared({ schema: resource.schema, subresource, object, old: live.object }, left);
    },
    isGone: ({ operation, object, live }) => isFinished(operation.resource, object, live.object),
    // A scale is a change of the object; what changes the status is warned of nothing.
    warnings: ({ operation, object, live }) =>
      subresource === '' || subresource === 'scale'
        ? (operation.resource.strategy.warnings?.(object, live.object) ?? [])
        : [],
  };
}

const carriedFields = ['uid', 'creationTimestamp', 'generation', 'resourceVersion'] as const;

/** What the client left out. */
function carriedOver(metadata: ApiObject['metadata']): readonly CarriedField[] {
  return carriedFields.filter((field) => metadata[field] === undefined);
}

/** Whether the change is one of those that `metadata.generation` counts. */
function counts(draft: Draft<LiveObject>, strategy: UpdateStrategy): boolean {
  const { generation } = draft.operation.resource;
  if (generation === undefined || strategy.uncounted === true) return false;
  const { object } = draft;
  const old = draft.live.object;
  if (generation.content && intentChanged(object, old, generation.status)) return true;
  if (strategy.subresource !== '') return false;
  if (draft.parts.vendor.behaviour.unstoredContent === 'counts') {
    const { unstored } = generation;
    if (unstored === 'empty' && draft.emptyContent.some((path) => isAbsent(object, path))) return true;
    if (unstored === 'disabled' && draft.disabledContent) return true;
  }
  return metadataChanged(object, old, generation.metadata);
}

/** Whether nothing stands in this place, after the defaults. */
function isAbsent(object: ApiObject, path: readonly (string | number)[]): boolean {
  let value: unknown = object;
  for (const step of path) value = (value as Readonly<Record<string | number, unknown>> | undefined | null)?.[step];
  return value === undefined || value === null;
}

/** True when the write took away the last thing that held back a removal under way (DEL-020). */
function isFinished(resource: Resource, object: ApiObject, old: ApiObject): boolean {
  if (old.metadata.deletionTimestamp === undefined) return false;
  if ((object.metadata.finalizers?.length ?? 0) > 0) return false;
  if ((object.metadata.deletionGracePeriodSeconds ?? 0) > 0) return false;
  return resource.strategy.heldBack?.(object) !== true;
}
