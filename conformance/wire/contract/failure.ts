// The one way a case says that the target is not conformant. Any other error thrown by a case means that the suite
// could not decide (network, a mistake in the suite) and is reported as `errored`.

/** A documented behaviour did not hold. */
export class ExpectationFailed extends Error {
  /** What was looked at, in words: `status of POST /api/v1/namespaces`. */
  readonly what: string;
  /** What the documents demand, as text. */
  readonly expected: string;
  /** What the target did, as text. */
  readonly got: string;

  constructor(what: string, expected: string, got: string) {
    super(`${what}: expected ${expected}, got ${got}`);
    this.name = 'ExpectationFailed';
    this.what = what;
    this.expected = expected;
    this.got = got;
  }
}

/** A value as one line of at most 400 characters. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? typeof value);
  return text.length > 400 ? `${text.slice(0, 400)}...` : text;
}
