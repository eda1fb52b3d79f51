// A validating webhook as a hook of the chain.

import type { Abortable, AdmissionAttributes, Admitted } from '../contract/admission.ts';
import type { ValidatingHook } from '../contract/hook.ts';
import type { VersionedResource } from '../contract/versions.ts';
import { askWebhook } from './ask-webhook.ts';
import { invocationIn, matchedRequest } from './invocation.ts';
import { measuredCall } from './measured-call.ts';
import type { Webhook } from './webhook.ts';
import { WebhookConditions } from './webhook-conditions.ts';
import type { WebhookTools } from './webhook-tools.ts';

/** How many webhooks have been called for a write. */
export type CallCounts = WeakMap<AdmissionAttributes, number>;

export class ValidatingWebhook implements ValidatingHook {
  readonly name: string;
  readonly #webhook: Webhook;
  readonly #tools: WebhookTools;
  readonly #counts: CallCounts;
  readonly #conditions: WebhookConditions;

  /** `counts`: the same for all webhooks. */
  constructor(webhook: Webhook, tools: WebhookTools, counts: CallCounts) {
    this.name = webhook.id;
    this.#webhook = webhook;
    this.#tools = tools;
    this.#counts = counts;
    this.#conditions = new WebhookConditions(webhook, 'validating', tools);
  }

  validate(attributes: AdmissionAttributes, request: Abortable): Admitted {
    const seen = matchedRequest(this.#webhook, attributes, this.#tools);
    return seen === undefined ? undefined : this.#call(seen, attributes, request);
  }

  async #call(seen: VersionedResource, attributes: AdmissionAttributes, request: Abortable): Promise<void> {
    const tools = this.#tools;
    const invocation = await invocationIn(seen, attributes, { ...tools, phase: 'validating' }, request);
    if (!(await this.#conditions.hold(attributes, invocation, request))) return;
    const place = this.#counts.get(attributes) ?? 0;
    this.#counts.set(attributes, place + 1);
    const webhook = this.#webhook;
    await measuredCall(
      {
        webhook,
        type: 'validating',
        attributes,
        request,
        tools,
        openKey: () => tools.vendor.fill(`failed-open.validating.webhook.admission.{api}/round_0_index_${place}`),
      },
      () => askWebhook(webhook, attributes, invocation, { mutating: false, request, tools }),
    );
  }
}
