// What a certificate signing request must hold when it is made; it never changes afterwards.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { CertificateSigningRequest } from './decision.ts';
import { parseRequest, RequestError } from '../../../../../shared/certificates/request.ts';
import { extendedUsages, isUsage, keyUsageBits } from '../../../../../shared/certificates/usage.ts';
import {
  duplicateValue,
  invalidValue,
  notSupported,
  required,
  tooLong,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';

const shortestLifetimeSeconds = 600;
const allUsages = [...Object.keys(keyUsageBits), ...Object.keys(extendedUsages)].sort();
/** Of the domain of a signer, and of a whole name: a slash and a path behind the domain, of a label, a dot and a subdomain. */
const mostCharacters = { domain: 253, whole: 571 };

export function requestErrors({ spec = {} }: CertificateSigningRequest, vendor: Vendor): readonly FieldError[] {
  const { request, usages, signerName: signer = '', expirationSeconds: lifetime } = spec;
  // What is required and was left out is null.
  const errors = [...contentErrors(request ?? ''), ...usageErrors(usages ?? [])];
  if (signer === vendor.fill('{label}/legacy-unknown')) {
    const detail = 'the legacy signerName is not allowed via this API version';
    errors.push(invalidValue('spec.signerName', signer, detail));
  } else errors.push(...signerErrors(signer));
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

/** A domain and one path segment: `example.com/signer`. */
function signerErrors(signer: string): readonly FieldError[] {
  const field = 'spec.signerName';
  if (signer === '') return [required(field)];
  const [domain = '', path = '', ...more] = signer.split('/');
  if (!signer.includes('/') || more.length > 0) {
    const detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalidValue(field, signer, detail)];
  }
  const errors: FieldError[] = [];
  const labels = domain.split('.');
  if (domain.length > mostCharacters.domain) errors.push(tooLong(field, mostCharacters.domain));
  errors.push(...firstFaults(field, domain, labels, checkDns1123Label));
  if (labels.length < 2)
    errors.push(invalidValue(field, domain, 'should be a domain with at least two segments separated by dots'));
  errors.push(...firstFaults(field, path, path.split('.'), checkDns1123Subdomain));
  if (signer.length > mostCharacters.whole) errors.push(tooLong(field, mostCharacters.whole));
  return errors;
}

/** What is wrong with the first label that is wrong: those behind it would say the same. */
function firstFaults(
  field: string,
  whole: string,
  labels: readonly string[],
  check: (label: string) => readonly string[],
): readonly FieldError[] {
  const label = labels.find((one) => check(one).length > 0);
  if (label === undefined) return [];
  return check(label).map((fault) => invalidValue(field, whole, `validating label ${JSON.stringify(label)}: ${fault}`));
}
