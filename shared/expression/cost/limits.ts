// What expressions of the API may cost: estimated, when they are written, and counted, when they run (CEL-045 to CEL-051U). The
// numbers are part of the API: an expression that one server takes is taken by the others.

/** In units of cost. */
export const costLimits = {
  /** Estimate of one rule of a definition, for as many values as it may be asked of. */
  estimatedRule: 10_000_000,
  /** Estimate of all rules of one schema together. */
  estimatedSchema: 100_000_000,
  /** One run of one expression. */
  run: 1_000_000,
  /** All expressions that are run for one object. */
  object: 10_000_000,
  /** All conditions of one hook or policy that are run for one object. */
  matchConditions: 2_500_000,
} as const;

/** Bytes of a message that an expression makes. */
export const longestMessage = 5 * 1024;
/** The largest request, in bytes: no value of an object is larger. */
export const largestRequest = 3 * 1024 * 1024;
