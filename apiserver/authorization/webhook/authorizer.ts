// The mode Webhook: a remote service decides about a SubjectAccessReview (requirements WHAUTHZ). Its answers are cached for a
// while. Without a valid answer the failure policy decides: the request is denied, or the next module is asked.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { ExpiringCache } from '../../outbound/review/expiring-cache.ts';
import type { ReviewClient } from '../../outbound/review/review-client.ts';
import { ReviewFailure } from '../../outbound/review/review-failure.ts';
import type { Attributes, Authorizer, Decision } from '../contract/authorizer.ts';
import type { MatchCondition, MatchOutcome } from './match-conditions.ts';
import { inVersion, type ReviewSpec, reviewSpec, type ReviewVersion } from './review-spec.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

export interface WebhookAuthorizerOptions {
  /** In messages and metrics. */
  readonly name: string;
  readonly client: ReviewClient;
  readonly version: ReviewVersion;
  /** Milliseconds for which answers are kept; 0: not at all. */
  readonly authorizedTtl: number;
  readonly unauthorizedTtl: number;
  readonly failurePolicy: 'NoOpinion' | 'Deny';
  readonly conditions: readonly MatchCondition[];
  readonly evaluate: (conditions: readonly MatchCondition[], spec: ReviewSpec) => MatchOutcome;
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: WebhookMetrics;
}

const mostAnswers = 8192;
/** UTF-16 units of what a client chooses: the answers to longer questions are not cached, so that they cannot fill the memory. */
const longestKept = 10_000;
const noRules = 'webhook authorizer does not support user rule resolution';

export function webhookAuthorizer(options: WebhookAuthorizerOptions): Authorizer {
  const { name, client, version, failurePolicy, conditions, clock, log, metrics } = options;
  const apiVersion = options.vendor.fill(`authorization.{api}/${version}`);
  const answers = new ExpiringCache<Decision>(clock, mostAnswers);
  const failed = (error: string): Decision => ({
    outcome: failurePolicy === 'Deny' ? 'deny' : 'no-opinion',
    reason: '',
    error,
  });
  const match = (spec: ReviewSpec): MatchOutcome => {
    const began = clock.monotonic();
    const outcome = options.evaluate(conditions, spec);
    const counted = outcome === true ? 'asked' : outcome === false ? 'excluded' : 'failed';
    metrics.matched(name, counted, (clock.monotonic() - began) / 1000);
    return outcome;
  };
  const ask = async (spec: ReviewSpec, signal: AbortSignal | undefined): Promise<Decision | ReviewFailure> => {
    try {
      const review = { kind: 'SubjectAccessReview', apiVersion, spec: inVersion(spec, version) };
      return decisionOf(
        await client.ask(review, { signal, observe: (result, seconds) => metrics.called(name, result, seconds) }),
      );
    } catch (error) {
      if (error instanceof ReviewFailure) return error;
      throw error;
    }
  };
  const askAndKeep = async (
    key: string,
    attributes: Attributes,
    spec: ReviewSpec,
    signal?: AbortSignal,
  ): Promise<Decision> => {
    const decision = await ask(spec, signal);
    if (decision instanceof ReviewFailure) {
      log.error('an authorization webhook gave no answer', { webhook: name, error: decision });
      if (failurePolicy === 'NoOpinion' && signal?.aborted !== true) metrics.failedOpen(name, decision.result);
      return failed(decision.message);
    }
    if (isShort(attributes)) {
      answers.set(key, decision, decision.outcome === 'allow' ? options.authorizedTtl : options.unauthorizedTtl);
    }
    return decision;
  };
  return {
    name: 'Webhook',
    authorize(attributes, asking) {
      const spec = reviewSpec(attributes);
      const wanted = conditions.length === 0 || match(spec);
      if (wanted === false) return unasked;
      if (wanted !== true) return failed(wanted);
      const key = JSON.stringify(spec);
      return answers.get(key) ?? askAndKeep(key, attributes, spec, asking?.signal);
    },
    rulesFor: async () => ({ rules: [], incomplete: true, evaluationError: noRules }),
  };
}

const unasked: Decision = { outcome: 'no-opinion', reason: '' };

/** Throws ReviewFailure for a status of wrong types. */
function decisionOf(status: Readonly<Record<string, unknown>>): Decision {
  const flag = (field: string): boolean => {
    const value = status[field] ?? false;
    if (typeof value !== 'boolean')
      throw new ReviewFailure(`the ${field} of the answer is neither true nor false`, 'error');
    return value;
  };
  const reason = status['reason'] ?? '';
  if (typeof reason !== 'string') throw new ReviewFailure('the reason of the answer is not a string', 'error');
  const [allowed, denied] = [flag('allowed'), flag('denied')];
  if (allowed && denied) {
    return {
      outcome: 'deny',
      reason,
      error: 'webhook subject access review returned both allow and deny response',
    };
  }
  if (denied) return { outcome: 'deny', reason };
  return { outcome: allowed ? 'allow' : 'no-opinion', reason };
}

function isShort(attributes: Attributes): boolean {
  if (attributes.kind === 'path') return attributes.path.length + attributes.verb.length < longestKept;
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  const { fieldSelector = '', labelSelector = '' } = attributes;
  const texts = [namespace, verb, group, version, resource, subresource, name, fieldSelector, labelSelector];
  return texts.reduce((length, text) => length + text.length, 0) < longestKept;
}
