// The match conditions of a webhook: whether it is called for a write that its rules match.

import type { Abortable, AdmissionAttributes } from '../contract/admission.ts';
import type { MatchOutcome } from '../expression/match-conditions.ts';
import { refusal } from '../rule/refusal.ts';
import type { Invocation } from './invocation.ts';
import type { Webhook } from './webhook.ts';
import type { WebhookType } from './webhook-metrics.ts';
import type { WebhookTools } from './webhook-tools.ts';

/** Match conditions are compiled when they are first needed: most webhooks have none, and the language is loaded with them. */
export class WebhookConditions {
  readonly #webhook: Webhook;
  readonly #type: WebhookType;
  readonly #tools: WebhookTools;
  #compiling: Promise<Conditions> | undefined;

  constructor(webhook: Webhook, type: WebhookType, tools: WebhookTools) {
    this.#webhook = webhook;
    this.#type = type;
    this.#tools = tools;
  }

  /** False: the webhook is not called. Throws 403 for a condition that failed, where failures are not ignored. */
  async hold(attributes: AdmissionAttributes, invocation: Invocation, request: Abortable): Promise<boolean> {
    const { name, matchConditions, ignoresFailures } = this.#webhook;
    if (matchConditions.length === 0) return true;
    const { metrics, log } = this.#tools;
    const { operation } = attributes;
    const conditions = await (this.#compiling ??= this.#compile());
    const outcome = await conditions.evaluate(attributes, invocation, request);
    if (outcome.outcome === 'matches') return true;
    if (outcome.outcome === 'excluded') {
      metrics.excluded(name, this.#type, operation);
      return false;
    }
    metrics.conditionsFailed(name, this.#type, operation, outcome.failures);
    log.warn('the match conditions of a webhook failed', {
      webhook: name,
      reason: outcome.message,
      ignored: ignoresFailures,
    });
    if (ignoresFailures) return false;
    throw refusal(attributes, outcome.message);
  }

  async #compile(): Promise<Conditions> {
    const { WebhookConditionEvaluator } = await import('./condition-evaluator.ts');
    return new WebhookConditionEvaluator(this.#webhook.matchConditions, this.#tools);
  }
}

interface Conditions {
  evaluate(attributes: AdmissionAttributes, invocation: Invocation, request: Abortable): Promise<MatchOutcome>;
}
