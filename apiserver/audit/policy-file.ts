// Reads an audit policy file: kind Policy of the group audit.{api}, version v1, as YAML or JSON. Every mistake is an error that
// names the field, because a rule that silently selects something else would record too much or too little.

import { parseYaml } from '../../shared/codec/yaml/yaml.ts';
import { YamlError } from '../../shared/codec/yaml/yaml-builder.ts';
import type { Schemas } from '../../shared/schema/builtin.ts';
import { DecodeError, decodeObject } from '../../shared/schema/decode.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import {
  auditLevels,
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

/** Throws AuditPolicyError. */
export function parseAuditPolicy(text: string, vendor: Vendor, schemas: Schemas): AuditPolicy {
  const group = vendor.fill('audit.{api}');
  const schema = schemas.kind(group, 'v1', 'Policy');
  if (schema === undefined) throw new TypeError('the schema of the audit policy is missing');
  const value = documentOf(text, `${group}/v1`);
  try {
    const { object, unknownFields } = decodeObject(value, schema);
    if (unknownFields.length > 0) throw new AuditPolicyError(`unknown field ${unknownFields.join(', ')}`);
    return policyOf(object);
  } catch (error) {
    if (error instanceof DecodeError) throw new AuditPolicyError(error.message);
    throw error;
  }
}

function documentOf(text: string, apiVersion: string): object {
  let value: unknown;
  try {
    const parsed = parseYaml(text);
    if (parsed.duplicates.length > 0) throw new AuditPolicyError(parsed.duplicates.join(', '));
    value = parsed.value;
  } catch (error) {
    if (error instanceof YamlError) throw new AuditPolicyError(error.message);
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AuditPolicyError('it holds no object');
  }
  const written = value as { readonly kind?: unknown; readonly apiVersion?: unknown };
  if (written.apiVersion !== apiVersion || written.kind !== 'Policy') {
    const { kind, apiVersion: found } = written;
    throw new AuditPolicyError(
      `it must be kind Policy of ${apiVersion}, not kind ${JSON.stringify(kind) ?? 'none'} of ${JSON.stringify(found) ?? 'none'}`,
    );
  }
  return value;
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
  if (rules === undefined || rules === null || rules.length === 0) {
    throw new AuditPolicyError('rules: at least one is required');
  }
  return {
    rules: rules.map((rule, index) => ruleOf(rule, `rules[${index}]`)),
    omitStages: stagesOf(omitStages, 'omitStages'),
    omitManagedFields: omitManagedFields ?? false,
  };
}

function ruleOf(rule: Partial<WrittenRule>, path: string): AuditRule {
  const level = auditLevels.find((one) => one === rule.level);
  if (level === undefined) {
    throw new AuditPolicyError(
      `${path}.level: ${JSON.stringify(rule.level ?? '')} is not one of ${auditLevels.join(', ')}`,
    );
  }
  const { users = [], userGroups = [], verbs = [], namespaces = [], nonResourceURLs = [], resources = [] } = rule;
  if (nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0)) {
    throw new AuditPolicyError(`${path}.nonResourceURLs: a rule is for paths or for resources, not for both`);
  }
  nonResourceURLs.forEach((url, index) => checkUrl(url, `${path}.nonResourceURLs[${index}]`));
  return {
    level,
    users,
    userGroups,
    verbs,
    namespaces,
    nonResourceURLs,
    resources: resources.map((entry, index) => resourcesOf(entry, `${path}.resources[${index}]`)),
    omitStages: stagesOf(rule.omitStages, `${path}.omitStages`),
    ...(rule.omitManagedFields === undefined ? {} : { omitManagedFields: rule.omitManagedFields }),
  };
}

function resourcesOf(entry: Partial<GroupResources>, path: string): GroupResources {
  const { group = '', resources = [], resourceNames = [] } = entry;
  if (group.includes('/') || group === '*') {
    throw new AuditPolicyError(
      `${path}.group: ${JSON.stringify(group)} is no name of a group; versions do not belong to it`,
    );
  }
  if (resourceNames.length > 0 && resources.length === 0) {
    throw new AuditPolicyError(`${path}.resourceNames: names need at least one resource`);
  }
  return { group, resources, resourceNames };
}

function checkUrl(url: string, path: string): void {
  if (url === '*') return;
  if (!url.startsWith('/')) throw new AuditPolicyError(`${path}: ${JSON.stringify(url)} does not begin with /`);
  if (url.slice(0, -1).includes('*')) {
    throw new AuditPolicyError(`${path}: ${JSON.stringify(url)} has a * that is not its last character`);
  }
}

function stagesOf(stages: readonly string[] = [], path: string): readonly AuditStage[] {
  return stages.map((text, index) => {
    const stage = auditStages.find((one) => one === text);
    if (stage !== undefined) return stage;
    throw new AuditPolicyError(`${path}[${index}]: ${JSON.stringify(text)} is not one of ${auditStages.join(', ')}`);
  });
}
