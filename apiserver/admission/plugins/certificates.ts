// CertificateApproval, CertificateSigning and CertificateSubjectRestriction: who may approve or sign requests for which signer,
// and a subject that no client may ask for.

import { isDeepStrictEqual } from 'node:util';
import { parseRequest, RequestError } from '../../../shared/certificates/request.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authorizer } from '../../authorization/contract/authorizer.ts';
import { mastersGroup } from '../../authorization/chain.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import { refusal } from '../rule/refusal.ts';

interface SigningRequest extends ApiObject {
  readonly spec?: { readonly signerName?: string; readonly request?: string };
  readonly status?: { readonly certificate?: string; readonly conditions?: readonly { readonly type: string }[] };
}

export function certificateApproval(vendor: Vendor, authorizer: Authorizer): AdmissionPlugin {
  const group = vendor.fill('certificates.{api}');
  return {
    name: 'CertificateApproval',
    handles: (operation, asked, resource, subresource) =>
      operation === 'UPDATE' &&
      asked === group &&
      resource === 'certificatesigningrequests' &&
      subresource === 'approval',
    async validate(attributes, { signal }) {
      const signer = signerOf(attributes);
      if (await maySign(authorizer, attributes, 'approve', signer, signal)) return;
      throw refusal(attributes, `user not permitted to approve requests with signerName ${JSON.stringify(signer)}`);
    },
  };
}

export function certificateSigning(vendor: Vendor, authorizer: Authorizer): AdmissionPlugin {
  const group = vendor.fill('certificates.{api}');
  return {
    name: 'CertificateSigning',
    handles: (operation, asked, resource, subresource) =>
      operation === 'UPDATE' &&
      asked === group &&
      resource === 'certificatesigningrequests' &&
      subresource === 'status',
    async validate(attributes, { signal }) {
      const [now, before] = [attributes.object, attributes.oldObject].map(
        (object) => (object as SigningRequest)?.status,
      );
      const same = now?.certificate === before?.certificate && isDeepStrictEqual(now?.conditions, before?.conditions);
      if (same) return;
      const signer = signerOf(attributes);
      if (await maySign(authorizer, attributes, 'sign', signer, signal)) return;
      throw refusal(attributes, `user not permitted to sign requests with signerName ${JSON.stringify(signer)}`);
    },
  };
}

export function certificateSubjectRestriction(vendor: Vendor): AdmissionPlugin {
  const group = vendor.fill('certificates.{api}');
  const clientSigner = vendor.fill('{label}/{short}-apiserver-client');
  return {
    name: 'CertificateSubjectRestriction',
    handles: (operation, asked, resource, subresource) =>
      operation === 'CREATE' && asked === group && resource === 'certificatesigningrequests' && subresource === '',
    async validate(attributes) {
      const { spec } = attributes.object as SigningRequest;
      if (spec?.signerName !== clientSigner) return;
      const subject = requestSubject(attributes, spec.request ?? '');
      if (!subject.organizations.includes(mastersGroup)) return;
      throw refusal(attributes, `use of ${clientSigner} signer with ${mastersGroup} group is not allowed`);
    },
  };
}

/** The subject that a signing request (base64 of PEM) asks for. Refuses the write when it cannot be read. */
export function requestSubject(
  attributes: AdmissionAttributes,
  request: string,
): { readonly commonName: string | undefined; readonly organizations: readonly string[] } {
  try {
    const { commonName, organizations } = parseRequest(Buffer.from(request, 'base64').toString('latin1'));
    return { commonName, organizations };
  } catch (error) {
    if (error instanceof RequestError)
      throw refusal(attributes, `unable to parse certificate request: ${error.message}`);
    throw error;
  }
}

/** The signer as stored: an update cannot point the check at another one. */
function signerOf({ oldObject, object }: AdmissionAttributes): string {
  const request: SigningRequest | undefined = oldObject ?? object;
  return request?.spec?.signerName ?? '';
}

/** Rights hold for one signer or for all of its domain. */
async function maySign(
  authorizer: Authorizer,
  attributes: AdmissionAttributes,
  verb: 'approve' | 'sign',
  signer: string,
  signal: AbortSignal,
): Promise<boolean> {
  const domain = signer.slice(0, Math.max(0, signer.indexOf('/')));
  for (const name of [signer, `${domain}/*`]) {
    const decision = await authorizer.authorize(
      {
        kind: 'resource',
        user: attributes.user,
        verb,
        group: attributes.group,
        version: '*',
        resource: 'signers',
        subresource: '',
        namespace: '',
        name,
      },
      { signal },
    );
    if (decision.outcome === 'allow') return true;
  }
  return false;
}
