import t from 'tap';
import { Stalls } from '../harness/stalls.ts';
import { type FleetSecond, minuteOf, minuteText } from './fleet-minute.ts';

/** A minute from 0 on, of renewals that took a millisecond, but for those of the seconds that are given. */
function minute(slow: Readonly<Record<number, number>>): readonly FleetSecond[] {
  return Array.from({ length: 60 }, (_, second) => ({
    from: second * 1000,
    to: (second + 1) * 1000,
    failures: second === 3 ? 2 : 0,
    durations: Array.from({ length: 100 }, () => slow[second] ?? 1),
    ticks: { all: 200, taken: second < 30 ? 20 : 0 },
    waited: { server: 2, simulation: second },
  }));
}

function watched(idle: readonly { readonly until: number; readonly late: number }[]) {
  const stalls = { idle: new Stalls(), disk: new Stalls(), server: new Stalls(), simulation: new Stalls() };
  for (const stall of idle) stalls.idle.add({ ...stall, jumped: 0 });
  return stalls;
}

t.test('a minute of simulated nodes has the figures of all its renewals, whichever process stood still', async (t) => {
  const stalls = watched([{ until: 21_900, late: 1500 }]);
  stalls.server.add({ until: 21_950, late: 1540, jumped: 0 });
  stalls.disk.add({ until: 30_000, late: 70, jumped: 0 });
  stalls.disk.add({ until: 61_000, late: 900, jumped: 0 });
  t.match(minuteOf(minute({ 21: 1600 }), stalls), {
    perSecond: 100,
    failures: 2,
    p50: 1,
    p99: 1600,
    longest: 1600,
    taken: 5,
    serverWaited: 120,
    simulationWaited: 1770,
    diskStall: 70,
    idleStall: 1500,
    serverStall: 1540,
    simulationStall: 0,
  });
});

t.test('a second figure is the p99 without the seconds of stalls of the machine', async (t) => {
  const slow = minute({ 20: 1600, 21: 1500, 22: 900, 23: 700 });
  t.match(minuteOf(slow, watched([{ until: 21_900, late: 1500 }])), { p99: 1600, stoodStill: 4, p99Otherwise: 1 });
  t.match(minuteOf(slow, watched([{ until: 21_100, late: 300 }])), { p99: 1600, stoodStill: 2, p99Otherwise: 900 });
  t.match(minuteOf(slow, watched([{ until: 21_900, late: 40 }])), { p99: 1600, stoodStill: 0, p99Otherwise: 1600 });
});

t.test('a minute in which the machine never ran as a whole has no p99 of the rest', async (t) => {
  const stalls = watched([{ until: 60_000, late: 60_000 }]);
  t.notMatch(minuteOf(minute({}), stalls), { p99Otherwise: Number });
  t.match(minuteText(minuteOf(minute({}), stalls)), /p99 1\.0,.*stood still in 60 s$/);
});
