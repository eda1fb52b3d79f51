// Which fields the writes of an endpoint can set: a write does not own fields that its strategy resets.

import type { FieldFilter } from '../../../shared/apply/field/field-filter.ts';
import { excluding } from '../../../shared/apply/field/field-filter.ts';
import { fieldSet } from '../../../shared/apply/field/field-set.ts';
import type { FieldPath } from '../../../shared/apply/field/path-element.ts';
import { fieldElement } from '../../../shared/apply/field/path-element.ts';
import type { Resource } from '../contract/resource.ts';

const path = (text: string): FieldPath => text.split('.').map((name) => (name === '*' ? name : fieldElement(name)));
const without = (...paths: readonly string[]): FieldFilter => excluding(fieldSet(...paths.map(path)));

const withoutStatus = without('status');
const withoutSpec = without('spec');
const withoutSpecAndMetadata = without('spec', 'metadata');

/** By plural name and sub-resource, where it is not the plain rule. Undefined: every field. */
const exceptions: ReadonlyMap<string, FieldFilter | undefined> = new Map([
  ['certificatesigningrequests/', without('spec', 'status')],
  ['certificatesigningrequests/status', without('spec', 'status.conditions')],
  ['certificatesigningrequests/approval', without('spec', 'status.certificate')],
  ['servicecidrs/', undefined],
  ['servicecidrs/status', undefined],
  ['deployments/status', without('spec', 'metadata.labels')],
  ['pods/status', without('spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences')],
  // Whatever such a write sends is its manager's, though only a part of it is taken: as with the reference server.
  ['pods/ephemeralcontainers', undefined],
  ['pods/resize', undefined],
  ['volumeattachments/status', withoutSpecAndMetadata],
  ['flowschemas/status', withoutSpecAndMetadata],
  ['prioritylevelconfigurations/status', withoutSpecAndMetadata],
  ['validatingadmissionpolicies/status', withoutSpecAndMetadata],
  ['customresourcedefinitions/status', withoutSpecAndMetadata],
  ['apiservices/status', withoutSpecAndMetadata],
]);

/** `subresource`: '' for the object's own endpoint. Undefined: every field can be set. */
export function writtenFields(resource: Resource, subresource: string): FieldFilter | undefined {
  const place = `${resource.name}/${subresource}`;
  if (exceptions.has(place)) return exceptions.get(place);
  if (subresource === 'status') return withoutSpec;
  return resource.subresources.has('status') ? withoutStatus : undefined;
}
