// The named times of the suite, in milliseconds. A number says how long a conformant target may take at most before a
// case calls it a failure, so each is generous; no case waits for the whole of it when the target is quick.

export const limits = {
  /** One request that is not a watch, from the first byte sent to the last byte read. */
  request: 30_000,
  /** A watch event after the change that causes it. */
  event: 10_000,
  /** A background controller reacting to a change (aggregation, garbage collection, namespace content). */
  controller: 30_000,
  /** A namespace with little content, from its delete request to its removal. */
  namespaceRemoval: 60_000,
  /** How far the target's clock may differ from ours. */
  clockSkew: 60_000,
  /** Pause between two looks of a polling case. */
  poll: 100,
  /** A program that the suite starts, until it is ready, and one that has to refuse its command line, until it ended. */
  launch: 60_000,
  /** Taking away what cases made, after the run was ended from outside. */
  removal: 10_000,
  /** A pause in which a target works off a request that was broken off. */
  brokenOff: 250,
  /** One look whether such a program is ready. */
  look: 10_000,
  /** One whole case, isolation not counted. */
  case: 90_000,
} as const;

/** How many looks in a row must succeed before an eventual state counts as reached. */
export const successesInARow = 2;
