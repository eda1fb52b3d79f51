import t from 'tap';
import { scheduleFault, timeZoneFault } from './cron-schedule.ts';

t.test('schedules of five fields, ranges, names, steps and words are accepted', async (t) => {
  const good = [
    '* * * * *',
    '*/5 0-23/2 1,15 jan-DEC mon-fri',
    '0 0 ? * 0',
    '@hourly',
    '@every 1h30m',
    '59 23 31 12 6',
  ];
  for (const schedule of good) t.equal(scheduleFault(schedule), undefined, schedule);
});

t.test('a schedule that no time fits is refused with the part that is wrong', async (t) => {
  const bad = [
    ['x', 'expected exactly 5 fields, found 1: [x]'],
    ['99 * * * *', 'end of range (99) above maximum (59): 99'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['*/1/2 * * * *', 'too many slashes: */1/2'],
    ['* * * may-x *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['@never', 'unrecognized descriptor: @never'],
    ['@every day', 'failed to parse duration @every day: time: invalid duration "day"'],
  ] as const;
  for (const [schedule, fault] of bad) t.equal(scheduleFault(schedule), fault);
});

t.test('a zone is one of those that are known', async (t) => {
  for (const zone of ['UTC', 'Etc/UTC', 'Europe/Berlin', 'US/Pacific']) t.equal(timeZoneFault(zone), undefined, zone);
  t.equal(timeZoneFault('Nope/Zone'), 'unknown time zone Nope/Zone');
  t.equal(timeZoneFault('../x'), 'unknown time zone ../x');
  t.equal(timeZoneFault(''), 'timeZone must be nil or non-empty string');
});
