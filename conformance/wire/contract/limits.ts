// The time limits of the suite, in milliseconds: how long a conformant target may take before a case fails. Each limit
// is generous; a case never waits for all of it when the target is fast.

export const limits = {
  /** One request that is not a watch, from the first byte sent to the last byte read. */
  request: 30_000,
  /** From a change to its watch event. */
  event: 10_000,
  /** From a change to the reaction of a controller (aggregation, garbage collection, namespace deletion). */
  controller: 30_000,
  /** From the delete request of a namespace with little content to its removal. */
  namespaceRemoval: 60_000,
  /** How far the target's clock may differ from ours. */
  clockSkew: 60_000,
  /** The pause between two attempts of a polling case. */
  poll: 100,
  /** From the start of a program until it is ready, or until it has refused its command line and exited. */
  launch: 60_000,
  /** Clean-up after the run was interrupted. */
  removal: 10_000,
  /** A pause in which a target finishes an interrupted request. */
  brokenOff: 250,
  /** One check whether a launched program is ready. */
  look: 10_000,
  /** One whole case, without set-up and clean-up. */
  case: 90_000,
} as const;

/** How many attempts in a row must succeed before an eventual state counts as reached. */
export const successesInARow = 2;
