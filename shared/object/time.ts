// Times on the wire: RFC 3339 in UTC. `Time` has whole seconds, `MicroTime` always six decimals.

const pattern = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

const canonical =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Whether the text is a time that `formatTime` would write the same. False for 29 February, which only `parseTime` judges. */
export function isCanonicalTime(text: string): boolean {
  return canonical.test(text);
}

/** Whether the fraction of a time has the six digits that times in microseconds are written with. */
export function isMicroTime(text: string): boolean {
  return /\d\.\d{6}(?:Z|[+-]\d\d:\d\d)$/.test(text);
}

/** `2006-01-02T15:04:05Z` of milliseconds since the epoch; fractions are cut. */
export function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** The same for times that come in their order, such as those of a clock: what the last one was written as is kept. */
export class TimeText {
  #second = Number.NaN;
  #text = '';

  of(milliseconds: number): string {
    const second = Math.floor(milliseconds / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = formatTime(milliseconds);
    }
    return this.#text;
  }
}

/** `2006-01-02T15:04:05.000000Z`. Milliseconds may carry a fraction (microseconds). */
export function formatMicroTime(milliseconds: number): string {
  // A double holds today's milliseconds to a quarter of a microsecond: rounding, not cutting, gives back what was read.
  const micros = Math.round(milliseconds * 1000);
  const whole = Math.floor(micros / 1000);
  return `${new Date(whole).toISOString().slice(0, 23)}${String(micros - whole * 1000).padStart(3, '0')}Z`;
}

/** A time as whole numbers: a double of milliseconds holds microseconds for some centuries only. */
export interface Instant {
  /** Since the epoch; below zero before it. */
  readonly seconds: number;
  /** From 0 to 999,999. */
  readonly micros: number;
}

/** Milliseconds since the epoch with microseconds as a fraction; undefined when the text is no RFC 3339 time. */
export function parseTime(text: string): number | undefined {
  const instant = parseInstant(text);
  return instant === undefined ? undefined : instant.seconds * 1000 + instant.micros / 1000;
}

/** The time exactly; what is smaller than a microsecond is cut. Undefined when the text is no RFC 3339 time. */
export function parseInstant(text: string): Instant | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const leap = Number(second) === 60;
  const base = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${leap ? '59' : second}Z`);
  if (Number.isNaN(base) || new Date(base).getUTCDate() !== Number(day)) return undefined;
  const offset = zoneOffset(zone ?? 'Z');
  if (offset === undefined) return undefined;
  const micros = Number((fraction ?? '').padEnd(6, '0').slice(0, 6));
  return { seconds: (base - offset) / 1000 + (leap ? 1 : 0), micros };
}

function zoneOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
