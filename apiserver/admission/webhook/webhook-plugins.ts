// The plug-ins that call admission webhooks: which there are follows the stored configurations.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { AdmissionPlugin } from '../contract/admission.ts';
import type { MutatingHook, ValidatingHook } from '../contract/hook.ts';
import type { OfferedHook } from '../hook/current-hooks.ts';
import { mutatingHooks } from '../hook/mutating-hooks.ts';
import { StoredHooks } from '../hook/stored-hooks.ts';
import { validatingHooks } from '../hook/validating-hooks.ts';
import { exemptFromWebhooks } from '../rule/exempt.ts';
import { mayMatch } from '../rule/resource-rules.ts';
import { MutatingWebhook } from './mutating-webhook.ts';
import { type CallCounts, ValidatingWebhook } from './validating-webhook.ts';
import { type Webhook, webhooksOf } from './webhook.ts';
import type { WebhookTools } from './webhook-tools.ts';

export function mutatingWebhooks(configurations: Lister, tools: WebhookTools): AdmissionPlugin {
  const make = (webhook: Webhook, place: number) => new MutatingWebhook(webhook, place, tools);
  return mutatingHooks('MutatingAdmissionWebhook', sourceOf<MutatingHook>(configurations, tools, make));
}

export function validatingWebhooks(configurations: Lister, tools: WebhookTools): AdmissionPlugin {
  const counts: CallCounts = new WeakMap();
  const make = (webhook: Webhook) => new ValidatingWebhook(webhook, tools, counts);
  return validatingHooks('ValidatingAdmissionWebhook', sourceOf<ValidatingHook>(configurations, tools, make));
}

function sourceOf<Hook>(
  configurations: Lister,
  { vendor, versions }: WebhookTools,
  make: (webhook: Webhook, place: number) => Hook,
): StoredHooks<Hook> {
  return new StoredHooks<Hook>({
    revision: () => configurations.revision() + versions.revision,
    objects: () => configurations.list(),
    exempt: exemptFromWebhooks(vendor),
    make: (objects: readonly ApiObject[]) =>
      objects.flatMap(webhooksOf).map(
        (webhook, place): OfferedHook<Hook> => ({
          hook: make(webhook, place),
          matches: (target) => mayMatch(webhook.rules, webhook.matchPolicy, target, versions),
        }),
      ),
  });
}
