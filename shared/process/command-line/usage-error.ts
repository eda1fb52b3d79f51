/** The command line cannot be taken as it is: one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
