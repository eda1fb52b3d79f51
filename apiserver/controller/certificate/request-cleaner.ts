// Deletes signing requests that have served: an hour after they were approved, denied or failed, a day after they were made
// without a decision, and at once when the issued certificate has expired.

import { readCertificate } from '../../../shared/certificates/certificate.ts';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { parseTime } from '../../../shared/object/time.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { resourcesOf } from '../api/resources.ts';
import { conditionOf, conditionTime, type SigningRequest } from './signing-request.ts';

const account = 'certificate-controller';
const hour = 3_600_000;
/** Milliseconds between two rounds. */
const period = 10 * 60_000;

/** `requests`: all signing requests. A round that fails is logged, and the next one comes. */
export function requestCleaner(environment: ControllerEnvironment, requests: Informer<ApiObject>): Loop {
  const { vendor, clock, log, transportFor } = environment;
  const client = new ApiClient(transportFor(account), { clock }).resource(resourcesOf(vendor).signingRequests);

  async function round(signal: AbortSignal): Promise<void> {
    for (const request of requests.list() as readonly SigningRequest[]) {
      if (!isOver(request, clock.now())) continue;
      const { name = '', uid } = request.metadata;
      try {
        await client.delete(name, { ...(uid === undefined ? {} : { preconditions: { uid } }), signal });
      } catch (error) {
        signal.throwIfAborted();
        if (!isNotFound(error)) log.warn('an old signing request is not deleted yet', { request: name, error });
      }
    }
  }

  return {
    name: 'certificatesigningrequest-cleaner',
    async run(signal) {
      try {
        await requests.synced(signal);
        for (;;) {
          await round(signal);
          await clock.sleep(period, signal);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

/** Whether the request is no longer needed at `now` (milliseconds since the epoch). */
export function isOver(request: SigningRequest, now: number): boolean {
  const decided = (['Approved', 'Denied', 'Failed'] as const).map((type) => conditionOf(request, type));
  for (const condition of decided) {
    const since = condition === undefined ? undefined : conditionTime(condition);
    if (since !== undefined && now - since > hour) return true;
  }
  const created = parseTime(request.metadata.creationTimestamp ?? '') ?? now;
  if (decided.every((condition) => condition === undefined) && now - created > 24 * hour) return true;
  return hasEnded(request.status?.certificate ?? '', now);
}

/** An unreadable certificate counts as not expired: it is kept for the hour. */
function hasEnded(certificate: string, now: number): boolean {
  if (certificate === '') return false;
  try {
    return readCertificate(Buffer.from(certificate, 'base64').toString('latin1')).notAfter < now;
  } catch {
    return false;
  }
}
