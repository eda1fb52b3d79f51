// Tolerations: a pod may be scheduled to nodes with a taint, or stay there for a time.

export interface Toleration {
  /** Absent or '': any key, which only the operator `Exists` allows. */
  readonly key?: string;
  /** `Exists`, or `Equal` where it is absent. */
  readonly operator?: string;
  readonly value?: string;
  /** Absent or '': any effect. */
  readonly effect?: string;
  /** Absent: for ever. */
  readonly tolerationSeconds?: number;
}

/** Equal for tolerations that differ in their time at most. */
export function tolerationKey({ key, operator, value, effect }: Toleration): string {
  return JSON.stringify([key, operator, value, effect]);
}

export interface Taint {
  readonly key?: string;
  readonly value?: string;
  readonly effect?: string;
}

/** Whether the toleration is about this taint, for however long. */
export function tolerates({ key = '', operator, value = '', effect = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  return operator === 'Exists' || (key !== '' && value === (taint.value ?? ''));
}
