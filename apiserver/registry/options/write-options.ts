// The query parameters of the verbs that write: dry run, field validation, field manager (DRY-013, FVAL-008 to FVAL-014).

import type { Query } from '../contract/query.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { invalid } from '../../../shared/object/errors.ts';
import { forbiddenField, notSupported, required } from '../../../shared/object/field-error-message.ts';
import { managerErrors } from '../object/manager-validation.ts';
import { booleanOf } from './integer.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** '' when not given. */
  readonly fieldManager: string;
  /** Whether an apply takes fields from their owners. */
  readonly force: boolean;
}

export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

const nothingAsked: WriteOptions = { dryRun: false, fieldValidation: 'Warn', fieldManager: '', force: false };

/**
 * `force` is meaningful to an apply only, and is refused elsewhere; an apply has to name its manager. Throws 422 with all that
 * is wrong.
 */
export function writeOptionsOf(vendor: Vendor, query: Query, kind: OptionsKind, isApply = false): WriteOptions {
  if (query.size === 0 && !isApply) return nothingAsked;
  const errors: FieldError[] = [];
  const force = booleanOf(query, 'force');
  if (isApply && (query.get('fieldManager') ?? '') === '') {
    errors.push(required('fieldManager', 'is required for apply patch'));
  }
  if (!isApply && kind === 'PatchOptions' && force !== undefined) {
    errors.push(forbiddenField('force', 'may not be specified for non-apply patch'));
  }
  const fieldManager = query.get('fieldManager') ?? '';
  errors.push(...managerErrors(fieldManager, 'fieldManager'));
  const dryRun = dryRunOf(vendor, query.getAll('dryRun'), errors);
  const asked = query.get('fieldValidation') ?? '';
  const fieldValidation = levels.get(asked);
  if (fieldValidation === undefined) {
    errors.push(notSupported('fieldValidation', asked, ['', 'Ignore', 'Strict', 'Warn']));
  }
  if (errors.length > 0) throw invalid({ group: vendor.fill('meta.{api}'), kind }, '', errors);
  return { dryRun, fieldValidation: fieldValidation ?? 'Warn', fieldManager, force: force ?? false };
}

const levels: ReadonlyMap<string, FieldValidation> = new Map([
  ['', 'Warn'],
  ['Ignore', 'Ignore'],
  ['Warn', 'Warn'],
  ['Strict', 'Strict'],
]);

/** Whether the values of `dryRun` ask for a dry run. A parameter without a value is the vendor's choice. */
export function dryRunOf(vendor: Vendor, values: readonly string[], errors: FieldError[]): boolean {
  const given = vendor.behaviour.emptyDryRun === 'ignored' ? values.filter((value) => value !== '') : values;
  const wrong = given.filter((value) => value !== 'All');
  if (wrong.length > 0) errors.push(notSupported('dryRun', given, ['All']));
  return given.length > 0 && wrong.length === 0;
}
