// The signers of this server, and what each of them signs: a function per signer that returns what is wrong with a request, or
// undefined.

import type { CertificateRequest } from '../../../shared/certificates/request.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

const nodeUserPrefix = 'system:node:';
const nodesGroup = 'system:nodes';

export interface Signer {
  readonly name: string;
  /** Why the signer refuses the request; undefined: it does not. */
  fault(request: CertificateRequest, usages: readonly string[]): string | undefined;
}

export interface Signers {
  /** Client certificates of node agents. */
  readonly nodeClient: Signer;
  /** Serving certificates of node agents. */
  readonly nodeServing: Signer;
  /** Client certificates of all other users. */
  readonly client: Signer;
}

export function signersOf(vendor: Vendor): Signers {
  return {
    nodeClient: {
      name: vendor.fill('{label}/{short}-apiserver-client-kubelet'),
      fault: (request, usages) =>
        nodeFault(request) ??
        (hasNoNames(request) ? undefined : 'it names hosts, addresses, mail addresses or URIs') ??
        usageFault(usages, 'client auth'),
    },
    nodeServing: {
      name: vendor.fill('{label}/kubelet-serving'),
      fault: (request, usages) => nodeFault(request) ?? servingFault(request) ?? usageFault(usages, 'server auth'),
    },
    client: {
      name: vendor.fill('{label}/{short}-apiserver-client'),
      fault: (_request, usages) => {
        const allowed = usages.every((usage) => [...encryptionUsages, 'client auth'].includes(usage));
        return allowed && usages.includes('client auth')
          ? undefined
          : 'its usages must have "client auth", and may have "digital signature" and "key encipherment"';
      },
    },
  };
}

const encryptionUsages = ['digital signature', 'key encipherment'];

/** Node agents use keys without encipherment, older ones of RSA keys with it. */
function usageFault(usages: readonly string[], purpose: string): string | undefined {
  const asked = new Set(usages);
  const fits =
    asked.has(purpose) &&
    asked.has('digital signature') &&
    [...asked].every((usage) => usage === purpose || encryptionUsages.includes(usage));
  return fits ? undefined : `its usages must be "digital signature", "${purpose}" and at most "key encipherment"`;
}

function nodeFault({ organizations, commonName }: CertificateRequest): string | undefined {
  if (organizations.length !== 1 || organizations[0] !== nodesGroup) {
    return `its organization must be ${nodesGroup} alone`;
  }
  return commonName.startsWith(nodeUserPrefix) ? undefined : `its common name must begin with ${nodeUserPrefix}`;
}

function servingFault({ dnsNames, ipAddresses, emails, uris, otherNames }: CertificateRequest): string | undefined {
  if (emails.length > 0 || uris.length > 0 || otherNames > 0) {
    return 'it names something else than hosts and addresses';
  }
  return dnsNames.length + ipAddresses.length > 0 ? undefined : 'it names neither a host nor an address';
}

function hasNoNames({ dnsNames, ipAddresses, emails, uris, otherNames }: CertificateRequest): boolean {
  return dnsNames.length + ipAddresses.length + emails.length + uris.length + otherNames === 0;
}
