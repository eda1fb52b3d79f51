// The order of API versions: stable ones first, then beta, then alpha, of each the newest first; other names come last, by
// the alphabet. So clients find the version that a group prefers.

const form = /^v([1-9]\d{0,8})(?:(alpha|beta)([1-9]\d{0,8}))?$/;

const levels = ['alpha', 'beta', 'stable'] as const;

/** Negative: `left` is preferred. 0 for equal names only. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [rankOf(left), rankOf(right)];
  if (a === undefined || b === undefined) {
    if (a !== undefined) return -1;
    if (b !== undefined) return 1;
    return left < right ? -1 : left > right ? 1 : 0;
  }
  return b.level - a.level || b.major - a.major || b.minor - a.minor;
}

interface Rank {
  readonly level: number;
  readonly major: number;
  readonly minor: number;
}

/** Undefined: the name does not have the form of a version. */
function rankOf(version: string): Rank | undefined {
  const parts = form.exec(version);
  if (parts === null) return undefined;
  const [, major, level = 'stable', minor = '0'] = parts;
  return { level: levels.findIndex((one) => one === level), major: Number(major), minor: Number(minor) };
}
