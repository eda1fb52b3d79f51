// Approves requests of nodes automatically: client certificates, if the requester has the right. Serving certificates
// only where the operator of the server allows it, because the node itself chose the names and addresses in them. All other
// requests wait for a user with the right to approve.

import { parseRequest, RequestError, type CertificateRequest } from '../../../shared/certificates/request.ts';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop, keyOf, splitKey } from '../loop/keyed-loop.ts';
import { resourcesOf } from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { type SigningRequest, conditionOf, isIssued, withCondition } from './signing-request.ts';
import { signersOf } from './signers.ts';

const account = 'certificate-controller';

/** Why a request may be approved, if the requester has the right that is named. */
interface Ground {
  /** Sub-resource of signing requests on which the requester needs `create`; undefined: no right is asked about. */
  readonly right: string | undefined;
  readonly message: string;
}

export interface ApproverOptions {
  /** All signing requests. */
  readonly requests: Informer<ApiObject>;
  /** Whether serving certificates that a node asks for itself are approved. Default false. */
  readonly approveServing?: boolean;
}

export function requestApprover(environment: ControllerEnvironment, options: ApproverOptions): Loop {
  const { vendor, clock, log, transportFor } = environment;
  const api = new ApiClient(transportFor(account), { clock });
  const { signingRequests, accessReviews } = resourcesOf(vendor);
  const requests = api.resource<SigningRequest>(signingRequests);
  const reviews = api.resource(accessReviews);
  const grounds = groundsFor(vendor, options.approveServing ?? false);
  const queue = new WorkQueue({
    observer: environment.observeQueue?.('certificatesigningrequest-approver'),
    clock,
    onError: (key, error) => log.warn('a signing request could not be checked; trying again', { request: key, error }),
  });
  const add = (request: ApiObject): void => queue.add(keyOf(request));
  options.requests.onChange({ added: add, modified: add });

  async function mayAsk({ spec }: SigningRequest, right: string, signal: AbortSignal): Promise<boolean> {
    const review = await reviews.create(
      {
        apiVersion: `${accessReviews.group}/${accessReviews.version}`,
        kind: 'SubjectAccessReview',
        metadata: {},
        spec: {
          user: spec?.username ?? '',
          ...(spec?.uid === undefined ? {} : { uid: spec.uid }),
          groups: [...(spec?.groups ?? [])],
          ...(spec?.extra === undefined ? {} : { extra: { ...spec.extra } }),
          resourceAttributes: {
            verb: 'create',
            group: signingRequests.group,
            version: '*',
            resource: signingRequests.resource,
            subresource: right,
          },
        },
      },
      { signal },
    );
    return (review.status as { readonly allowed?: boolean } | undefined)?.allowed === true;
  }

  return keyedLoop({
    name: 'certificatesigningrequest-approver',
    views: [options.requests],
    queue,
    async work(key, signal) {
      const request: SigningRequest | undefined = options.requests.get('', splitKey(key).name);
      if (request === undefined || isIssued(request)) return;
      if (conditionOf(request, 'Approved') !== undefined || conditionOf(request, 'Denied') !== undefined) return;
      for (const { right, message } of grounds(request)) {
        if (right !== undefined && !(await mayAsk(request, right, signal))) continue;
        const now = formatTime(clock.now());
        const approved = withCondition(request, {
          type: 'Approved',
          status: 'True',
          reason: 'AutoApproved',
          message,
          lastUpdateTime: now,
          lastTransitionTime: now,
        });
        try {
          await requests.update(approved, { subresource: 'approval', signal });
          log.info('a signing request is approved', { request: request.metadata.name, user: request.spec?.username });
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
        return;
      }
    },
  });
}

/** The grounds on which a request may be approved, the narrower first. None for a request that no rule knows. */
function groundsFor(vendor: Vendor, approveServing: boolean): (request: SigningRequest) => readonly Ground[] {
  const { nodeClient, nodeServing } = signersOf(vendor);
  const byRight = (right: string, whose: string): Ground => ({
    right,
    message: `Auto approving ${whose}kubelet client certificate after SubjectAccessReview.`,
  });
  return ({ spec }) => {
    const asked = readRequest(spec?.request ?? '');
    if (asked === undefined) return [];
    const isOwn = spec?.username === asked.commonName;
    if (spec?.signerName === nodeClient.name && nodeClient.fault(asked, spec.usages ?? []) === undefined) {
      return [...(isOwn ? [byRight('selfnodeclient', 'self ')] : []), byRight('nodeclient', '')];
    }
    const isServing =
      spec?.signerName === nodeServing.name && nodeServing.fault(asked, spec.usages ?? []) === undefined;
    return approveServing && isServing && isOwn
      ? [{ right: undefined, message: 'Auto approving kubelet serving certificate as this server was told to.' }]
      : [];
  };
}

function readRequest(request: string): CertificateRequest | undefined {
  try {
    const read = parseRequest(Buffer.from(request, 'base64').toString('latin1'));
    return read.signatureValid ? read : undefined;
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}
