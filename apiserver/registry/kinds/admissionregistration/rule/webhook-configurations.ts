// Validation of admission webhook configurations: each webhook has a unique qualified name, one address, rules for the requests
// that it gets, and declares no side effects on dry runs (requirements ADM). The schema validates single values; this file
// validates their combination.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import { LateChecks } from '../../../../admission/expression/late-checks.ts';
import { isDeepStrictEqual } from 'node:util';
import { asStored, type Tolerance } from '../../../contract/tolerance.ts';
import type { Strategy } from '../../../contract/resource.ts';
import { age, count, name, printer } from '../../printers/fields.ts';
import { labelSelectorErrors } from '../../rule/label-selector-validation.ts';
import {
  duplicateValue,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1035Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import {
  type AdmissionRule,
  admissionRuleErrors,
  type FaultOf,
  type MatchCondition,
  matchConditionErrors,
} from './admission-rules.ts';
import { clientConfigErrors, type ClientConfig } from '../../rule/webhook-client.ts';

/** Required fields that were left out are null. */
interface Webhook {
  name?: string;
  clientConfig?: ClientConfig;
  rules?: AdmissionRule[];
  sideEffects?: string | null;
  timeoutSeconds?: number;
  admissionReviewVersions?: string[] | null;
  matchConditions?: MatchCondition[];
  namespaceSelector?: LabelSelectorObject;
  objectSelector?: LabelSelectorObject;
}

interface WebhookConfiguration extends ApiObject {
  webhooks?: Webhook[];
}

const sideEffects = ['None', 'NoneOnDryRun'];
/** These were allowed too. */
const oldSideEffects = ['Some', 'Unknown'];
const reviewVersions = ['v1', 'v1beta1'];
const longestTimeoutSeconds = 30;

const anySelector = String.raw`^webhooks\[\d+\]\.(namespace|object)Selector\b`;

/** Of configurations that earlier versions of the group took. */
const tolerances: readonly Tolerance[] = [
  asStored({ field: /^webhooks\[\d+\]\.name$/, type: 'FieldValueDuplicate' }),
  ...oldSideEffects.map((value) =>
    asStored({ field: /^webhooks\[\d+\]\.sideEffects$/, value }, { field: /^webhooks\[\d+\]\.sideEffects$/ }),
  ),
  asStored({ field: /^webhooks\[\d+\]\.admissionReviewVersions$/, detail: /^must include/ }),
  asStored(
    { field: new RegExp(String.raw`${anySelector}\.matchExpressions\[\d+\]\.values\[`) },
    { field: new RegExp(anySelector) },
  ),
  {
    field: /^webhooks\[\d+\]\.matchConditions\b/,
    when: ({ stored, now }) => isDeepStrictEqual(conditionsByWebhook(now), conditionsByWebhook(stored)),
  },
];

function conditionsByWebhook({ webhooks }: WebhookConfiguration): unknown {
  return (webhooks ?? []).map(({ matchConditions = [] }) => matchConditions);
}

export function webhookConfigurationStrategy(vendor: Vendor): Strategy {
  const late = new LateChecks(vendor);
  return {
    unconditionalUpdate: false,
    anyFinalizer: true,
    tolerances,
    load: (object) => (conditionsOf(object).length > 0 ? late.load() : undefined),
    validateCreate: (object) => validate(object, undefined, late),
    validateUpdate: (object, old) => validate(object, old, late),
  };
}

function conditionsOf({ webhooks }: WebhookConfiguration): readonly MatchCondition[] {
  return (webhooks ?? []).flatMap(({ matchConditions }) => matchConditions ?? []);
}

function validate(
  configuration: WebhookConfiguration,
  old: WebhookConfiguration | undefined,
  late: LateChecks,
): readonly FieldError[] {
  const known = new Set(old === undefined ? [] : conditionsOf(old).map(({ expression }) => expression));
  const faultOf: FaultOf = (source) =>
    late.checks.check(source, { params: false, stored: known.has(source), gives: 'bool' }).fault;
  const names = new Set<string>();
  return (configuration.webhooks ?? []).flatMap((webhook, index) => {
    const path = `webhooks[${index}]`;
    const { name = '' } = webhook;
    const repeated = names.has(name) ? [duplicateValue(`${path}.name`, name)] : [];
    names.add(name);
    return [...webhookErrors(webhook, path, faultOf), ...repeated];
  });
}

function webhookErrors(webhook: Webhook, path: string, faultOf: FaultOf): readonly FieldError[] {
  const { name = '', timeoutSeconds } = webhook;
  const promise = webhook.sideEffects ?? undefined;
  const versions = webhook.admissionReviewVersions ?? [];
  const errors: FieldError[] = [...nameErrors(name, `${path}.name`)];
  for (const [index, rule] of (webhook.rules ?? []).entries())
    for (const fault of admissionRuleErrors(rule, `${path}.rules[${index}]`)) errors.push(fault);
  if (promise === undefined)
    errors.push(required(`${path}.sideEffects`, `must specify one of ${sideEffects.join(', ')}`));
  else if (!sideEffects.includes(promise)) {
    errors.push(notSupported(`${path}.sideEffects`, promise, sideEffects));
  }
  if (timeoutSeconds !== undefined && (timeoutSeconds < 1 || timeoutSeconds > longestTimeoutSeconds)) {
    const detail = 'the timeout value must be between 1 and 30 seconds';
    errors.push(invalidValue(`${path}.timeoutSeconds`, timeoutSeconds, detail));
  }
  for (const field of ['namespaceSelector', 'objectSelector'] as const)
    for (const fault of labelSelectorErrors(webhook[field], `${path}.${field}`)) errors.push(fault);
  for (const fault of matchConditionErrors(webhook.matchConditions ?? [], `${path}.matchConditions`, faultOf))
    errors.push(fault);
  if (webhook.clientConfig !== undefined)
    for (const fault of clientConfigErrors(webhook.clientConfig, `${path}.clientConfig`)) errors.push(fault);
  for (const fault of versionErrors(versions, `${path}.admissionReviewVersions`)) errors.push(fault);
  return errors;
}

function nameErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(path)];
  const faults = checkDns1123Subdomain(name);
  if (faults.length > 0) return faults.map((fault) => invalidValue(path, name, fault));
  return name.split('.').length >= 3
    ? []
    : [invalidValue(path, name, 'should be a domain with at least three segments separated by dots')];
}

function versionErrors(versions: readonly string[], path: string): readonly FieldError[] {
  if (versions.length === 0) return [required(path, `must specify one of ${reviewVersions.join(', ')}`)];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, version] of versions.entries()) {
    const place = `${path}[${index}]`;
    const faults = seen.has(version) ? ['duplicate version'] : checkDns1035Label(version);
    seen.add(version);
    for (const fault of faults) errors.push(invalidValue(place, version, fault));
  }
  if (!versions.some((version) => reviewVersions.includes(version))) {
    errors.push(invalidValue(path, versions, `must include at least one of ${reviewVersions.join(', ')}`));
  }
  return errors;
}

export const webhookConfigurationPrinter = printer(name, count('Webhooks', 'integer', 'webhooks'), age);
