// Durations: the Go text form that fields and flags use (`1h30m`, `250ms`), and the short human form of Age columns.

const units = new Map<string, number>([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['μs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Milliseconds of a Go duration (`90s`, `1.5h`, `-2m3s`, `0`); undefined when it is none. At most 64 characters are read. */
export function parseGoDuration(text: string): number | undefined {
  if (text.length === 0 || text.length > 64) return undefined;
  const negative = text.startsWith('-');
  const body = negative || text.startsWith('+') ? text.slice(1) : text;
  if (body === '0') return 0;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(body)) return undefined;
  let total = 0;
  for (const part of body.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    total += Number(part[1]) * (units.get(part[2] ?? '') ?? Number.NaN);
  }
  return Number.isFinite(total) ? (negative ? -total : total) : undefined;
}

/** Why `parseGoDuration` reads none, as clients know it. */
export function durationFault(text: string): string {
  const parts = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))*/.exec(text)?.[0] ?? '';
  const rest = /^(?:\d+\.?\d*|\.\d+)([^\d.]*)/.exec(text.slice(parts.length));
  if (rest === null) return `time: invalid duration ${JSON.stringify(text)}`;
  const [, unit = ''] = rest;
  if (unit === '') return `time: missing unit in duration ${JSON.stringify(text)}`;
  return `time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`;
}

/** The Go text form of milliseconds: `1h0m0s`, `1m30s`, `1.5s`, `250ms`, `0s`. */
export function formatGoDuration(milliseconds: number): string {
  if (milliseconds === 0) return '0s';
  const sign = milliseconds < 0 ? '-' : '';
  const magnitude = Math.abs(milliseconds);
  if (magnitude < 1e-3) return `${sign}${Math.round(magnitude * 1e6)}ns`;
  if (magnitude < 1) return `${sign}${trim(magnitude * 1e3, 3)}µs`;
  if (magnitude < 1000) return `${sign}${trim(magnitude, 6)}ms`;
  const hours = Math.floor(magnitude / 3_600_000);
  const minutes = Math.floor((magnitude % 3_600_000) / 60_000);
  const seconds = trim((magnitude % 60_000) / 1000, 9);
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${sign}${minutes}m${seconds}s` : `${sign}${seconds}s`;
}

/** The Age of tables: two units at most, coarser the longer (`45s`, `3m20s`, `12m`, `5h30m`, `23h`, `2d4h`, `10d`, `2y35d`). */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return two(days, 'd', hours % 24, 'h');
  if (hours < 8760 * 2) return `${days}d`;
  const years = Math.floor(days / 365);
  return hours < 8760 * 8 ? two(years, 'y', days % 365, 'd') : `${years}y`;
}

function two(first: number, firstUnit: string, second: number, secondUnit: string): string {
  return second === 0 ? `${first}${firstUnit}` : `${first}${firstUnit}${second}${secondUnit}`;
}

function trim(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.?0+$/, '');
}
