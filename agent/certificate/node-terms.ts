// The contents of a node's certificates: its identity at the API service, and the addresses under which it is reached.

import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { CertificateTerms } from './certificate-request.ts';

const organizations = ['system:nodes'];

function userOf(nodeName: string): string {
  return `system:node:${nodeName}`;
}

export function clientTerms(vendor: Vendor, nodeName: string): CertificateTerms {
  return {
    signerName: vendor.fill('{label}/{short}-apiserver-client-kubelet'),
    subject: { commonName: userOf(nodeName), organizations },
    usages: ['digital signature', 'client auth'],
  };
}

/** Undefined for a node without addresses yet: a certificate for its name alone would soon be replaced. */
export function servingTerms(
  vendor: Vendor,
  nodeName: string,
  names: { readonly dnsNames: readonly string[]; readonly ipAddresses: readonly string[] },
): CertificateTerms | undefined {
  if (names.ipAddresses.length === 0) return undefined;
  return {
    signerName: vendor.fill('{label}/kubelet-serving'),
    subject: {
      commonName: userOf(nodeName),
      organizations,
      dnsNames: [...new Set(names.dnsNames)].sort(),
      ipAddresses: [...new Set(names.ipAddresses)].sort(),
    },
    usages: ['digital signature', 'server auth'],
  };
}
