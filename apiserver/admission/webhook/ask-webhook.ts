// One call of a webhook: the review is sent, the answer checked, its annotations and warnings taken over.

import type { Abortable, AdmissionAttributes } from '../contract/admission.ts';
import { admissionRequest } from '../rule/admission-request.ts';
import { OutboundError } from '../../outbound/contract/outbound-error.ts';
import type { Invocation } from './invocation.ts';
import { type ReviewAnswer, reviewAnswer, reviewQuestion, UndecodableReviewError } from './review.ts';
import type { Webhook } from './webhook.ts';
import { dryRunUnsupported, refusalOf, WebhookCallError } from './webhook-failure.ts';
import type { WebhookTools } from './webhook-tools.ts';

const unavailable = 503;

/**
 * The answer of a webhook that allows the write. Throws WebhookCallError, WebhookRefusal, 400 for a dry run that the webhook does not
 * take, and the signal's reason when the request is over.
 */
export async function askWebhook(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  invocation: Invocation,
  {
    mutating,
    request,
    tools,
  }: { readonly mutating: boolean; readonly request: Abortable; readonly tools: WebhookTools },
): Promise<ReviewAnswer> {
  const { name, target, timeout, reviewVersion } = webhook;
  const { vendor, outbound, log } = tools;
  if (attributes.dryRun && !webhook.takesDryRuns) throw dryRunUnsupported(name);
  if (reviewVersion === undefined) {
    const reason =
      'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)';
    throw new WebhookCallError(name, reason, 400);
  }
  const asked = admissionRequest(attributes, invocation.seen, vendor);
  const question = reviewQuestion(reviewVersion, asked, invocation, vendor);
  const call = {
    purpose: 'admission',
    body: question.body,
    query: `timeout=${timeout}s`,
    userAgent: vendor.fill('{short}-apiserver-admission'),
    timeout: timeout * 1000,
    comesAgain: true,
    signal: request.signal,
  };
  let answer: ReviewAnswer;
  try {
    answer = reviewAnswer(await outbound.postJson(target, call), question, mutating);
  } catch (error) {
    throw failureOf(name, error, request);
  }
  for (const [key, value] of answer.auditAnnotations) {
    const fault = attributes.addAnnotation(`${name}/${key}`, value);
    if (fault !== undefined)
      log.warn('an audit annotation of a webhook is lost', { webhook: name, key, reason: fault });
  }
  for (const warning of answer.warnings) attributes.warn(warning);
  if (!answer.allowed) throw refusalOf(name, answer);
  return answer;
}

function failureOf(name: string, error: unknown, { signal }: Abortable): unknown {
  if (signal.aborted) return signal.reason;
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof OutboundError || error instanceof UndecodableReviewError) {
    const code = error instanceof OutboundError ? (error.status ?? unavailable) : unavailable;
    return new WebhookCallError(name, `failed to call webhook: ${reason}`, code, error);
  }
  return new WebhookCallError(name, `received invalid webhook response: ${reason}`, unavailable, error);
}
