// What may change about the class of a claim. It was an annotation once, which the field replaces.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { immutable } from '../../../../../shared/object/field-error-message.ts';
import type { ClaimSpec } from '../../rule/claim-validation.ts';

type Classed = ApiObject & { readonly spec?: ClaimSpec };

export interface ClassChange {
  /** Whether the field changes otherwise than it may. */
  readonly reclassed: boolean;
  /** Faults of the annotation. */
  readonly errors: readonly FieldError[];
}

/**
 * The class in the annotation may move to the field, with or without its annotation. The field of a claim without any class may
 * be filled in. The annotation is fixed.
 */
export function classChange(object: Classed, old: Classed, annotation: string): ClassChange {
  const [name, before] = [object.spec?.storageClassName, old.spec?.storageClassName];
  const [noted, notedBefore] = [object, old].map(({ metadata }) => metadata.annotations?.[annotation]);
  const kept = noted === undefined || noted === notedBefore;
  if (notedBefore !== undefined && before === undefined && name === notedBefore && kept)
    return { reclassed: false, errors: [] };
  const changed = (noted ?? '') !== (notedBefore ?? '');
  const fillable = before === undefined && notedBefore === undefined;
  return {
    reclassed: name !== before && !fillable,
    errors: changed ? [immutable(`metadata.annotations.${annotation}`, noted ?? '')] : [],
  };
}
