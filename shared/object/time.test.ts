import t from 'tap';
import { formatGoDuration, durationFault, humanDuration, parseGoDuration } from './duration.ts';
import { formatMicroTime, formatTime, parseTime } from './time.ts';

t.test('times are read with zone and fraction, and written in UTC', async (t) => {
  t.equal(formatTime(parseTime('2024-02-29T12:30:45.999+02:00') ?? 0), '2024-02-29T10:30:45Z');
  t.equal(formatMicroTime(parseTime('2024-01-01T00:00:00.123456Z') ?? 0), '2024-01-01T00:00:00.123456Z');
  t.equal(formatMicroTime(0), '1970-01-01T00:00:00.000000Z');
  for (let micros = 0; micros < 1_000_000; micros += 997) {
    const text = `2026-01-02T03:04:05.${String(micros).padStart(6, '0')}Z`;
    if (formatMicroTime(parseTime(text) ?? 0) !== text) t.fail(`${text} does not come back`);
  }
});

t.test('times that are not RFC 3339 are refused', async (t) => {
  for (const text of [
    '',
    '2024-01-01',
    '2023-02-29T00:00:00Z',
    '2024-01-01T25:00:00Z',
    '2024-01-01 00:00:00Z',
    '2024-01-01T00:00:00',
    '2024-01-01T00:00:00+25:00',
  ]) {
    t.equal(parseTime(text), undefined, text);
  }
});

t.test('durations are read and written in the Go form', async (t) => {
  t.equal(parseGoDuration('1h30m'), 5_400_000);
  t.equal(parseGoDuration('1.5s'), 1500);
  t.equal(parseGoDuration('-250ms'), -250);
  t.equal(parseGoDuration('0'), 0);
  t.equal(durationFault('5'), 'time: missing unit in duration "5"');
  t.equal(durationFault('1h5'), 'time: missing unit in duration "1h5"');
  t.equal(durationFault('1h5d'), 'time: unknown unit "d" in duration "1h5d"');
  t.equal(durationFault('day'), 'time: invalid duration "day"');
  for (const text of ['', '5', 's', '1x', '1h 2m', '1e3s']) t.equal(parseGoDuration(text), undefined, text);
  t.equal(formatGoDuration(5_400_000), '1h30m0s');
  t.equal(formatGoDuration(60_000), '1m0s');
  t.equal(formatGoDuration(1500), '1.5s');
  t.equal(formatGoDuration(250), '250ms');
  t.equal(formatGoDuration(0), '0s');
});

t.test('an age has two units at most and gets coarser', async (t) => {
  const second = 1000;
  const cases: readonly (readonly [number, string])[] = [
    [0, '0s'],
    [119 * second, '119s'],
    [120 * second, '2m'],
    [200 * second, '3m20s'],
    [600 * second, '10m'],
    [4 * 3600 * second, '4h'],
    [4.5 * 3600 * second, '4h30m'],
    [30 * 3600 * second, '30h'],
    [50 * 3600 * second, '2d2h'],
    [240 * 3600 * second, '10d'],
    [3 * 365 * 86_400 * second, '3y'],
    [-5 * second, '<invalid>'],
  ];
  for (const [milliseconds, expected] of cases) t.equal(humanDuration(milliseconds), expected);
});
