// The levels of pod security and the versions of their rules: `restricted:v1.30`. Pure.

/** From the most permissive to the strictest. */
export const levels = ['privileged', 'baseline', 'restricted'] as const;

export type Level = (typeof levels)[number];

/** The minor version of the rules, 1.x; `latest`: those of this server. */
export type RulesVersion = number | 'latest';

export interface LevelVersion {
  readonly level: Level;
  readonly version: RulesVersion;
}

/** How a level that is no level is described, and a version that is none. */
export const levelFault = `must be one of ${levels.join(', ')}`;
export const versionFault = 'must be "latest" or "v1.x"';

/** Undefined: the text names no level. */
export function parseLevel(text: string): Level | undefined {
  return levels.find((level) => level === text);
}

/** `latest` or `v1.x`; undefined for any other text. */
export function parseVersion(text: string): RulesVersion | undefined {
  if (text === 'latest') return text;
  const minor = /^v1\.(0|[1-9]\d*)$/.exec(text)?.[1];
  if (minor === undefined) return undefined;
  const version = Number(minor);
  return Number.isSafeInteger(version) ? version : undefined;
}

/** `baseline:latest`, `restricted:v1.30`. */
export function levelText({ level, version }: LevelVersion): string {
  return `${level}:${versionText(version)}`;
}

export function versionText(version: RulesVersion): string {
  return version === 'latest' ? version : `v1.${version}`;
}

/** Greater than 0 where `left` is stricter. */
export function compareLevels(left: Level, right: Level): number {
  return levels.indexOf(left) - levels.indexOf(right);
}

export function equalLevels(left: LevelVersion, right: LevelVersion): boolean {
  return left.level === right.level && left.version === right.version;
}
