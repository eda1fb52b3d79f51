// Judges the webhook of an authorization configuration.

import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { formatGoDuration, parseGoDuration } from '../../../shared/object/duration.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import {
  duplicateValue,
  invalidValue,
  notSupported,
  required,
  tooMany,
} from '../../../shared/object/field-error-message.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { MatchCompiler, MatchCondition } from '../webhook/match-conditions.ts';
import type { ReviewVersion } from '../webhook/review-spec.ts';
import type { WebhookConfig } from './authorization-config.ts';

export interface WrittenWebhook {
  readonly authorizedTTL?: string;
  readonly cacheAuthorizedRequests?: boolean;
  readonly unauthorizedTTL?: string;
  readonly cacheUnauthorizedRequests?: boolean;
  readonly timeout?: string;
  readonly subjectAccessReviewVersion?: string;
  readonly matchConditionSubjectAccessReviewVersion?: string;
  readonly failurePolicy?: string;
  readonly connectionInfo?: Readonly<Record<string, string | undefined>>;
  readonly matchConditions?: readonly ({ readonly expression?: string } | null)[] | null;
}

export interface CheckTools {
  readonly vendor: Vendor;
  readonly compiler: MatchCompiler;
}

const longestTimeout = 30_000;
const mostConditions = 64;
const defaultTtl = { authorizedTTL: 300_000, unauthorizedTTL: 30_000 };
const versions: readonly string[] = ['v1', 'v1beta1'];
const policies: readonly string[] = ['NoOpinion', 'Deny'];

/** Adds what is wrong to `errors`; the result counts only where nothing is. `path` is that of the authorizer. */
export function webhookOf(
  written: WrittenWebhook,
  path: string,
  tools: CheckTools,
  errors: FieldError[],
): WebhookConfig {
  const choice = (field: 'subjectAccessReviewVersion' | 'failurePolicy', known: readonly string[]): string => {
    const value = written[field] ?? '';
    if (value === '') errors.push(required(`${path}.${field}`));
    else if (!known.includes(value)) errors.push(notSupported(`${path}.${field}`, value, known));
    return value;
  };
  const timeout = timeoutOf(written.timeout, `${path}.timeout`, errors);
  const authorizedTtl = ttlOf(written, 'authorizedTTL', path, errors);
  const unauthorizedTtl = ttlOf(written, 'unauthorizedTTL', path, errors);
  const version = choice('subjectAccessReviewVersion', versions) as ReviewVersion;
  checkConditionVersion(written, path, errors);
  const failurePolicy = choice('failurePolicy', policies) as WebhookConfig['failurePolicy'];
  const configPath = connectionFileOf(written.connectionInfo ?? {}, `${path}.connectionInfo`, tools.vendor, errors);
  const conditions = conditionsOf(written.matchConditions ?? [], `${path}.matchConditions`, tools.compiler, errors);
  return {
    configPath,
    version,
    authorizedTtl: written.cacheAuthorizedRequests === false ? 0 : authorizedTtl,
    unauthorizedTtl: written.cacheUnauthorizedRequests === false ? 0 : unauthorizedTtl,
    timeout,
    failurePolicy,
    conditions,
  };
}

function millisecondsOf(text: string | undefined): number {
  return text === undefined ? 0 : (parseGoDuration(text) ?? 0);
}

function timeoutOf(text: string | undefined, path: string, errors: FieldError[]): number {
  const timeout = millisecondsOf(text);
  if (timeout === 0) errors.push(required(path));
  else if (timeout < 0 || timeout > longestTimeout) {
    errors.push(invalidValue(path, formatGoDuration(timeout), 'must be > 0s and <= 30s'));
  }
  return timeout;
}

function ttlOf(
  written: WrittenWebhook,
  field: 'authorizedTTL' | 'unauthorizedTTL',
  path: string,
  errors: FieldError[],
): number {
  const ttl = millisecondsOf(written[field]);
  if (ttl < 0) errors.push(invalidValue(`${path}.${field}`, formatGoDuration(ttl), 'must be > 0s'));
  return ttl === 0 ? defaultTtl[field] : ttl;
}

function checkConditionVersion(written: WrittenWebhook, path: string, errors: FieldError[]): void {
  const at = `${path}.matchConditionSubjectAccessReviewVersion`;
  const version = written.matchConditionSubjectAccessReviewVersion ?? '';
  if (version === '' && (written.matchConditions ?? []).length > 0) {
    errors.push(required(at, 'required if match conditions are specified'));
  } else if (version !== '' && version !== 'v1') {
    errors.push(notSupported(at, version, ['v1']));
  }
}

/** The path of the connection file. A server never asks its own cluster. */
function connectionFileOf(
  info: Readonly<Record<string, string | undefined>>,
  path: string,
  vendor: Vendor,
  errors: FieldError[],
): string {
  const short = vendor.fill('{short}');
  const field = `${short}ConfigFile`;
  const fileType = `${short.charAt(0).toUpperCase()}${short.slice(1)}ConfigFile`;
  const type = info['type'] ?? '';
  const file = info[field] ?? undefined;
  const at = `${path}.${field}`;
  if (type === '') {
    errors.push(required(`${path}.type`));
  } else if (type === 'InClusterConfig') {
    if (file !== undefined) errors.push(invalidValue(at, file, `can only be set when type=${fileType}`));
    else errors.push(invalidValue(`${path}.type`, type, 'the API server itself is not in a cluster'));
  } else if (type !== fileType) {
    const whole = { Type: type, [fileType]: file ?? null };
    errors.push(notSupported(`${path}.type`, whole, ['InClusterConfig', fileType]));
  } else if (file === undefined || file === '') {
    errors.push(required(at));
  } else {
    const problem = isAbsolute(file) ? fileProblem(file) : 'must be an absolute path';
    if (problem !== undefined) errors.push(invalidValue(at, file, problem));
  }
  return file ?? '';
}

function fileProblem(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? undefined : 'must be a regular file';
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = isMissing ? `stat ${path}: no such file or directory` : String((error as Error).message);
    return `error loading file: ${why}`;
  }
}

function conditionsOf(
  written: readonly ({ readonly expression?: string } | null)[],
  path: string,
  compiler: MatchCompiler,
  errors: FieldError[],
): readonly MatchCondition[] {
  if (written.length > mostConditions) {
    errors.push(tooMany(path, written.length, mostConditions));
    return [];
  }
  const seen = new Set<string>();
  return written.flatMap((condition, index) => {
    const at = `${path}[${index}].expression`;
    const expression = condition?.expression ?? '';
    if (expression.trim() === '') {
      errors.push(required(at));
      return [];
    }
    if (seen.has(expression)) {
      errors.push(duplicateValue(at, expression));
      return [];
    }
    seen.add(expression);
    try {
      return [compiler.compile(expression)];
    } catch (error) {
      errors.push(invalidValue(at, expression, error instanceof Error ? error.message : String(error)));
      return [];
    }
  });
}
