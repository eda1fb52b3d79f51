// Annotations of pods that have a meaning: what a pod costs to delete is a number of 32 bits, and a mirror of a node's own pod says
// which node.

import type { ObjectMeta } from '../../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../../shared/vendor/vendor.ts';
import { forbiddenField, invalidValue } from '../../../../../../shared/object/field-error-message.ts';
import { mirrorAnnotation } from '../../../../../../shared/object/mirror-annotation.ts';

type Annotations = ObjectMeta['annotations'];

/** A pod, or a template of one, as far as its annotations say something about it. */
export interface Annotated {
  readonly metadata?: ObjectMeta | undefined;
  readonly spec?: { readonly nodeName?: string };
}

/**
 * Faults of these annotations, which stand at `path`. `before`: what is stored, undefined for something new. A cost that is no
 * number is borne with where the stored one is none either: it may be older than the rule.
 */
export function podAnnotationErrors(
  { metadata, spec }: Annotated,
  before: Annotated | undefined,
  path: string,
  vendor: Vendor,
): readonly FieldError[] {
  const { annotations } = metadata ?? {};
  if (annotations === undefined) return [];
  const errors: FieldError[] = [];
  const [mirror, cost] = [mirrorAnnotation(vendor), vendor.fill('controller.{label}/pod-deletion-cost')];
  const mirrored = own(annotations, mirror);
  if (mirrored !== undefined && (spec?.nodeName ?? '') === '')
    errors.push(invalidValue(`${path}[${mirror}]`, mirrored, 'must set spec.nodeName if mirror pod annotation is set'));
  if (!isCost(own(annotations, cost)) && isCost(own(before?.metadata?.annotations, cost)))
    errors.push(invalidValue(`${path}[${cost}]`, own(annotations, cost), 'must be a 32bit integer'));
  return errors;
}

/** A pod cannot become a mirror pod, or stop being one. */
export function mirrorChangeErrors(now: Annotations, before: Annotations, vendor: Vendor): readonly FieldError[] {
  const key = mirrorAnnotation(vendor);
  const [text, stored] = [own(now, key), own(before, key)];
  if (text === stored) return [];
  const detail =
    stored === undefined ? 'may not add mirror pod annotation' : 'may not remove or update mirror pod annotation';
  return [forbiddenField(`metadata.annotations[${key}]`, detail)];
}

/** Whether the text is a decimal number of 32 bits, without a plus sign and leading zeros; none costs nothing. */
function isCost(text: string | undefined): boolean {
  if (text === undefined || text === '0') return true;
  if (!/^(?:-\d{1,15}|[1-9]\d{0,14})$/.test(text)) return false;
  return Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;
}

function own(annotations: Annotations, key: string): string | undefined {
  return annotations !== undefined && Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}
