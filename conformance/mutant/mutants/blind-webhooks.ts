// A service that overlooks a part of what webhooks match.

import { type Json, type Mutant, type PassingRequest, overlooking, withJson } from '../contract/mutant.ts';

/** Changes the webhooks in a sent configuration. */
function blind(id: string, breaks: string, change: (webhook: Json) => Json): Mutant {
  const request = (passing: PassingRequest): PassingRequest =>
    withJson(passing, (body) =>
      Array.isArray(body['webhooks']) ? { ...body, webhooks: (body['webhooks'] as readonly Json[]).map(change) } : body,
    );
  return overlooking(id, breaks, ['webhook-rules'], request);
}

function without(webhook: Json, field: string): Json {
  const { [field]: _dropped, ...others } = webhook;
  return others;
}

const inRules =
  (change: (rule: Json) => Json) =>
  (webhook: Json): Json => ({ ...webhook, rules: (webhook['rules'] as readonly Json[]).map(change) });

export const blindWebhookMutants: readonly Mutant[] = [
  blind(
    'matches-any-scope',
    'A rule matches objects of its scope.',
    inRules((rule) => without(rule, 'scope')),
  ),
  blind(
    'matches-any-operation',
    'A rule matches its operations.',
    inRules((rule) => ({ ...rule, operations: ['*'] })),
  ),
  blind('matches-any-policy', 'With Exact only the versions of the rule match.', (webhook) =>
    without(webhook, 'matchPolicy'),
  ),
  blind('matches-any-namespace', 'A webhook selects namespaces.', (webhook) => without(webhook, 'namespaceSelector')),
  blind('matches-any-condition', 'A webhook has conditions.', (webhook) => without(webhook, 'matchConditions')),
];
