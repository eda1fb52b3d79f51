// Parts of a timestamp in a time zone: a name of the tz database, or an offset like `-08:00`.

import { Failure, type Timestamp, type Value } from './value.ts';

export type TimeField =
  | 'date'
  | 'dayOfMonth'
  | 'dayOfWeek'
  | 'dayOfYear'
  | 'hours'
  | 'milliseconds'
  | 'minutes'
  | 'month'
  | 'seconds'
  | 'year';

/** The part of a time in a zone; a failure for a zone that does not exist. Months, days of month and of year count from 0. */
export function fieldOfTime(time: Timestamp, field: TimeField, zone: string): Value {
  const offset = offsetSeconds(time, zone);
  if (offset instanceof Failure) return offset;
  const date = new Date((time.seconds + offset) * 1000);
  switch (field) {
    case 'date':
      return date.getUTCDate();
    case 'dayOfMonth':
      return date.getUTCDate() - 1;
    case 'dayOfWeek':
      return date.getUTCDay();
    case 'dayOfYear': {
      const start = new Date(0);
      start.setUTCFullYear(date.getUTCFullYear(), 0, 1);
      return Math.floor((date.getTime() - start.getTime()) / 86_400_000);
    }
    case 'hours':
      return date.getUTCHours();
    case 'milliseconds':
      return Math.floor(time.nanos / 1_000_000);
    case 'minutes':
      return date.getUTCMinutes();
    case 'month':
      return date.getUTCMonth();
    case 'seconds':
      return date.getUTCSeconds();
    case 'year':
      return date.getUTCFullYear();
  }
}

function offsetSeconds(time: Timestamp, zone: string): number | Failure {
  if (zone === 'UTC' || zone === '') return 0;
  const fixed = /^([+-]?)(\d{1,4}):(\d{1,4})$/.exec(zone);
  if (fixed !== null) {
    const seconds = Number(fixed[2]) * 3600 + Number(fixed[3]) * 60;
    return fixed[1] === '-' ? -seconds : seconds;
  }
  // What Node takes beside names of the database are offsets in other forms.
  if (!/^[A-Z][\w+\-/]{0,63}$/.test(zone) || spelledOtherwise(zone)) return new Failure(`unknown time zone ${zone}`);
  try {
    return zoneOffset(time, zone);
  } catch (error) {
    if (error instanceof RangeError) return new Failure(`unknown time zone ${zone}`);
    throw error;
  }
}

/** Node takes names of the database in any case, the reference in their own alone. */
function spelledOtherwise(zone: string): boolean {
  // Not at the start: few programs ever need the names.
  zoneNames ??= new Map(Intl.supportedValuesOf('timeZone').map((name) => [name.toLowerCase(), name] as const));
  const known = zoneNames.get(zone.toLowerCase());
  return known !== undefined && known !== zone;
}

let zoneNames: ReadonlyMap<string, string> | undefined;

function zoneOffset({ seconds }: Timestamp, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const year = parts.get('era')?.startsWith('B') === true ? 1 - part('year') : part('year');
  const local = new Date(0);
  local.setUTCFullYear(year, part('month') - 1, part('day'));
  local.setUTCHours(part('hour'), part('minute'), part('second'));
  return local.getTime() / 1000 - seconds;
}
