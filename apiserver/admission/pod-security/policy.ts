// The pod security policy of a namespace: the level that is enforced, the one for audit annotations, and the one for warnings to
// clients. They come from labels of the namespace, or else from the defaults of the configuration. Pure.

import type { FieldError } from '../../../shared/object/field-error.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { compareLevels, levelFault, type LevelVersion, parseLevel, parseVersion, versionFault } from './level.ts';

export type Mode = 'enforce' | 'audit' | 'warn';

export type PodSecurityPolicy = Readonly<Record<Mode, LevelVersion>>;

export interface ReadPolicy {
  /** Whole even where labels are faulty: an enforced level that is none is the strictest, the others are off. */
  readonly policy: PodSecurityPolicy;
  readonly faults: readonly FieldError[];
}

export type Labels = Readonly<Record<string, string>>;

/** Reads the labels of namespaces. */
export class PolicyLabels {
  readonly #prefix: string;
  readonly #defaults: PodSecurityPolicy;

  constructor(vendor: Vendor, defaults: PodSecurityPolicy) {
    this.#prefix = vendor.fill('pod-security.{label}/');
    this.#defaults = defaults;
  }

  read(labels: Labels = {}): ReadPolicy {
    const faults: FieldError[] = [];
    const enforce = this.#mode(labels, 'enforce', faults);
    const audit = this.#mode(labels, 'audit', faults);
    let warn = this.#mode(labels, 'warn', faults);
    // An enforced level is also warned about, because the pods of a workload are created, and refused, later.
    const given = this.#label(labels, 'enforce');
    const named = given !== undefined && parseLevel(given) !== undefined;
    if (named && this.#label(labels, 'warn') === undefined && compareLevels(enforce.level, warn.level) > 0) {
      const version = this.#label(labels, 'warn-version') === undefined ? enforce.version : warn.version;
      warn = { level: enforce.level, version };
    }
    return { policy: { enforce, audit, warn }, faults };
  }

  /** Whether a label says something about this mode. */
  names(labels: Labels, mode: Mode): boolean {
    return this.#label(labels, mode) !== undefined || this.#label(labels, `${mode}-version`) !== undefined;
  }

  #mode(labels: Labels, mode: Mode, faults: FieldError[]): LevelVersion {
    let { level, version } = this.#defaults[mode];
    const levelLabel = this.#label(labels, mode);
    if (levelLabel !== undefined) {
      const parsed = parseLevel(levelLabel);
      if (parsed === undefined) faults.push(this.#fault(mode, levelLabel, levelFault));
      level = parsed ?? (mode === 'enforce' ? 'restricted' : 'privileged');
    }
    const versionLabel = this.#label(labels, `${mode}-version`);
    if (versionLabel !== undefined) {
      const parsed = parseVersion(versionLabel);
      if (parsed === undefined) faults.push(this.#fault(`${mode}-version`, versionLabel, versionFault));
      version = parsed ?? 'latest';
    }
    return { level, version };
  }

  #label(labels: Labels, name: string): string | undefined {
    const key = this.#prefix + name;
    return Object.hasOwn(labels, key) ? labels[key] : undefined;
  }

  #fault(name: string, value: string, detail: string): FieldError {
    return invalidValue(`metadata.labels[${this.#prefix}${name}]`, value, detail);
  }
}

/** Whether nothing is refused, told or warned of. */
export function isPrivileged({ enforce, audit, warn }: PodSecurityPolicy): boolean {
  return [enforce, audit, warn].every(({ level }) => level === 'privileged');
}

/** Whether both have the same effect: the version of privileged rules means nothing. */
export function isEquivalent(left: PodSecurityPolicy, right: PodSecurityPolicy): boolean {
  return (['enforce', 'audit', 'warn'] as const).every((mode) => {
    const [one, other] = [left[mode], right[mode]];
    return one.level === other.level && (one.level === 'privileged' || one.version === other.version);
  });
}
