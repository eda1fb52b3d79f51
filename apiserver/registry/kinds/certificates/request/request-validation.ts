// What a certificate signing request must hold when it is made; it never changes afterwards.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { CertificateSigningRequest } from './decision.ts';
import { repeatsType } from './decision-validation.ts';
import { parseRequest, RequestError } from '../../../../../shared/certificates/request.ts';
import { extendedUsages, isUsage, keyUsageBits } from '../../../../../shared/certificates/usage.ts';
import {
  duplicateValue,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { asStored, type Tolerance } from '../../../contract/tolerance.ts';
import { signerNameErrors } from '../../rule/signer-name.ts';

const shortestLifetimeSeconds = 600;
const allUsages = [...Object.keys(keyUsageBits), ...Object.keys(extendedUsages)].sort();
/** Of the domain of a signer, and of a whole name: a slash and a path behind the domain, of a label, a dot and a subdomain. */

/** What earlier versions of the group took. */
export const requestTolerances: readonly Tolerance[] = [
  asStored({ field: /^spec\.usages\[\d+\]$/, type: 'FieldValueNotSupported' }),
  asStored({ field: /^spec\.usages\[\d+\]$/, type: 'FieldValueDuplicate' }),
  asStored({ field: /^spec\.signerName$/, detail: /^the legacy signerName/ }),
  {
    field: /^status\.conditions\[\d+\]\.type$/,
    type: 'FieldValueDuplicate',
    when: ({ stored }) => repeatsType((stored as CertificateSigningRequest).status?.conditions ?? []),
  },
];

export function requestErrors({ spec = {} }: CertificateSigningRequest, vendor: Vendor): readonly FieldError[] {
  const { request, usages, signerName: signer = '', expirationSeconds: lifetime } = spec;
  // What is required and was left out is null.
  const errors = [...contentErrors(request ?? ''), ...usageErrors(usages ?? [])];
  if (signer === vendor.fill('{label}/legacy-unknown')) {
    const detail = 'the legacy signerName is not allowed via this API version';
    errors.push(invalidValue('spec.signerName', signer, detail));
  } else errors.push(...signerNameErrors(signer, 'spec.signerName'));
  if (lifetime !== undefined && lifetime < shortestLifetimeSeconds) {
    const detail = 'may not specify a duration less than 600 seconds (10 minutes)';
    errors.push(invalidValue('spec.expirationSeconds', lifetime, detail));
  }
  return errors;
}

/** The request can be parsed, and is signed with the private key of the public key in it. */
function contentErrors(request: string): readonly FieldError[] {
  const fault = (detail: string): readonly FieldError[] => [
    invalidValue('spec.request', request === '' ? null : request, detail),
  ];
  try {
    const { signatureValid } = parseRequest(Buffer.from(request, 'base64').toString('latin1'));
    return signatureValid ? [] : fault('the signature of the request is not valid');
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return fault(error.message);
  }
}

function usageErrors(usages: readonly string[]): readonly FieldError[] {
  if (usages.length === 0) return [required('spec.usages')];
  const unknown: FieldError[] = [];
  const repeated: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, usage] of usages.entries()) {
    const place = `spec.usages[${index}]`;
    if (!isUsage(usage)) unknown.push(notSupported(place, usage, allUsages));
    if (seen.has(usage)) repeated.push(duplicateValue(place, usage));
    seen.add(usage);
  }
  return [...unknown, ...repeated];
}
