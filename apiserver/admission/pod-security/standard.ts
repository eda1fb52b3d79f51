// The pod security standards: which rules a level has in a version, and what they have against a pod.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { hostChecks } from './baseline-checks.ts';
import type { Check, Finding, Rule } from './check.ts';
import type { LevelVersion } from './level.ts';
import { profileChecks } from './profile-checks.ts';
import { restrictedChecks } from './restricted-checks.ts';
import type { SecuredPod } from './secured-pod.ts';

/** What a level has against a pod; none: the pod keeps it. */
export class Findings {
  readonly all: readonly Finding[];

  constructor(all: readonly Finding[]) {
    this.all = all;
  }

  get none(): boolean {
    return this.all.length === 0;
  }

  /** `host namespaces, privileged` */
  get reasons(): string {
    return this.all.map(({ reason }) => reason).join(', ');
  }

  /** `host namespaces (hostNetwork=true), privileged (container "a" must not ...)` */
  get details(): string {
    return this.all.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
  }
}

/** The minor version that brought the newest rule: later ones have the same. */
export const newestRules = 34;

export class PodSecurityStandard {
  readonly #checks: readonly Check[];
  readonly #rules = new Map<string, readonly Rule[]>();

  constructor(vendor: Vendor) {
    const byName = (left: Check, right: Check): number => (left.name < right.name ? -1 : 1);
    const checks = [...hostChecks, ...profileChecks(vendor), ...restrictedChecks].sort(byName);
    this.#checks = [
      ...checks.filter(({ level }) => level === 'baseline'),
      ...checks.filter(({ level }) => level === 'restricted'),
    ];
  }

  findings(level: LevelVersion, pod: SecuredPod): Findings {
    return new Findings(this.#rulesOf(level).flatMap((rule) => rule(pod) ?? []));
  }

  #rulesOf({ level, version }: LevelVersion): readonly Rule[] {
    if (level === 'privileged') return [];
    const minor = version === 'latest' ? newestRules : Math.min(version, newestRules);
    const key = `${level}:${minor}`;
    let rules = this.#rules.get(key);
    if (rules === undefined) this.#rules.set(key, (rules = this.#select(level, minor)));
    return rules;
  }

  #select(level: 'baseline' | 'restricted', minor: number): readonly Rule[] {
    const current = this.#checks.flatMap((check) => {
      if (level === 'baseline' && check.level !== level) return [];
      const edition = check.editions.findLast(({ since }) => since <= minor);
      return edition === undefined ? [] : [{ check, rule: edition.rule }];
    });
    const replaced = new Set(current.map(({ check }) => check.replaces));
    return current.filter(({ check }) => !replaced.has(check.name)).map(({ rule }) => rule);
  }
}
