// One thing that must hold for the server to be live, ready or healthy. Imports nothing else of ours.

export interface HealthCheck {
  /** Name in paths and verbose output, e.g. `ping`, `poststarthook/rbac/bootstrap-roles`. */
  readonly name: string;
  /** Throws, or rejects, when it does not hold; the reason is logged, never sent. Must answer within a second or so. */
  check(signal: AbortSignal): void | Promise<void>;
}
