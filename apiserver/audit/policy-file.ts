// Reads an audit policy file: kind Policy of the group audit.{api}, version v1, as YAML or JSON. Values that cannot be used are errors
// that name their fields, all at once. Fields that are unknown or given twice are only warned of: policies for newer servers can be used.

import type { FieldError } from '../../shared/object/field-error.ts';
import { invalidValue, notSupported, required } from '../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../shared/object/names.ts';
import type { Schemas } from '../../shared/schema/builtin.ts';
import { DecodeError, decodeObject } from '../../shared/schema/decode.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { ConfigDocumentError, type ConfigText, readConfigText } from '../config-file/config-document.ts';
import { faultsText } from '../config-file/config-faults.ts';
import {
  auditLevels,
  type AuditLevel,
  type AuditPolicy,
  type AuditRule,
  auditStages,
  type AuditStage,
  type GroupResources,
} from './audit-policy.ts';

/** A policy that cannot be used. The message says what is wrong, not in which file. */
export class AuditPolicyError extends Error {
  override readonly name = 'AuditPolicyError';
}

/** Throws AuditPolicyError. `ignored` is called with the fields that count for nothing, if there are some. */
export function parseAuditPolicy(
  text: string,
  vendor: Vendor,
  schemas: Schemas,
  ignored: (fields: readonly string[]) => void = () => {},
): AuditPolicy {
  const group = vendor.fill('audit.{api}');
  const schema = schemas.kind(group, 'v1', 'Policy');
  if (schema === undefined) throw new TypeError('the schema of the audit policy is missing');
  try {
    const { value, duplicates } = documentOf(text, `${group}/v1`);
    const { object, unknownFields } = decodeObject(value, schema);
    const faults = [...unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`), ...duplicates];
    if (faults.length > 0) ignored(faults);
    return policyOf(object);
  } catch (error) {
    if (error instanceof DecodeError || error instanceof ConfigDocumentError)
      throw new AuditPolicyError(error.message, { cause: error });
    throw error;
  }
}

/** A document without a kind is taken for a policy. */
function documentOf(text: string, apiVersion: string): ConfigText {
  const { value, duplicates } = readConfigText(text);
  const { kind = 'Policy', apiVersion: found } = value;
  if (found !== apiVersion || kind !== 'Policy') {
    throw new AuditPolicyError(
      `it must be kind Policy of ${apiVersion}, not kind ${JSON.stringify(kind) ?? 'none'} of ${JSON.stringify(found) ?? 'none'}`,
    );
  }
  return { value, duplicates };
}

/** Decoded by the schema, so types are right; fields without a value are absent. */
interface WrittenPolicy {
  readonly rules?: readonly Partial<WrittenRule>[] | null;
  readonly omitStages?: readonly string[];
  readonly omitManagedFields?: boolean;
}

interface WrittenRule {
  readonly level: string;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly Partial<GroupResources>[];
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly string[];
  readonly omitManagedFields: boolean;
}

function policyOf({ rules, omitStages, omitManagedFields }: WrittenPolicy): AuditPolicy {
  const errors: FieldError[] = [];
  const policy: AuditPolicy = {
    omitStages: stagesOf(omitStages, 'omitStages', errors),
    rules: (rules ?? []).map((rule, index) => ruleOf(rule ?? {}, `rules[${index}]`, errors)),
    omitManagedFields: omitManagedFields ?? false,
  };
  if (errors.length > 0) throw new AuditPolicyError(faultsText(errors));
  if (policy.rules.length === 0) throw new AuditPolicyError('loaded illegal policy with 0 rules');
  return policy;
}

function ruleOf(rule: Partial<WrittenRule>, path: string, errors: FieldError[]): AuditRule {
  const { users, userGroups, verbs, namespaces, nonResourceURLs, resources } = rule;
  const level = levelOf(rule.level ?? '', `${path}.level`, errors);
  const urls = nonResourceURLs ?? [];
  urls.forEach((url, index) => checkUrl(url, `${path}.nonResourceURLs[${index}]`, errors));
  const selected = (resources ?? []).map((entry) => resourcesOf(entry ?? {}, `${path}.resources`, errors));
  const left = stagesOf(rule.omitStages, `${path}.omitStages`, errors);
  if (urls.length > 0 && (selected.length > 0 || (namespaces ?? []).length > 0)) {
    const detail = 'rules cannot apply to both regular resources and non-resource URLs';
    errors.push(invalidValue(`${path}.nonResourceURLs`, urls, detail));
  }
  return {
    level,
    users: users ?? [],
    userGroups: userGroups ?? [],
    verbs: verbs ?? [],
    namespaces: namespaces ?? [],
    nonResourceURLs: urls,
    resources: selected,
    omitStages: left,
    ...(rule.omitManagedFields === undefined ? {} : { omitManagedFields: rule.omitManagedFields }),
  };
}

function levelOf(text: string, path: string, errors: FieldError[]): AuditLevel {
  const level = auditLevels.find((one) => one === text);
  if (text === '') errors.push(required(path));
  else if (level === undefined) errors.push(notSupported(path, text, auditLevels));
  return level ?? 'None';
}

function resourcesOf(entry: Partial<GroupResources>, path: string, errors: FieldError[]): GroupResources {
  const { group = '', resources, resourceNames } = entry;
  const faults = group === '' ? [] : checkDns1123Subdomain(group);
  if (faults.length > 0) errors.push(invalidValue(`${path}.group`, group, faults.join(',')));
  if ((resourceNames ?? []).length > 0 && (resources ?? []).length === 0) {
    errors.push(
      invalidValue(`${path}.resourceNames`, resourceNames, 'using resourceNames requires at least one resource'),
    );
  }
  return { group, resources: resources ?? [], resourceNames: resourceNames ?? [] };
}

function checkUrl(url: string, path: string, errors: FieldError[]): void {
  if (url === '*') return;
  if (!url.startsWith('/'))
    errors.push(invalidValue(path, url, "non-resource URL rules must begin with a '/' character"));
  if (url.slice(0, -1).includes('*'))
    errors.push(invalidValue(path, url, "non-resource URL wildcards '*' must be the final character of the rule"));
}

function stagesOf(stages: readonly string[] | undefined, path: string, errors: FieldError[]): readonly AuditStage[] {
  return (stages ?? []).flatMap((text, index) => {
    const stage = auditStages.find((one) => one === text);
    if (stage !== undefined) return [stage];
    errors.push(invalidValue(`${path}[${index}]`, text, `allowed stages are ${auditStages.join(',')}`));
    return [];
  });
}
