// Functions of the standard library on strings and times.

import type { ConstantCheck, Validation } from '../check/validate.ts';
import { declaring, type Implementation, type Library } from '../declare/function.ts';
import { fieldOfTime, type TimeField } from '../value/calendar.ts';
import type { Constant } from '../syntax/tree.ts';
import { parseDuration, parseTimestamp, timestampOf } from '../value/time.ts';
import { type Duration, Failure, type Timestamp, type Value } from '../value/value.ts';
import { matcherOf } from './pattern.ts';

const declare = declaring();

const parts: readonly (readonly [string, string, TimeField])[] = [
  ['getFullYear', 'timestamp_to_year', 'year'],
  ['getMonth', 'timestamp_to_month', 'month'],
  ['getDate', 'timestamp_to_day_of_month_1_based', 'date'],
  ['getDayOfMonth', 'timestamp_to_day_of_month', 'dayOfMonth'],
  ['getDayOfWeek', 'timestamp_to_day_of_week', 'dayOfWeek'],
  ['getDayOfYear', 'timestamp_to_day_of_year', 'dayOfYear'],
  ['getHours', 'timestamp_to_hours', 'hours'],
  ['getMinutes', 'timestamp_to_minutes', 'minutes'],
  ['getSeconds', 'timestamp_to_seconds', 'seconds'],
  ['getMilliseconds', 'timestamp_to_milliseconds', 'milliseconds'],
];

function durationPart(divisor: bigint, remainder?: bigint) {
  return ({ nanos }: Duration): Value => {
    const units = nanos / divisor;
    return Number(remainder === undefined ? units : units % remainder);
  };
}

function matches(text: string, pattern: string): Value {
  const matcher = matcherOf(pattern);
  return matcher instanceof Failure ? matcher : matcher.test(text);
}

/** A pattern that is known is compiled once; the last others are kept where they are used. */
export function preparePattern(
  constants: readonly (Value | undefined)[],
  use: (text: string, matcher: Exclude<ReturnType<typeof matcherOf>, Failure>, third: Value) => Value,
  fault = (failure: Failure): Failure => failure,
): Implementation | Failure {
  const known = constants[1];
  if (typeof known === 'string') {
    const matcher = matcherOf(known);
    if (matcher instanceof Failure) return matcher;
    return (text, _, third) => use(text as string, matcher, third);
  }
  const kept = new Map<string, ReturnType<typeof matcherOf>>();
  return (text, pattern, third) => {
    let matcher = kept.get(pattern as string);
    if (matcher === undefined) {
      matcher = matcherOf(pattern as string);
      if (kept.size >= 16) kept.clear();
      kept.set(pattern as string, matcher);
    }
    return matcher instanceof Failure ? fault(matcher) : use(text as string, matcher, third);
  };
}

const prepareMatches = (constants: readonly (Value | undefined)[]) =>
  preparePattern(constants, (text, matcher) => matcher.test(text));

/** Whether a constant is no text, or one that `read` takes. */
function text(read: (text: string) => boolean): ConstantCheck {
  return (constant) => typeof constant !== 'string' || read(constant);
}

function isTime(constant: Constant): boolean {
  if (constant !== null && typeof constant === 'object' && 'int' in constant)
    return timestampOf(Number(constant.int), 0) !== undefined;
  return typeof constant !== 'string' || parseTimestamp(constant) !== undefined;
}

/** Which constants are refused before anything runs. */
export const constantChecks: Validation['constants'] = new Map([
  ['duration', { argument: 0, accepts: text((value) => parseDuration(value) !== undefined) }],
  ['timestamp', { argument: 0, accepts: isTime }],
  ['matches', { argument: 0, accepts: text((value) => !(matcherOf(value) instanceof Failure)) }],
]);

export const standardLibrary: Library = {
  functions: [
    declare('contains_string', 'string.contains(string): bool', (text: string, part: string) => text.includes(part)),
    declare('ends_with_string', 'string.endsWith(string): bool', (text: string, part: string) => text.endsWith(part)),
    declare('starts_with_string', 'string.startsWith(string): bool', (text: string, part: string) =>
      text.startsWith(part),
    ),
    { ...declare('matches', 'matches(string, string): bool', matches), prepare: prepareMatches },
    { ...declare('matches_string', 'string.matches(string): bool', matches), prepare: prepareMatches },
    ...parts.flatMap(([name, id, field]) => [
      declare(id, `timestamp.${name}(): int`, (time: Timestamp) => fieldOfTime(time, field, 'UTC')),
      declare(`${id}_with_tz`, `timestamp.${name}(string): int`, (time: Timestamp, zone: string) =>
        fieldOfTime(time, field, zone),
      ),
    ]),
    declare('duration_to_hours', 'duration.getHours(): int', durationPart(3_600_000_000_000n)),
    declare('duration_to_minutes', 'duration.getMinutes(): int', durationPart(60_000_000_000n)),
    declare('duration_to_seconds', 'duration.getSeconds(): int', durationPart(1_000_000_000n)),
    declare('duration_to_milliseconds', 'duration.getMilliseconds(): int', durationPart(1_000_000n)),
  ],
};
