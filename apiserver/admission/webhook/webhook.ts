// An admission webhook as its configuration describes it, ready to be matched: selectors are parsed, defaults are there.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import {
  type LabelSelector,
  type LabelSelectorObject,
  labelSelectorOf,
} from '../../../shared/object/label-selector.ts';
import type { OutboundTarget } from '../../outbound/contract/outbound.ts';
import { targetOf, type WebhookClientConfig } from '../../outbound/client-config.ts';
import type { MatchCondition } from '../expression/match-conditions.ts';
import type { MatchPolicy, ResourceRule } from '../rule/resource-rules.ts';

export interface Webhook {
  /** Of the object that it stands in. */
  readonly configuration: string;
  readonly name: string;
  /** Stays when other configurations come or go. */
  readonly id: string;
  readonly target: OutboundTarget;
  readonly rules: readonly ResourceRule[];
  readonly matchPolicy: MatchPolicy;
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
  readonly matchConditions: readonly MatchCondition[];
  /** Whether a write passes when the webhook cannot be asked. */
  readonly ignoresFailures: boolean;
  /** Whether it promises to do nothing on dry runs. */
  readonly takesDryRuns: boolean;
  /** Seconds. */
  readonly timeout: number;
  /** The version of the review that it is sent; undefined: it takes none that is known. */
  readonly reviewVersion: 'v1' | 'v1beta1' | undefined;
  readonly reinvocation: 'Never' | 'IfNeeded';
}

interface StoredWebhook {
  readonly name?: string;
  readonly clientConfig?: WebhookClientConfig;
  readonly rules?: readonly ResourceRule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly matchConditions?: readonly MatchCondition[];
  readonly reinvocationPolicy?: string;
}

interface StoredConfiguration extends ApiObject {
  readonly webhooks?: readonly StoredWebhook[];
}

const defaultTimeout = 10;

/** In the order in which they are called. Throws TypeError for a selector that validation would have refused. */
export function webhooksOf({ metadata, webhooks = [] }: StoredConfiguration): readonly Webhook[] {
  return webhooks.map((webhook, place) => ({
    configuration: metadata.name ?? '',
    name: webhook.name ?? '',
    id: `${metadata.name}/${webhook.name}/${place}`,
    target: targetOf(webhook.clientConfig ?? {}),
    rules: webhook.rules ?? [],
    matchPolicy: webhook.matchPolicy === 'Exact' ? 'Exact' : 'Equivalent',
    namespaceSelector: labelSelectorOf(webhook.namespaceSelector),
    objectSelector: labelSelectorOf(webhook.objectSelector),
    matchConditions: webhook.matchConditions ?? [],
    ignoresFailures: webhook.failurePolicy === 'Ignore',
    takesDryRuns: webhook.sideEffects === 'None' || webhook.sideEffects === 'NoneOnDryRun',
    timeout: webhook.timeoutSeconds ?? defaultTimeout,
    reviewVersion: webhook.admissionReviewVersions?.find(isKnownVersion),
    reinvocation: webhook.reinvocationPolicy === 'IfNeeded' ? 'IfNeeded' : 'Never',
  }));
}

function isKnownVersion(version: string): version is 'v1' | 'v1beta1' {
  return version === 'v1' || version === 'v1beta1';
}
