// The only way in which a case reports that the target is not conformant. Any other error means that the suite could
// not decide (network, a mistake in the suite), and is reported as `errored`.

/** A documented behaviour did not hold. */
export class ExpectationFailed extends Error {
  /** What was checked, as text: `status of POST /api/v1/namespaces`. */
  readonly what: string;
  /** The documented value, as text. */
  readonly expected: string;
  /** The value from the target, as text. */
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
