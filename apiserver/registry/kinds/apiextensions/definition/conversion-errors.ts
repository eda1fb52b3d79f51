// How objects get from one version to another: without a change, or by a webhook, which this server does not call yet.

import type { DefinitionConversion } from '../../../../../shared/definition/definition.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { forbiddenField, notSupported, required } from '../../../../../shared/object/field-error-message.ts';

const strategies = ['None', 'Webhook'];
const path = 'spec.conversion';

export function conversionErrors(conversion: DefinitionConversion | undefined): readonly FieldError[] {
  if (conversion === undefined) return [];
  const { strategy = '', webhook } = conversion;
  if (strategy === '') return [required(`${path}.strategy`)];
  if (!strategies.includes(strategy)) return [notSupported(`${path}.strategy`, strategy, strategies)];
  if (strategy === 'Webhook') {
    return [
      forbiddenField(
        `${path}.strategy`,
        'this server does not call conversion webhooks yet; the strategy must be None',
      ),
    ];
  }
  if (webhook === undefined) return [];
  const detail = 'should not be set when strategy is not set to Webhook';
  return [
    ...(webhook.clientConfig === undefined ? [] : [forbiddenField(`${path}.webhookClientConfig`, detail)]),
    ...((webhook.conversionReviewVersions ?? []).length === 0
      ? []
      : [forbiddenField(`${path}.conversionReviewVersions`, detail)]),
  ];
}
