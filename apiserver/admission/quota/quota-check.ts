// Whether quotas have room for a write, and what is used of them after it. Pure.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { unclassified } from '../../../shared/object/errors.ts';
import type { StatusError } from '../../../shared/object/status-error.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import { refusal } from '../rule/refusal.ts';
import {
  addAmounts,
  type Amounts,
  amountsText,
  equalAmounts,
  increase,
  namesText,
  onlyNamed,
  readAmounts,
  withoutZeros,
  writeAmounts,
} from './amounts.ts';
import type { ScopeRequirement, UsageCounter } from './counter.ts';
import type { LimitedResource } from './quota-configuration.ts';
import { isInScopes, matchingScopes, type ResourceQuota, scopesOf } from './quota-form.ts';

/** A write with its objects, and what is counted of them. */
export interface CountedWrite {
  readonly attributes: AdmissionAttributes;
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
  readonly counter: UsageCounter;
  /** What may not be used without a quota for it. */
  readonly limited: readonly LimitedResource[];
}

const nothingPaid: ReadonlySet<string> = new Set();

/** A quota of which more, or less, is used than before. */
export interface ChangedQuota {
  /** Shared: never changed. */
  readonly stored: ApiObject;
  readonly changed: ApiObject;
}

/**
 * `paid`: uids of quotas that show what the write uses already; they are left out. Throws StatusError, 403, where a quota is
 * exceeded, or cannot be judged by what the object says.
 */
export function changedQuotas(
  quotas: readonly ResourceQuota[],
  write: CountedWrite,
  paid: ReadonlySet<string> = nothingPaid,
): readonly ChangedQuota[] {
  const { attributes, object, old, counter } = write;
  const counting = quotas.filter(
    (quota) =>
      Object.keys(quota.status?.hard ?? {}).some((name) => counter.counts(name)) && isInScopes(counter, object, quota),
  );
  for (const quota of counting) requireJudgeable(quota, write);
  const usage = counter.usage(object);
  const negative = [...usage].filter(([, { nano }]) => nano < 0n).map(([name]) => name);
  if (negative.length > 0) {
    throw refusal(attributes, `quota usage is negative for resource(s): ${namesText(negative)}`);
  }
  const growth = old === undefined ? usage : increase(usage, counter.usage(old));
  /** A quota that did not count the object before counts all of it now. */
  const growthIn = (quota: ResourceQuota): Amounts =>
    withoutZeros(old === undefined || isInScopes(counter, old, quota) ? growth : usage);
  const more = counting.map((quota) => ({ quota, growth: growthIn(quota) })).filter(({ growth: { size } }) => size > 0);
  if (counting.length === 0 ? withoutZeros(growth).size === 0 : more.length === 0) return [];
  requireCovered(quotas, counting, usage, write);
  return more
    .filter(({ quota }) => !paid.has(quota.metadata.uid ?? ''))
    .flatMap(({ quota, growth: asked }) => chargedQuota(quota, asked, attributes) ?? []);
}

/** Undefined: nothing of what the quota limits is used. */
function chargedQuota(
  quota: ResourceQuota,
  growth: Amounts,
  attributes: AdmissionAttributes,
): ChangedQuota | undefined {
  const hard = readAmounts(quota.status?.hard);
  const before = readAmounts(quota.status?.used);
  const asked = onlyNamed(growth, (name) => hard.has(name));
  const used = addAmounts(before, asked);
  const exceeded = (name: string): boolean => {
    const [now, most] = [used.get(name), hard.get(name)];
    return asked.has(name) && now !== undefined && most !== undefined && now.nano > most.nano;
  };
  // What a status says has happened already.
  if (attributes.subresource !== 'status' && [...asked.keys()].some(exceeded)) {
    throw exceededError(quota, { asked, before, hard }, exceeded, attributes);
  }
  if (equalAmounts(before, used)) return undefined;
  const changed: ApiObject = { ...quota, status: { ...quota.status, used: writeAmounts(used) } };
  return { stored: quota, changed: { ...changed, metadata: { ...quota.metadata } } };
}

function exceededError(
  { metadata: { name = '' } }: ResourceQuota,
  { asked, before, hard }: Readonly<Record<'asked' | 'before' | 'hard', Amounts>>,
  exceeded: (name: string) => boolean,
  attributes: AdmissionAttributes,
): StatusError {
  const shown = (amounts: Amounts): string => amountsText(onlyNamed(amounts, exceeded));
  return refusal(
    attributes,
    `exceeded quota: ${name}, requested: ${shown(asked)}, used: ${shown(before)}, limited: ${shown(hard)}`,
  );
}

function requireJudgeable(quota: ResourceQuota, { attributes, object, counter }: CountedWrite): void {
  const { name = '' } = quota.metadata;
  const limited = Object.keys(quota.status?.hard ?? {}).filter((one) => counter.counts(one));
  const missing = counter.missing?.(object, limited);
  if (missing !== undefined) throw refusal(attributes, `failed quota: ${name}: ${missing}`);
  const used = quota.status?.used ?? {};
  if (!limited.every((one) => Object.hasOwn(used, one))) {
    throw refusal(attributes, `status unknown for quota: ${name}, resources: ${namesText(limited)}`);
  }
}

/** What the configuration limits has to have a quota, which it then counts against. */
function requireCovered(
  quotas: readonly ResourceQuota[],
  counting: readonly ResourceQuota[],
  usage: Amounts,
  { attributes, object, counter, limited }: CountedWrite,
): void {
  const { group, resource } = attributes;
  const covered = (name: string): boolean => counting.some((quota) => Object.hasOwn(quota.status?.hard ?? {}, name));
  const names = limited
    .filter((one) => one.apiGroup === group && one.resource === resource)
    .flatMap(({ matchContains }) =>
      [...usage].filter(([name, { nano }]) => nano > 0n && matchContains.some((part) => name.includes(part))),
    )
    .map(([name]) => name)
    .filter((name) => !covered(name));
  if (names.length > 0) {
    throw refusal(attributes, `insufficient quota to consume: ${namesText(new Set(names))}`);
  }
  const demanded = limited.flatMap(({ matchScopes }) => matchingScopes(counter, object, matchScopes));
  const restricted = quotas.flatMap((quota) => matchingScopes(counter, object, scopesOf(quota)));
  const open = demanded.filter((scope) => !restricted.some(({ scopeName }) => scopeName === scope.scopeName));
  if (open.length > 0) {
    // The only one of these refusals that is not a 403.
    throw unclassified(`insufficient quota to match these scopes: [${open.map(scopeText).join(' ')}]`);
  }
}

function scopeText({ scopeName, operator, values = [] }: ScopeRequirement): string {
  return `{${scopeName} ${operator} [${values.join(' ')}]}`;
}
