// When a cron job runs: five fields of numbers, names, ranges and steps, or one of the words for usual times. Only read to
// see that it can be; the texts are those of refusals.

import { durationFault } from '../../../../../shared/object/duration.ts';

interface FieldRule {
  readonly lowest: number;
  readonly highest: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** Minute, hour, day of the month, month, day of the week. */
const rules: readonly FieldRule[] = [
  { lowest: 0, highest: 59 },
  { lowest: 0, highest: 23 },
  { lowest: 1, highest: 31 },
  { lowest: 1, highest: 12, names: months },
  { lowest: 0, highest: 6, names: days },
];
const words: ReadonlySet<string> = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
]);
const every = '@every ';
const goDuration = /^[-+]?(0|(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$/;

/** What is wrong with the schedule; undefined: nothing. A zone before it is skipped. */
export function scheduleFault(text: string): string | undefined {
  const schedule = text.replace(/^(CRON_)?TZ=\S+\s*/, '').trim();
  if (schedule.startsWith('@')) return wordFault(schedule);
  const fields = schedule.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== rules.length)
    return `expected exactly ${rules.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  for (const [index, rule] of rules.entries()) {
    for (const part of (fields[index] ?? '').split(',')) {
      const fault = part === '' ? undefined : rangeFault(part, rule);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function wordFault(word: string): string | undefined {
  if (words.has(word)) return undefined;
  if (!word.startsWith(every)) return `unrecognized descriptor: ${word}`;
  const length = word.slice(every.length);
  if (goDuration.test(length)) return undefined;
  return `failed to parse duration ${word}: ${durationFault(length)}`;
}

/** `*`, a number, `a-b`, each with or without `/step`. */
function rangeFault(part: string, rule: FieldRule): string | undefined {
  const [range = '', step, ...more] = part.split('/');
  const [from = '', to, ...further] = range.split('-');
  if (from !== '*' && from !== '?') {
    if (further.length > 0) return `too many hyphens: ${part}`;
    const fault = boundsFault(from, to, part, rule);
    if (fault !== undefined) return fault;
  }
  if (more.length > 0) return `too many slashes: ${part}`;
  if (step === undefined) return undefined;
  return numberFault(step) ?? (Number(step) === 0 ? `step of range should be a positive number: ${part}` : undefined);
}

function boundsFault(from: string, to: string | undefined, part: string, rule: FieldRule): string | undefined {
  const [start, startFault] = read(from, rule);
  if (startFault !== undefined) return startFault;
  const [given, endFault] = to === undefined ? [undefined, undefined] : read(to, rule);
  if (endFault !== undefined) return endFault;
  const end = given ?? (part.includes('/') ? rule.highest : start);
  if (start < rule.lowest) return `beginning of range (${start}) below minimum (${rule.lowest}): ${part}`;
  if (end > rule.highest) return `end of range (${end}) above maximum (${rule.highest}): ${part}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${part}`;
  return undefined;
}

function read(text: string, { names, lowest }: FieldRule): readonly [number, string | undefined] {
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  return index >= 0 ? [index + lowest, undefined] : [Number(text), numberFault(text)];
}

function numberFault(text: string): string | undefined {
  if (/^[-+]?\d+$/.test(text)) return text.startsWith('-') && Number(text) < 0 ? negative(text) : undefined;
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
}

function negative(text: string): string {
  return `negative number (${Number(text)}) not allowed: ${text}`;
}

/** What is wrong with the name of a zone; undefined: it is one that is known. */
export function timeZoneFault(zone: string): string | undefined {
  if (zone === '') return 'timeZone must be nil or non-empty string';
  const parts = zone.split('/');
  const odd = (part: string): boolean =>
    part === '.' || part === '..' || part.startsWith('-') || !/^[A-Za-z.\-_0-9+]{1,14}$/.test(part);
  if (parts.some(odd)) return `unknown time zone ${zone}`;
  if (zone.toLowerCase() === 'local')
    return 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return undefined;
  } catch {
    return `unknown time zone ${zone}`;
  }
}
