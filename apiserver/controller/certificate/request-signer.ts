// Signs approved requests for the signers of this server, with its own authority or a given one. A request that
// violates the rules of its signer gets the condition Failed with the reason; a failed write is retried.

import { issueCertificate, type KeyPair } from '../../../shared/certificates/authority.ts';
import { parseRequest, RequestError } from '../../../shared/certificates/request.ts';
import { isUsage } from '../../../shared/certificates/usage.ts';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop, keyOf, splitKey } from '../loop/keyed-loop.ts';
import { resourcesOf } from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { conditionOf, isIssued, type SigningRequest, withCondition } from './signing-request.ts';
import { type Signer, signersOf } from './signers.ts';

const account = 'certificate-controller';
const day = 24 * 3_600_000;
/** The shortest lifetime that is issued, in milliseconds. */
const shortestAsked = 10 * 60_000;

export interface RequestSignerOptions {
  /** All signing requests. */
  readonly requests: Informer<ApiObject>;
  readonly authority: KeyPair;
  /** Longest life of a certificate, in milliseconds; also that of requests that do not say. */
  readonly longest: number;
}

export function requestSigner(environment: ControllerEnvironment, options: RequestSignerOptions): Loop {
  const { vendor, clock, log, transportFor } = environment;
  const requests = new ApiClient(transportFor(account), { clock }).resource<SigningRequest>(
    resourcesOf(vendor).signingRequests,
  );
  const signers = new Map(Object.values(signersOf(vendor)).map((signer: Signer) => [signer.name, signer]));
  const queue = new WorkQueue({
    observer: environment.observeQueue?.('certificatesigningrequest-signer'),
    clock,
    onError: (key, error) => log.warn('a certificate is not issued yet; trying again', { request: key, error }),
  });
  const add = (request: ApiObject): void => queue.add(keyOf(request));
  options.requests.onChange({ added: add, modified: add });
  return keyedLoop({
    name: 'certificatesigningrequest-signer',
    views: [options.requests],
    queue,
    async work(key, signal) {
      const request: SigningRequest | undefined = options.requests.get('', splitKey(key).name);
      const signer = signers.get(request?.spec?.signerName ?? '');
      if (request === undefined || signer === undefined || !isToBeSigned(request)) return;
      const next = signedRequest(request, signer, { ...options, clock });
      try {
        await requests.update(next, { subresource: 'status', signal });
        log.info(isIssued(next) ? 'a certificate is issued' : 'a signing request fails', {
          request: request.metadata.name,
          signer: signer.name,
        });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });
}

function isToBeSigned(request: SigningRequest): boolean {
  return (
    conditionOf(request, 'Approved') !== undefined &&
    conditionOf(request, 'Denied') === undefined &&
    conditionOf(request, 'Failed') === undefined &&
    !isIssued(request)
  );
}

export interface SigningTerms {
  readonly authority: KeyPair;
  readonly longest: number;
  readonly clock: Clock;
}

/** The request with its certificate, or with the condition that says why there will be none. */
export function signedRequest(request: SigningRequest, signer: Signer, terms: SigningTerms): SigningRequest {
  const certificate = issue(request, signer, terms);
  if (typeof certificate !== 'string') {
    const now = formatTime(terms.clock.now());
    return withCondition(request, {
      type: 'Failed',
      status: 'True',
      reason: 'SignerValidationFailure',
      message: certificate.fault,
      lastUpdateTime: now,
      lastTransitionTime: now,
    });
  }
  return { ...request, status: { ...request.status, certificate: Buffer.from(certificate).toString('base64') } };
}

/** PEM, or why not. */
function issue(
  { spec }: SigningRequest,
  signer: Signer,
  { authority, longest, clock }: SigningTerms,
): string | { readonly fault: string } {
  const usages = spec?.usages ?? [];
  try {
    const asked = parseRequest(Buffer.from(spec?.request ?? '', 'base64').toString('latin1'));
    if (!asked.signatureValid) return { fault: 'the signature of the request is not that of its key' };
    const fault = signer.fault(asked, usages);
    if (fault !== undefined) return { fault: `the signer ${signer.name} does not sign this request: ${fault}` };
    return issueCertificate(authority, {
      commonName: asked.commonName,
      subjectName: asked.subjectName,
      dnsNames: asked.dnsNames,
      ipAddresses: asked.ipAddresses,
      emails: asked.emails,
      uris: asked.uris,
      usages: usages.filter(isUsage),
      days: lifetime(spec?.expirationSeconds, longest) / day,
      publicKey: asked.publicKey,
      clock,
    }).certificatePem;
  } catch (error) {
    if (error instanceof RequestError) return { fault: error.message };
    throw error;
  }
}

/** Milliseconds. What the server allows counts more than the ten minutes that a request gets at least. */
function lifetime(askedSeconds: number | undefined, longest: number): number {
  if (askedSeconds === undefined) return longest;
  return Math.min(longest, Math.max(shortestAsked, askedSeconds * 1000));
}
