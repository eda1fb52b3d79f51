// The outcome of one attempt of a probe or a hook.

export interface Outcome {
  readonly ok: boolean;
  /** For people: the output of the probe, or what went wrong. */
  readonly output: string;
  /** It succeeded, but with a problem that needs attention. */
  readonly warning?: boolean;
}
