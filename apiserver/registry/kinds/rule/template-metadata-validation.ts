// The metadata of templates: only labels and annotations count; the rest is set when an object is created from the template.

import type { ObjectMeta } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import { forbiddenField } from '../../../../shared/object/field-error-message.ts';
import { annotationErrors, labelErrors } from '../../object/metadata-validation.ts';

export function templateMetadataErrors(metadata: ObjectMeta | undefined, path: string): readonly FieldError[] {
  const { labels, annotations, ...others } = metadata ?? {};
  const errors = [...annotationErrors(annotations, `${path}.annotations`), ...labelErrors(labels, `${path}.labels`)];
  for (const [field, value] of Object.entries(others)) {
    if (field === 'creationTimestamp' || value === undefined || value === '') continue;
    errors.push(forbiddenField(`${path}.${field === 'uid' ? 'uID' : field}`, 'cannot be set'));
  }
  return errors;
}
