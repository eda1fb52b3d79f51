// A call of a webhook with its metrics and its failure policy.

import { internalError } from '../../../shared/object/errors.ts';
import type { Abortable, AdmissionAttributes } from '../contract/admission.ts';
import type { Webhook } from './webhook.ts';
import { WebhookCallError, WebhookRefusal } from './webhook-failure.ts';
import type { WebhookOutcome, WebhookType } from './webhook-metrics.ts';
import type { WebhookTools } from './webhook-tools.ts';

export interface CallContext {
  readonly webhook: Webhook;
  readonly type: WebhookType;
  readonly attributes: AdmissionAttributes;
  readonly request: Abortable;
  readonly tools: WebhookTools;
  /** Key of the audit annotation for a failure that is ignored. */
  readonly openKey: () => string;
}

/**
 * What `call` gives; undefined: it failed, and the write goes on without it. Throws what the client reads: the refusal, 500 for a
 * failure that counts, and the signal's reason when the request is over.
 */
export async function measuredCall<T>(
  { webhook, type, attributes, request, tools, openKey }: CallContext,
  call: () => Promise<T>,
): Promise<T | undefined> {
  const { clock, log, metrics } = tools;
  const { name, ignoresFailures } = webhook;
  const began = clock.monotonic();
  const ended = (outcome: WebhookOutcome): void =>
    metrics.called(name, type, attributes.operation, outcome, (clock.monotonic() - began) / 1000);
  try {
    const value = await call();
    ended({ kind: 'allowed' });
    return value;
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (!(error instanceof WebhookCallError)) {
      ended(error instanceof WebhookRefusal ? { kind: 'refused', code: error.code } : { kind: 'broken' });
      throw error;
    }
    ended({ kind: 'failed', code: error.code, open: ignoresFailures });
    log.warn('a webhook could not be called', { webhook: name, ignored: ignoresFailures, reason: error.message });
    if (!ignoresFailures) throw internalError(error);
    attributes.addAnnotation(openKey(), name);
    return undefined;
  }
}
