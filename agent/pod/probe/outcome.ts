// What comes of one try of a probe or a hook.

export interface Outcome {
  readonly ok: boolean;
  /** For people: what was said, or what went wrong. */
  readonly output: string;
  /** It succeeded, with something that somebody should look at. */
  readonly warning?: boolean;
}
