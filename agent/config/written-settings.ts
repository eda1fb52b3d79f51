// Parsers for settings on the command line that are more than a string or a number.

import type { Taint } from '../node/node.ts';
import type { Pair } from './flagged-field.ts';

/** `key=value`; the value may be empty. */
export function parseLabel(value: string): Pair | undefined {
  const at = value.indexOf('=');
  return at < 1 ? undefined : { key: value.slice(0, at), value: value.slice(at + 1) };
}

/** `name=value` */
export function parsePair(value: string): Pair | undefined {
  const pair = parseLabel(value);
  return pair === undefined || pair.value === '' ? undefined : pair;
}

/** `signal<amount` */
export function parseThresholdPair(text: string): Pair | undefined {
  const [, key, value] = /^([^<=]+)<(.+)$/.exec(text) ?? [];
  return key === undefined || value === undefined ? undefined : { key, value };
}

/** `key=value:effect` or `key:effect` */
export function parseTaint(value: string): Taint | undefined {
  const [, key, setting, effect] = /^([^=:]+)(?:=([^:]*))?:(NoSchedule|PreferNoSchedule|NoExecute)$/.exec(value) ?? [];
  if (key === undefined || effect === undefined) return undefined;
  return { key, ...(setting ? { value: setting } : {}), effect: effect as Taint['effect'] };
}
