// Credentials in a projected volume: trust bundles (authorities of a signer, or of the whole cluster), and a certificate for the pod
// itself.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue, notSupported, required } from '../../../../../shared/object/field-error-message.ts';
import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import { checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { labelSelectorErrors } from '../../rule/label-selector-validation.ts';
import { signerNameErrors } from '../../rule/signer-name.ts';
import { ownFileErrors } from '../volume/local-paths.ts';

export interface TrustBundle {
  readonly name?: string;
  readonly signerName?: string;
  readonly labelSelector?: LabelSelectorObject;
  readonly path?: string;
}

export interface PodCertificate {
  readonly signerName?: string;
  readonly keyType?: string;
  readonly maxExpirationSeconds?: number;
  readonly credentialBundlePath?: string;
  readonly keyPath?: string;
  readonly certificateChainPath?: string;
}

/** By its name, or all those of a signer that a selector chooses. */
export function trustBundleErrors(bundle: TrustBundle, path: string): readonly FieldError[] {
  const { name, signerName: signer, labelSelector: selector, path: file = '' } = bundle;
  const errors: FieldError[] = [];
  if (name !== undefined && signer !== undefined)
    errors.push(invalidValue(path, bundle, 'only one of name and signerName may be used'));
  else if (name !== undefined) {
    addAll(errors, bundleNameErrors(name, `${path}.name`));
    const detail = 'labelSelector must be unset if name is specified';
    if (selector !== undefined) errors.push(invalidValue(`${path}.labelSelector`, selector, detail));
  } else if (signer !== undefined) {
    if (signer === '') errors.push(required(`${path}.signerName`, 'must be a valid signer name'));
    addAll(errors, signerNameErrors(signer, `${path}.signerName`));
    addAll(errors, labelSelectorErrors(selector, `${path}.labelSelector`));
  } else errors.push(required(path, 'either name or signerName must be specified'));
  if (file === '') errors.push(required(`${path}.path`));
  return [...errors, ...ownFileErrors(file, `${path}.path`)];
}

/** Those of a signer have its name before their own: `example.com:signer:name`. */
function bundleNameErrors(name: string, path: string): readonly FieldError[] {
  const parts = name.split(':');
  const own = parts.length === 3 ? (parts[2] ?? '') : name;
  const faults = checkDns1123Subdomain(own).map((fault) =>
    invalidValue(path, name, `not a valid clustertrustbundlename: ${fault}`),
  );
  return name === '' ? [required(path, 'must be a valid object name'), ...faults] : faults;
}

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const leastSeconds = 3600;
const mostSeconds = 91 * 24 * 3600;

export function podCertificateErrors(certificate: PodCertificate, path: string): readonly FieldError[] {
  const { signerName: signer = '', keyType = '', maxExpirationSeconds: seconds = leastSeconds } = certificate;
  const errors = [...signerNameErrors(signer, `${path}.signerName`)];
  if (!keyTypes.includes(keyType)) errors.push(notSupported(`${path}.keyType`, keyType, keyTypes));
  const told = (bound: string): FieldError =>
    invalidValue(`${path}.maxExpirationSeconds`, seconds, `if provided, maxExpirationSeconds must be ${bound}`);
  if (seconds < leastSeconds) errors.push(told(`>= ${leastSeconds}`));
  if (seconds > mostSeconds) errors.push(told(`<= ${mostSeconds}`));
  const files = (['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const).filter(
    (field) => (certificate[field] ?? '') !== '',
  );
  for (const field of files) addAll(errors, ownFileErrors(certificate[field] ?? '', `${path}.${field}`));
  const none = 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath';
  return files.length === 0 ? [...errors, required(path, none)] : errors;
}
