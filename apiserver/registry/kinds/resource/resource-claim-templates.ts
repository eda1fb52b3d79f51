// Templates of claims, from which a claim is created for each pod.

import type { ApiObject, ObjectMeta } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { forbiddenField } from '../../../../shared/object/field-error-message.ts';
import { age, name, printer } from '../printers/fields.ts';
import { templateMetadataErrors } from '../rule/template-metadata-validation.ts';
import { countDevices, specChange } from './device/claim-requests.ts';
import { claimErrors, type ClaimSpec, selectorsOf } from './device/device-claims.ts';
import type { CheckExpression } from './device/device-configuration.ts';
import { LateDeviceExpressions } from './device/late-device-expressions.ts';

type Template = ApiObject & { spec?: { metadata?: ObjectMeta; spec?: ClaimSpec } };

function resourceClaimTemplateStrategy(vendor: Vendor): Strategy {
  const late = new LateDeviceExpressions(vendor);
  return {
    validatesTwice: true,
    load: (object) => late.load(selectorsOf((object as Template).spec?.spec)),
    deleteReturnsObject: true,
    applyDefaults: (object) => countDevices((object as Template).spec?.spec),
    validateCreate: (object) => templateErrors(object, false, late.check(false)),
    validateUpdate: (object, old) => [
      ...specChange(object, old, unfolded),
      ...templateErrors(object, true, late.check(true)),
    ],
  };
}

/** Refusals show the metadata of a template among its fields, and not below a name of its own. */
function unfolded(spec: unknown): unknown {
  const { metadata, spec: claim = {} } = (spec ?? {}) as NonNullable<Template['spec']>;
  return { ...metadata, Spec: claim };
}

function templateErrors({ spec }: Template, stored: boolean, check: CheckExpression): readonly FieldError[] {
  const { creationTimestamp: time } = spec?.metadata ?? {};
  return [
    ...templateMetadataErrors(spec?.metadata, 'spec.metadata'),
    ...((time ?? '') === '' ? [] : [forbiddenField('spec.metadata.creationTimestamp', 'cannot be set')]),
    ...claimErrors(spec?.spec, 'spec.spec', stored, check),
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
