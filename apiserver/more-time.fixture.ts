// For tests of what happens within a limit of time of a running server: a machine that is busy elsewhere gets longer limits.

/** Milliseconds: short ones, so that a test is quick where the machine is at rest. */
const limits = [300, 3000, 30_000] as const;

/** What `attempt` answers with the first limit that was long enough; undefined: none was, as it answers itself. */
export async function withMoreTime<T>(attempt: (limit: number) => Promise<T | undefined>): Promise<T | undefined> {
  for (const limit of limits) {
    const found = await attempt(limit);
    if (found !== undefined) return found;
  }
  return undefined;
}
