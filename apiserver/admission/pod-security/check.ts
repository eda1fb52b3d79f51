// The type of a pod security rule, and the texts of its findings.

import type { SecuredContainer, SecuredPod } from './secured-pod.ts';
import { containersOf } from './secured-pod.ts';

/** What a rule has against a pod. */
export interface Finding {
  /** Few words, the same for all pods: `host namespaces`. */
  readonly reason: string;
  /** Who does it, and what: `container "a" must not set securityContext.privileged=true`. */
  readonly detail: string;
}

/** Undefined: the pod keeps the rule. */
export type Rule = (pod: SecuredPod) => Finding | undefined;

/** A rule from one version of the standard on. */
export interface RuleEdition {
  /** The minor version that it begins with. */
  readonly since: number;
  readonly rule: Rule;
}

export interface Check {
  /** Findings of one level are reported in the order of these names. */
  readonly name: string;
  readonly level: 'baseline' | 'restricted';
  /** Oldest first; each holds until the next. */
  readonly editions: readonly RuleEdition[];
  /** A rule of the lower level that this one makes needless. */
  readonly replaces?: string;
}

/** The names of the containers for which `holds` returns true, in the order in which they run. */
export function containersThat(pod: SecuredPod, holds: (container: SecuredContainer) => boolean): readonly string[] {
  return containersOf(pod.spec)
    .filter(holds)
    .map(({ name = '' }) => name);
}

/** `container "a"`, `containers "a", "b"`. */
export function quoted(names: readonly string[], one = 'container', many = `${one}s`): string {
  return `${plural(names.length, one, many)} ${quotedList(names)}`;
}

export function quotedList(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** Each once, in the order of their bytes. */
export function sorted(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
}

/** Who sets something: the pod itself, and the containers named; `pod and containers "a", "b"`. */
export function settersOf(pod: boolean, containers: readonly string[]): readonly string[] {
  return [...(pod ? ['pod'] : []), ...(containers.length === 0 ? [] : [quoted(containers)])];
}
