// Expectations about fields of an object: the body of a response, the object of an event, or any JSON value.

import { isDeepStrictEqual } from 'node:util';
import { Exchange } from '../exchange/exchange.ts';
import { ExpectationFailed, shown } from '../contract/failure.ts';
import { type JsonPath, pathText, valueAt } from '../format/json-path.ts';

/** Returns the body as JSON; throws ExpectationFailed if it is not JSON. */
export function expectJson(exchange: Exchange): unknown {
  try {
    return exchange.json();
  } catch {
    throw new ExpectationFailed(`body of ${exchange.title}`, 'JSON', shown(exchange.text()));
  }
}

/** Returns the field of a response or value; undefined if absent. */
export function fieldOf(subject: unknown, path: JsonPath): unknown {
  return valueAt(subject instanceof Exchange ? expectJson(subject) : subject, path);
}

/** The field holds exactly this value. */
export function expectField(subject: unknown, path: JsonPath, expected: unknown): void {
  const got = fieldOf(subject, path);
  if (!isDeepStrictEqual(got, expected)) throw new ExpectationFailed(named(subject, path), shown(expected), shown(got));
}

/** The field is absent, null or an empty string. */
export function expectAbsent(subject: unknown, path: JsonPath): void {
  const got = fieldOf(subject, path);
  if (got !== undefined && got !== null && got !== '')
    throw new ExpectationFailed(named(subject, path), 'nothing', shown(got));
}

/** The field is a non-empty string, which is returned. */
export function expectText(subject: unknown, path: JsonPath): string {
  const got = fieldOf(subject, path);
  if (typeof got !== 'string' || got === '')
    throw new ExpectationFailed(named(subject, path), 'a non-empty string', shown(got));
  return got;
}

/** The field is a string that matches the pattern. */
export function expectPattern(subject: unknown, path: JsonPath, pattern: RegExp): void {
  const got = fieldOf(subject, path);
  if (typeof got !== 'string' || !pattern.test(got))
    throw new ExpectationFailed(named(subject, path), String(pattern), shown(got));
}

/** The field is a list, which is returned. */
export function expectArray(subject: unknown, path: JsonPath): readonly unknown[] {
  const got = fieldOf(subject, path);
  if (!Array.isArray(got)) throw new ExpectationFailed(named(subject, path), 'an array', shown(got));
  return got;
}

/** The field is an RFC 3339 time, which is returned in milliseconds. */
export function expectTime(subject: unknown, path: JsonPath): number {
  const got = fieldOf(subject, path);
  const time =
    typeof got === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(got)
      ? Date.parse(got)
      : Number.NaN;
  if (Number.isNaN(time)) throw new ExpectationFailed(named(subject, path), 'an RFC 3339 time', shown(got));
  return time;
}

function named(subject: unknown, path: JsonPath): string {
  return subject instanceof Exchange ? `${pathText(path)} of ${subject.title}` : pathText(path);
}
