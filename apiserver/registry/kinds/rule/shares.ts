// A count, or a share of a whole in percent: how many may be missing, how many more there may be for a while.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';

export function shareErrors(share: unknown, path: string): readonly FieldError[] {
  if (typeof share === 'string' && !/^[0-9]+%$/.test(share)) {
    const detail =
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
    return [invalidValue(path, share, detail)];
  }
  if (typeof share !== 'number' || share >= 0) return [];
  return [invalidValue(path, share, 'must be greater than or equal to 0')];
}

/** For shares of what there is, not of what may come on top. */
export function overWholeErrors(share: unknown, path: string): readonly FieldError[] {
  if (typeof share !== 'string' || !/^[0-9]+%$/.test(share) || Number.parseInt(share, 10) <= 100) return [];
  return [invalidValue(path, share, 'must not be greater than 100%')];
}

export function isZeroShare(share: unknown): boolean {
  // A text that is a number is one; what is neither counts for nothing.
  if (typeof share === 'string') return !/^[-+]?[0-9]+$|^[0-9]+%$/.test(share) || Number.parseInt(share, 10) === 0;
  return share === undefined || share === null || share === 0;
}
