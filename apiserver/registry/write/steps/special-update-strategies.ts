// What the special sub-resources of single kinds may change. Keys: plural name and sub-resource.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Resource } from '../../contract/resource.ts';
import type { CertificateSigningRequest } from '../../kinds/certificates/request/decision.ts';
import type { Namespace } from '../../kinds/core/namespaces.ts';
import type { PodSpec } from '../../kinds/core/pod/pod-spec.ts';
import type { Pod } from '../../kinds/core/pod/pod-strategy.ts';
import type { UpdateStrategy } from '../contract/write-operation.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  duplicateValue,
  forbiddenField,
  notFoundValue,
  required,
} from '../../../../shared/object/field-error-message.ts';
import { approvalErrors } from '../../kinds/certificates/request/decision-validation.ts';
import { timedConditions } from '../../kinds/certificates/request/decision.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { podResize } from './pod-resize.ts';
import { keepMetadata, keepOnly } from './preserve-fields.ts';

type UpdateStrategyFor = (resource: Resource) => UpdateStrategy;

/** `spec.finalizers` of a namespace. */
const finalize: UpdateStrategyFor = () => ({
  subresource: 'finalize',
  prepare(object, old) {
    const finalizers = (object as Namespace).spec?.finalizers ?? [];
    keepOnly(object, old, ['metadata']);
    (object as Namespace).spec = finalizers.length === 0 ? {} : { finalizers };
  },
  validate: noErrors,
});

/** Conditions of a signing request. */
const approval: UpdateStrategyFor = () => ({
  subresource: 'approval',
  prepare(object, old, now) {
    const sent = (object as CertificateSigningRequest).status?.conditions;
    keepOnly(object, old, ['metadata']);
    const before = (old as CertificateSigningRequest).status;
    const { conditions: _conditions, ...rest } = before ?? {};
    const conditions = timedConditions(sent, before?.conditions, now);
    (object as CertificateSigningRequest).status = { ...rest, ...(conditions === undefined ? {} : { conditions }) };
  },
  validate: (object, old) => approvalErrors(object, old),
});

/** Certificate and conditions of a signing request, but not the decision about it. */
const signing: UpdateStrategyFor = (resource) => ({
  subresource: 'status',
  prepare(object, old, now) {
    keepOnly(object, old, ['status', 'metadata']);
    const { status } = object as CertificateSigningRequest;
    const conditions = timedConditions(status?.conditions, (old as CertificateSigningRequest).status?.conditions, now);
    if (status !== undefined && conditions !== undefined) status.conditions = conditions;
  },
  validate: (object, old, warn) => resource.strategy.validateStatusUpdate?.(object, old, warn) ?? [],
});

/** Containers added to a running pod for a look inside; those that are there stay as they are. */
const ephemeralContainers: UpdateStrategyFor = () => ({
  subresource: 'ephemeralcontainers',
  prepare(object, old) {
    const added = (object as Pod).spec?.ephemeralContainers;
    keepOnly(object, old, ['metadata']);
    keepMetadata(object, old, ownMetadata);
    const { ephemeralContainers: _before, ...spec } = (old as Pod).spec ?? {};
    (object as Pod).spec = { ...spec, ...(added === undefined ? {} : { ephemeralContainers: added }) };
  },
  validate(object, old) {
    const now = new Map(
      (object as Pod).spec?.ephemeralContainers?.map((container) => [container.name, container] as const),
    );
    const kept = ((old as Pod).spec?.ephemeralContainers ?? []).every((entry) =>
      isDeepStrictEqual(entry, now.get(entry.name)),
    );
    if (kept) return ephemeralErrors((object as Pod).spec ?? {});
    return [forbiddenField('spec.ephemeralContainers', 'existing ephemeral containers may not be removed or changed')];
  },
});

/** What only containers that stay have. */
const neverEphemeral = ['ports', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle', 'resources'];

function ephemeralErrors(spec: PodSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  const others = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const targets = new Set(others.map(({ name }) => name));
  const names = new Set(targets);
  for (const [index, container] of (spec.ephemeralContainers ?? []).entries()) {
    const path = `spec.ephemeralContainers[${index}]`;
    if ((container.name ?? '') === '') errors.push(required(`${path}.name`));
    else if (names.has(container.name)) errors.push(duplicateValue(`${path}.name`, container.name));
    if ((container.image ?? '') === '') errors.push(required(`${path}.image`));
    names.add(container.name);
    const target = container.targetContainerName ?? '';
    if (target !== '' && !targets.has(target)) errors.push(notFoundValue(`${path}.targetContainerName`, target));
    for (const [field, value] of Object.entries(container)) {
      const given = typeof value === 'object' && Object.keys(value).length > 0;
      if (given && neverEphemeral.includes(field))
        errors.push(forbiddenField(`${path}.${field}`, 'cannot be set for an Ephemeral Container'));
    }
  }
  return errors;
}

export const specialUpdateStrategies: ReadonlyMap<string, UpdateStrategyFor> = new Map([
  ['namespaces/finalize', finalize],
  ['certificatesigningrequests/approval', approval],
  ['certificatesigningrequests/status', signing],
  ['pods/ephemeralcontainers', ephemeralContainers],
  ['pods/resize', podResize],
]);

function noErrors(_object: ApiObject, _old: ApiObject): readonly FieldError[] {
  return [];
}
