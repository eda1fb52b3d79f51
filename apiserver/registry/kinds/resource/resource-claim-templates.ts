// Templates of claims, from which a claim is created for each pod.

import type { ApiObject, ObjectMeta } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { forbiddenField } from '../../../../shared/object/field-error-message.ts';
import { age, name, printer } from '../printers/fields.ts';
import { templateMetadataErrors } from '../rule/template-metadata-validation.ts';
import { countDevices, specChange } from './device/claim-requests.ts';
import { claimErrors, type ClaimSpec } from './device/device-claims.ts';

type Template = ApiObject & { spec?: { metadata?: ObjectMeta; spec?: ClaimSpec } };

const resourceClaimTemplateStrategy: Strategy = {
  deleteReturnsObject: true,
  applyDefaults: (object) => countDevices((object as Template).spec?.spec),
  validateCreate: (object) => templateErrors(object, false),
  validateUpdate: (object, old) => [...specChange(object, old), ...templateErrors(object, true)],
};

function templateErrors({ spec }: Template, stored: boolean): readonly FieldError[] {
  const { creationTimestamp: time } = spec?.metadata ?? {};
  return [
    ...templateMetadataErrors(spec?.metadata, 'spec.metadata'),
    ...((time ?? '') === '' ? [] : [forbiddenField('spec.metadata.creationTimestamp', 'cannot be set')]),
    ...claimErrors(spec?.spec, 'spec.spec', stored),
  ];
}

export default {
  group: 'resource.{api}',
  kind: 'ResourceClaimTemplate',
  name: 'resourceclaimtemplates',
  namespaced: true,
  versions: [{ version: 'v1' }],
  strategy: resourceClaimTemplateStrategy,
  printer: printer(name, age),
} satisfies KindRecord;
