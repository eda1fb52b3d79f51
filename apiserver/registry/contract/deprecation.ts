// Deprecated versions of kinds, and the warning to their users (VERS-077 to VERS-080).

/** As data of a resource. Releases are `major.minor`. */
export interface Lifecycle {
  /** The release that announced the end. */
  readonly deprecated: string;
  /** The first release without it; absent: not decided, or never. */
  readonly removed?: string;
  /** What to use, as group template, version and kind. */
  readonly replacement?: { readonly group: string; readonly version: string; readonly kind: string };
}

/** The warning to users of a deprecated resource. */
export interface Deprecation {
  /** Text of the Warning header. */
  readonly warning: string;
  /** The first release without it; '' when there is none. */
  readonly removedRelease: string;
}

/** A resource that the lifecycle is about; its group and the replacement's are filled. */
interface Subject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly lifecycle: Lifecycle;
}

/** Names version, kind, releases and the way out. */
export function deprecationOf({ group, version, kind, lifecycle }: Subject): Deprecation {
  const { deprecated, removed, replacement } = lifecycle;
  const until = removed === undefined ? '' : `, unavailable in v${removed}+`;
  const instead = replacement === undefined ? '' : `; use ${nameOf(replacement)}`;
  const warning = `${nameOf({ group, version, kind })} is deprecated in v${deprecated}+${until}${instead}`;
  return { warning, removedRelease: removed ?? '' };
}

function nameOf({ group, version, kind }: { group: string; version: string; kind: string }): string {
  return `${group === '' ? '' : `${group}/`}${version} ${kind}`;
}
