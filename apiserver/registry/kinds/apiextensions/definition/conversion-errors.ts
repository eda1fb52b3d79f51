// How objects get from one version to another: without a change, or by a webhook.

import type { Definition, DefinitionConversion } from '../../../../../shared/definition/definition.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { hasCondition } from '../../../../../shared/definition/definition.ts';
import { authorityFault } from '../../../../../shared/definition/conversion-authority.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1035Label } from '../../../../../shared/object/names.ts';
import { clientConfigErrors } from '../../rule/webhook-client.ts';

const strategies = ['None', 'Webhook'];
const path = 'spec.conversion';
/** Versions of the review that this server and the one before it speak. */
const known = ['v1', 'v1beta1'];

/** `old`: before an update, which may leave some faults as they were. */
export function conversionErrors(
  conversion: DefinitionConversion | undefined,
  old: Definition | undefined,
): readonly FieldError[] {
  if (conversion === undefined) return [];
  const { strategy = '', webhook } = conversion;
  const errors: FieldError[] = [];
  if (strategy === '') errors.push(required(`${path}.strategy`));
  else if (!strategies.includes(strategy)) errors.push(notSupported(`${path}.strategy`, strategy, strategies));
  const versions = webhook?.conversionReviewVersions ?? [];
  if (strategy === 'Webhook') {
    addAll(errors, clientErrors(webhook?.clientConfig, old));
    addAll(errors, reviewErrors(versions, old));
    return errors;
  }
  const detail = 'should not be set when strategy is not set to Webhook';
  if (webhook?.clientConfig !== undefined) errors.push(forbiddenField(`${path}.webhookClientConfig`, detail));
  if (versions.length > 0) errors.push(forbiddenField(`${path}.conversionReviewVersions`, detail));
  return errors;
}

type ClientConfig = NonNullable<DefinitionConversion['webhook']>['clientConfig'];

function clientErrors(client: ClientConfig, old: Definition | undefined): readonly FieldError[] {
  const place = `${path}.webhookClientConfig`;
  if (client === undefined) return [required(place, 'required when strategy is set to Webhook')];
  const errors = [...clientConfigErrors(client, place)];
  const { caBundle = '' } = client;
  const fault = mayHaveWrongAuthority(old) ? undefined : authorityFault(caBundle);
  if (fault !== undefined) errors.push(invalidValue(`${place}.caBundle`, caBundle, fault));
  return errors;
}

/** Before it is established, where its conditions tell it; and where it was wrong before. */
function mayHaveWrongAuthority(old: Definition | undefined): boolean {
  if (old === undefined || !hasCondition(old, 'Established')) return true;
  return authorityFault(old.spec?.conversion?.webhook?.clientConfig?.caBundle ?? '') !== undefined;
}

function reviewErrors(versions: readonly string[], old: Definition | undefined): readonly FieldError[] {
  const place = `${path}.conversionReviewVersions`;
  if (versions.length === 0) return [required(place)];
  const errors: FieldError[] = [];
  for (const [index, version] of versions.entries()) {
    if (versions.indexOf(version) < index) {
      errors.push(invalidValue(`${place}[${index}]`, version, 'duplicate version'));
      continue;
    }
    for (const fault of checkDns1035Label(version)) errors.push(invalidValue(`${place}[${index}]`, version, fault));
  }
  const before = old?.spec?.conversion?.webhook?.conversionReviewVersions ?? [];
  const wasUnknown = before.length > 0 && !before.some((version) => known.includes(version));
  if (!wasUnknown && !versions.some((version) => known.includes(version)))
    errors.push(invalidValue(place, versions, `must include at least one of ${known.join(', ')}`));
  return errors;
}
