// What the pods of a namespace have against a level that is to be enforced there: warnings, for pods that run are left alone.

import { type ApiObject, controllerOf } from '../../../shared/object/api-object.ts';
import { levelText, type LevelVersion } from './level.ts';
import { podOf } from './secured-pod.ts';
import type { PodSecurityStandard } from './standard.ts';
import { sorted } from './check.ts';

/** Limits of the check of the pods of one namespace: their number, and milliseconds. A label must not block the server. */
const mostPods = 3000;
const patience = 1000;

export interface ExistingPods {
  readonly namespace: string;
  readonly pods: readonly ApiObject[];
  readonly enforce: LevelVersion;
  /** Whether pods of a runtime class are exempt. */
  readonly exempt: (runtimeClass: string) => boolean;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
}

/** Pods with the same faults are one warning, which names the first of them. */
export function warningsOfExisting(standard: PodSecurityStandard, asked: ExistingPods): readonly string[] {
  const { namespace, enforce, monotonic } = asked;
  const all = mostTelling(asked);
  const end = monotonic() + patience;
  const byReasons = new Map<string, string[]>();
  let checked = 0;
  for (const pod of all.slice(0, mostPods)) {
    if (checked > 0 && monotonic() > end) break;
    checked += 1;
    const findings = standard.findings(enforce, podOf(pod));
    if (findings.none) continue;
    const names = byReasons.get(findings.reasons) ?? [];
    byReasons.set(findings.reasons, [...names, pod.metadata.name ?? '']);
  }
  const warnings: string[] = [];
  if (checked < all.length) {
    warnings.push(
      `new PodSecurity enforce level only checked against the first ${checked} of ${all.length} existing pods`,
    );
  }
  if (byReasons.size > 0) {
    warnings.push(
      `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${levelText(enforce)}"`,
    );
  }
  return [...warnings, ...sorted([...byReasons].map(([reasons, names]) => `${podsNamed(names)}: ${reasons}`))];
}

function podsNamed(names: readonly string[]): string {
  const first = sorted(names)[0] ?? '';
  if (names.length === 1) return first;
  return `${first} (and ${names.length - 1} other ${names.length === 2 ? 'pod' : 'pods'})`;
}

/** One pod of each controller before all others: they are alike. */
function mostTelling({ pods, exempt }: ExistingPods): readonly ApiObject[] {
  const seen = new Set<string>();
  const alike: ApiObject[] = [];
  const telling = pods.filter((pod) => {
    if (exempt(podOf(pod).spec.runtimeClassName ?? '')) return false;
    const owner = controllerOf(pod.metadata)?.uid;
    if (owner === undefined) return true;
    if (!seen.has(owner)) return seen.add(owner) !== undefined;
    alike.push(pod);
    return false;
  });
  return [...telling, ...alike];
}
