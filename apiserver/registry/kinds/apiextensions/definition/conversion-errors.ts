// How objects get from one version to another: without a change, or by a webhook.

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
  const versions = webhook?.conversionReviewVersions ?? [];
  if (strategy === 'Webhook') {
    const { url, service } = webhook?.clientConfig ?? {};
    const one = (url === undefined) !== (service === undefined);
    return [
      ...(webhook?.clientConfig === undefined
        ? [required(`${path}.webhookClientConfig`, 'required when strategy is set to Webhook')]
        : one
          ? []
          : [required(`${path}.webhookClientConfig`, 'exactly one of url or service is required')]),
      ...(versions.length === 0 ? [required(`${path}.conversionReviewVersions`)] : []),
    ];
  }
  if (webhook === undefined) return [];
  const detail = 'should not be set when strategy is not set to Webhook';
  return [
    ...(webhook.clientConfig === undefined ? [] : [forbiddenField(`${path}.webhookClientConfig`, detail)]),
    ...(versions.length === 0 ? [] : [forbiddenField(`${path}.conversionReviewVersions`, detail)]),
  ];
}
