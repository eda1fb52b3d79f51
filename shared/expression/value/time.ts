// Timestamps and durations as text and as numbers: RFC 3339, and durations as the reference implementation writes them
// (`1h30m`, `-1.5s`).

import { plain } from './number-text.ts';
import { Duration, Failure, Timestamp } from './value.ts';

const perSecond = 1_000_000_000n;
const most = 2n ** 63n - 1n;
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z. */
const firstSecond = -62_135_596_800;
const lastSecond = 253_402_300_799;

// One digit is enough for an hour, as in the reference.
const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/;
const longestTime = 64;
const mostZoneHours = 24;
const mostZoneMinutes = 60;

interface TimeParts {
  readonly seconds: number;
  readonly nanos: number;
  readonly offset: number;
}

/** The time of a text, in any year; undefined when it is none. */
function timeParts(text: string): TimeParts | undefined {
  const match = text.length > longestTime ? null : rfc3339.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [fraction = '', zone = 'Z'] = match.slice(7);
  if (day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const offset = zoneSeconds(zone);
  return { seconds: date.getTime() / 1000 - offset, nanos: Number(fraction.slice(0, 9).padEnd(9, '0')), offset };
}

/** Whether a text is a date with a time: of any year, with two digits for the hour and any time zone. */
export function isDateTime(text: string): boolean {
  return /T\d\d:/.test(text) && timeParts(text) !== undefined;
}

/** The timestamp of a text; undefined when it is none, or not of the years 1 to 9999. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const timestamp = readTimestamp(text);
  return timestamp instanceof Failure ? undefined : timestamp;
}

/** The same; a failure for other years. */
export function readTimestamp(text: string): Timestamp | Failure | undefined {
  const parts = timeParts(text);
  if (parts === undefined) return undefined;
  const [hours = 0, minutes = 0] = (/[+-](\d\d):(\d\d)$/.exec(text) ?? []).slice(1).map(Number);
  if (hours > mostZoneHours || minutes > mostZoneMinutes) return undefined;
  return timestampOf(parts.seconds, parts.nanos, parts.offset) ?? new Failure('timestamp overflow');
}

/** Zero for a month that does not exist. */
function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function zoneSeconds(zone: string): number {
  if (zone === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4, 6)) * 60);
}

/** Undefined outside of the years 1 to 9999. */
export function timestampOf(seconds: number, nanos: number, offset = 0): Timestamp | undefined {
  return seconds < firstSecond || seconds > lastSecond ? undefined : new Timestamp(seconds, nanos, offset);
}

export function formatTimestamp({ seconds, nanos, offset }: Timestamp): string {
  const text = new Date((seconds + offset) * 1000).toISOString().slice(0, 19);
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  if (offset === 0) return `${text}${fraction}Z`;
  const minutes = Math.abs(offset) / 60;
  const zone = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return `${text}${fraction}${offset < 0 ? '-' : '+'}${zone}`;
}

/** The nanoseconds since 1970. */
export function nanosOf({ seconds, nanos }: Timestamp): bigint {
  return BigInt(seconds) * perSecond + BigInt(nanos);
}

/** A timestamp so many nanoseconds later, or earlier. */
export function later(timestamp: Timestamp, nanos: bigint): Timestamp | Failure {
  const total = nanosOf(timestamp) + nanos;
  const seconds = total >= 0n ? total / perSecond : -((-total + perSecond - 1n) / perSecond);
  const moved = timestampOf(Number(seconds), Number(total - seconds * perSecond), timestamp.offset);
  return moved ?? new Failure('timestamp overflow');
}

export function durationOf(nanos: bigint): Duration | Failure {
  return nanos > most || nanos < -most - 1n ? new Failure('integer overflow') : new Duration(nanos);
}

const units = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', perSecond],
  ['m', 60n * perSecond],
  ['h', 3600n * perSecond],
]);

/** The duration of a text; undefined when it is none, or does not fit. */
export function parseDuration(text: string): Duration | undefined {
  const match = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+|0)$/.exec(text.length > 512 ? '' : text);
  if (match === null) return undefined;
  let total = 0n;
  for (const [, digits = '', unit = ''] of (match[2] ?? '').matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    const [whole = '', fraction = ''] = digits.split('.');
    const size = units.get(unit) ?? 0n;
    total += BigInt(whole || '0') * size;
    if (fraction !== '') total += (BigInt(fraction) * size) / 10n ** BigInt(fraction.length);
  }
  const signed = match[1] === '-' ? -total : total;
  return signed > most || signed < -most - 1n ? undefined : new Duration(signed);
}

/** Seconds with a fraction and `s`, through a double as the language converts durations to text. */
export function formatDuration({ nanos }: Duration): string {
  return `${plain(Number(nanos / perSecond) + Number(nanos % perSecond) / 1e9)}s`;
}
