// The figures of a minute of simulated nodes: how long renewals took, and which processes stood still meanwhile. Pure.

import { quantile } from '../harness/rounds.ts';
import type { Stalls } from '../harness/stalls.ts';

/** What the simulation reported about one second. */
export interface FleetSecond {
  /** By the clock of stalls, milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly failures: number;
  /** Milliseconds of each renewal that was answered. */
  readonly durations: readonly number[];
  /** Ticks of all processors, and those of them that the host gave to others. */
  readonly ticks: { readonly all: number; readonly taken: number };
  /** Milliseconds that each was ready to run and had no processor. */
  readonly waited: { readonly server: number; readonly simulation: number };
}

/** What was watched. `idle`: processes without any work, one on each core; `disk`: one that only flushes now and then. */
export interface Watched {
  readonly idle: Stalls;
  readonly disk: Stalls;
  readonly server: Stalls;
  readonly simulation: Stalls;
}

/** Milliseconds, but for what says otherwise. */
export interface FleetMinute {
  readonly perSecond: number;
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Percent of all processors that the host gave to others: a minute without two whole cores says little. */
  readonly taken: number;
  /** How long server and simulation were ready to run and had no processor, in all. */
  readonly serverWaited: number;
  readonly simulationWaited: number;
  /** The longest flush of the process that only flushes, and the longest stall of the others. */
  readonly diskStall: number;
  readonly idleStall: number;
  readonly serverStall: number;
  readonly simulationStall: number;
  /** How far the wall clock jumped. */
  readonly clockJump: number;
  /** Seconds in which the machine stood still, and the p99 of the others; absent when there were none. */
  readonly stoodStill: number;
  readonly p99Otherwise?: number;
}

/** An idle process that has to wait for longer (milliseconds) shows that the machine stood still, or one of its cores. */
export const standstill = 50;

export function minuteOf(seconds: readonly FleetSecond[], watched: Watched): FleetMinute {
  const [from, to] = [seconds[0]?.from ?? 0, seconds.at(-1)?.to ?? 0];
  const durations = seconds.flatMap((second) => second.durations);
  const otherwise = seconds.filter((second) => !stoodStill(second, watched.idle));
  const sum = (figure: (second: FleetSecond) => number): number => seconds.reduce((all, one) => all + figure(one), 0);
  const stall = (stalls: Stalls): number => Math.max(0, ...stalls.during(from, to).map(({ late }) => late));
  return {
    perSecond: (durations.length * 1000) / (to - from),
    failures: sum(({ failures }) => failures),
    p50: quantile(durations, 0.5),
    p99: quantile(durations, 0.99),
    longest: quantile(durations, 1),
    taken: (100 * sum(({ ticks }) => ticks.taken)) / sum(({ ticks }) => ticks.all),
    serverWaited: sum(({ waited }) => waited.server),
    simulationWaited: sum(({ waited }) => waited.simulation),
    diskStall: stall(watched.disk),
    idleStall: stall(watched.idle),
    serverStall: stall(watched.server),
    simulationStall: stall(watched.simulation),
    clockJump: Math.max(0, ...watched.idle.during(from, to).map(({ jumped }) => jumped)),
    stoodStill: (to - from - otherwise.reduce((all, second) => all + second.to - second.from, 0)) / 1000,
    ...(otherwise.length === 0 ? {} : { p99Otherwise: p99Of(otherwise) }),
  };
}

/** The p99 of all these renewals. */
export function p99Of(seconds: readonly FleetSecond[]): number {
  return quantile(
    seconds.flatMap(({ durations }) => durations),
    0.99,
  );
}

/** Whether an idle process did in this second, or so lately that what waited meanwhile was made up for as long as it waited. */
function stoodStill({ from, to }: FleetSecond, idle: Stalls): boolean {
  const before = idle.during(Number.NEGATIVE_INFINITY, to).filter(({ late }) => late > standstill);
  return before.some(({ until, late }) => until + late >= from);
}

export function minuteText(minute: FleetMinute): string {
  const { perSecond, failures, p50, p99, longest, taken, stoodStill: still, p99Otherwise, clockJump } = minute;
  const { idleStall, diskStall, serverStall, simulationStall, serverWaited, simulationWaited } = minute;
  const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
  return [
    `${perSecond.toFixed(0)}/s`,
    `${failures} failures`,
    `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(longest)} ms`,
    `stalls: idle process ${ms(idleStall)}, disk ${ms(diskStall)}, server ${ms(serverStall)}, simulation ${ms(simulationStall)} ms`,
    `host took ${taken.toFixed(1)} %`,
    `no processor: server ${(serverWaited / 1000).toFixed(1)}, simulation ${(simulationWaited / 1000).toFixed(1)} s`,
    `stood still in ${still.toFixed(0)} s`,
    ...(still === 0 || p99Otherwise === undefined ? [] : [`otherwise p99 ${ms(p99Otherwise)} ms`]),
    ...(clockJump > standstill ? [`wall clock jumped by ${ms(clockJump)} ms`] : []),
  ].join('; ');
}
