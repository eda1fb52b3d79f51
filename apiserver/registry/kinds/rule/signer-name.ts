// Names of signers of certificates.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue, required, tooLong } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../shared/object/names.ts';

const mostCharacters = { domain: 253, whole: 571 };

/** A domain and one path segment: `example.com/signer`. */
export function signerNameErrors(signer: string, field: string): readonly FieldError[] {
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
