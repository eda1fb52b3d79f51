// Validation of the outcome of a certificate signing request: its conditions, which sub-resource may set which, and the certificate.
// Duplicate
// or contradictory conditions, and an invalid certificate, are accepted where the stored object already has them.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { CertificateSigningRequest, Condition } from './decision.ts';
import { readCertificate } from '../../../../../shared/certificates/certificate.ts';
import { DerError } from '../../../../../shared/certificates/der-reader.ts';
import { fromPem, PemError, toPem } from '../../../../../shared/certificates/pem.ts';
import {
  alsoDeclared,
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';

const place = 'status.conditions';
const decisions = ['Approved', 'Denied'];
/** These are never taken back, and true wherever they stand. */
const finalTypes = [...decisions, 'Failed'];

/** Faults of conditions that stay as they are. */
export function outcomeErrors(
  now: CertificateSigningRequest,
  before: CertificateSigningRequest,
): readonly FieldError[] {
  return conditionErrors(conditionsOf(now), conditionsOf(before));
}

/** Whether a type stands there more than once. */
export function repeatsType(conditions: readonly Condition[]): boolean {
  return new Set(typesOf(conditions)).size < conditions.length;
}

/** Faults of what `approval` leaves: it decides, and issues nothing. */
export function approvalErrors(
  now: CertificateSigningRequest,
  before: CertificateSigningRequest,
): readonly FieldError[] {
  return [...conditionErrors(conditionsOf(now), conditionsOf(before)), ...removedErrors(now, before)];
}

/** Faults of what `status` leaves: it issues, and decides nothing. */
export function signingErrors(
  now: CertificateSigningRequest,
  before: CertificateSigningRequest,
): readonly FieldError[] {
  const [issued, certificate] = [before.status?.certificate ?? '', now.status?.certificate ?? ''];
  const changed = issued !== certificate;
  const errors = [...conditionErrors(conditionsOf(now), conditionsOf(before))];
  if (changed && certificateFault(issued) === undefined) {
    const fault = certificateFault(certificate);
    if (fault !== undefined) errors.push(invalidValue('status.certificate', '<certificate data>', fault));
  }
  errors.push(...removedErrors(now, before), ...addedErrors(now, before));
  if (changed && issued !== '')
    errors.push(forbiddenField('status.certificate', 'updates may not modify existing certificate content'));
  return errors;
}

function conditionsOf({ status }: CertificateSigningRequest): readonly Condition[] {
  return status?.conditions ?? [];
}

/** Each type once, what is final is true, and no request is both approved and denied. */
function conditionErrors(conditions: readonly Condition[], before: readonly Condition[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  const known = typesOf(before);
  const mayBeBoth = decisions.every((type) => known.includes(type));
  const mayRepeat = repeatsType(before);
  const seen = new Set<string>();
  for (const [index, { type = '', status = '' }] of conditions.entries()) {
    const item = `${place}[${index}]`;
    if (type === '' && !known.includes('')) errors.push(required(`${item}.type`));
    const supported = finalTypes.includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
    if (status === '') errors.push(required(`${item}.status`));
    else if (!supported.includes(status)) errors.push(notSupported(`${item}.status`, status, supported));
    const other = decisions.includes(type) && decisions.some((decision) => decision !== type && seen.has(decision));
    if (other && !mayBeBoth) errors.push(alsoDeclared(bothErrors(type)));
    if (seen.has(type) && !mayRepeat) errors.push(duplicateValue(`${item}.type`, type));
    seen.add(type);
  }
  return errors;
}

function bothErrors(type: string): FieldError {
  const fault = invalidValue(place, type, 'Approved and Denied conditions are mutually exclusive');
  return { ...fault, origin: 'zeroOrOneOf' };
}

function typesOf(conditions: readonly Condition[]): readonly string[] {
  return conditions.map(({ type = '' }) => type);
}

function ofType(request: CertificateSigningRequest, type: string): readonly Condition[] {
  return conditionsOf(request).filter((condition) => condition.type === type);
}

function removedErrors(now: CertificateSigningRequest, before: CertificateSigningRequest): readonly FieldError[] {
  return finalTypes
    .filter((type) => ofType(now, type).length < ofType(before, type).length)
    .map((type) => forbiddenField(place, `updates may not remove a condition of type "${type}"`));
}

function addedErrors(now: CertificateSigningRequest, before: CertificateSigningRequest): readonly FieldError[] {
  return decisions
    .filter((type) => ofType(now, type).length > ofType(before, type).length)
    .map((type) => forbiddenField(place, `updates may not add a condition of type "${type}"`));
}

/** One certificate or a chain of them, as PEM and nothing else; none at all is no fault. Undefined: none. */
function certificateFault(certificate: string): string | undefined {
  if (certificate === '') return undefined;
  const pem = Buffer.from(certificate, 'base64').toString('latin1');
  const other = [...pem.matchAll(/^-----BEGIN ([^\n]*)-----$/gm)].find(([, label]) => label !== 'CERTIFICATE');
  try {
    const blocks = fromPem(pem, 'CERTIFICATE');
    if (other !== undefined) return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(other[1])}`;
    if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block';
    for (const block of blocks) readCertificate(toPem('CERTIFICATE', block));
    return undefined;
  } catch (error) {
    if (error instanceof PemError || error instanceof DerError) return error.message;
    throw error;
  }
}
