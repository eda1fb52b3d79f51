// When a supply counts as low, and when no longer: thresholds such as `memory.available<100Mi` or `nodefs.available<10%`,
// what they reserve, and which pressure they make. Pure.

import { parseQuantity, quantityToNumber } from '../../shared/object/quantity.ts';
import type { HostMetrics, Supply } from './host-metrics.ts';

export type Pressure = 'MemoryPressure' | 'DiskPressure' | 'PIDPressure';

/** A supply is low when less than this is left: an amount, or a share (0 to 1) of the total. */
export type Threshold = { readonly signal: EvictionSignal } & Amount;

/** An amount, or a share (0 to 1) of a total. */
type Amount = { readonly kind: 'amount'; readonly amount: number } | { readonly kind: 'share'; readonly share: number };

interface SignalRow {
  readonly pressure: Pressure;
  readonly supply: (figures: HostMetrics) => Supply | undefined;
}

const signals = {
  'memory.available': { pressure: 'MemoryPressure', supply: (figures) => figures.memory },
  'nodefs.available': { pressure: 'DiskPressure', supply: (figures) => figures.nodeDisk },
  'nodefs.inodesFree': { pressure: 'DiskPressure', supply: (figures) => figures.nodeInodes },
  'imagefs.available': { pressure: 'DiskPressure', supply: (figures) => figures.imageDisk },
  'imagefs.inodesFree': { pressure: 'DiskPressure', supply: (figures) => figures.imageInodes },
  'containerfs.available': { pressure: 'DiskPressure', supply: (figures) => figures.containerDisk },
  'containerfs.inodesFree': { pressure: 'DiskPressure', supply: (figures) => figures.containerInodes },
  'pid.available': { pressure: 'PIDPressure', supply: (figures) => figures.pids },
} as const satisfies Readonly<Record<string, SignalRow>>;

export type EvictionSignal = keyof typeof signals;

/** The thresholds that hold when none are configured; naming any replaces them all. */
export const defaultThresholds: Readonly<Record<string, string>> = {
  'memory.available': '100Mi',
  'nodefs.available': '10%',
  'nodefs.inodesFree': '5%',
  'imagefs.available': '15%',
  'imagefs.inodesFree': '5%',
  // The specification gives no number. Without a default, a shortage of process ids would never be reported.
  'pid.available': '5%',
};

/**
 * Reads one threshold; undefined: 0% and 100% switch the signal off. Throws TypeError that names the signal for an unknown one
 * and for a value that is neither a percentage nor an amount above zero.
 */
export function parseThreshold(signal: string, value: string): Threshold | undefined {
  const known = knownSignal(signal);
  const share = shareOf(value);
  if (share === 0 || share === 1) return undefined;
  if (share !== undefined && share < 1) return { signal: known, kind: 'share', share };
  const amount = amountOf(value);
  if (amount === undefined || amount <= 0) {
    throw new TypeError(
      `eviction threshold ${signal}: "${value}" is neither an amount above zero nor a percentage up to 100%`,
    );
  }
  return { signal: known, kind: 'amount', amount };
}

/** Reads a table of thresholds, signal to value, without those that are off. Throws as `parseThreshold` does. */
export function parseThresholds(table: Readonly<Record<string, string>>): readonly Threshold[] {
  return Object.entries(table).flatMap(([signal, value]) => parseThreshold(signal, value) ?? []);
}

/** Reads the minimum reclaim of a threshold. Throws TypeError that names the signal. */
export function parseReclaim(signal: string, value: string): Threshold {
  const known = knownSignal(signal);
  const share = shareOf(value);
  if (share !== undefined && share > 0) return { signal: known, kind: 'share', share };
  const amount = amountOf(value);
  if (amount === undefined || amount < 0) {
    throw new TypeError(`minimum reclaim ${signal}: "${value}" is neither an amount nor a percentage above zero`);
  }
  return { signal: known, kind: 'amount', amount };
}

function knownSignal(signal: string): EvictionSignal {
  if (Object.hasOwn(signals, signal)) return signal as EvictionSignal;
  throw new TypeError(`unknown eviction signal "${signal}"; known are ${Object.keys(signals).join(', ')}`);
}

/** Undefined if the text is not a percentage. */
function shareOf(value: string): number | undefined {
  const percentage = /^(\d{1,3}(?:\.\d+)?)%$/.exec(value)?.[1];
  return percentage === undefined ? undefined : Number(percentage) / 100;
}

function amountOf(value: string): number | undefined {
  const quantity = parseQuantity(value);
  return quantity === undefined ? undefined : quantityToNumber(quantity);
}

/** How much of a total a threshold keeps free. */
export function keptFree(threshold: Threshold, total: number): number {
  return threshold.kind === 'amount' ? threshold.amount : Math.floor(total * threshold.share);
}

/** A threshold that makes its pressure when it was crossed for a while, and for as long as too little was won back. */
export interface WatchedThreshold {
  readonly threshold: Threshold;
  /** Milliseconds; 0: at once. */
  readonly gracePeriod: number;
  /** What must be free beyond the threshold before its pressure ends. Absent: nothing. */
  readonly minimumReclaim?: Threshold;
}

/** Since when each threshold is crossed without a break, in monotonic milliseconds. */
export type CrossedSince = ReadonlyMap<WatchedThreshold, number>;

/** Since when each threshold is crossed now; one that is not crossed is reset. Supplies without a known size never cross one. */
export function nextCrossedSince(
  before: CrossedSince,
  thresholds: readonly WatchedThreshold[],
  figures: HostMetrics,
  now: number,
): CrossedSince {
  const crossed = thresholds.filter((one) => isCrossed(one, figures, holds(one, before.get(one), now)));
  return new Map(crossed.map((one) => [one, before.get(one) ?? now]));
}

/** The thresholds that are crossed and whose grace period is over. */
export function overdue(since: CrossedSince, now: number): readonly WatchedThreshold[] {
  return [...since].filter(([one, start]) => holds(one, start, now)).map(([one]) => one);
}

/** The pressures of thresholds whose grace period is over. */
export function pressuresOf(since: CrossedSince, now: number): ReadonlySet<Pressure> {
  return new Set(overdue(since, now).map(({ threshold }) => signals[threshold.signal].pressure));
}

/** What a signal is about; undefined: it is not known. */
export function supplyOf(signal: EvictionSignal, figures: HostMetrics): Supply | undefined {
  return signals[signal].supply(figures);
}

function holds({ gracePeriod }: WatchedThreshold, start: number | undefined, now: number): boolean {
  return start !== undefined && now - start >= gracePeriod;
}

function isCrossed({ threshold, minimumReclaim }: WatchedThreshold, figures: HostMetrics, held: boolean): boolean {
  const found = signals[threshold.signal].supply(figures);
  if (found === undefined || found.total <= 0) return false;
  const more = held && minimumReclaim !== undefined ? keptFree(minimumReclaim, found.total) : 0;
  return found.available < keptFree(threshold, found.total) + more;
}

/** When each pressure was last seen, in monotonic milliseconds. */
export type PressureMemory = ReadonlyMap<Pressure, number>;

/**
 * A pressure holds from when its threshold is crossed until the transition period has passed without, so that a node
 * near its limit does not flap.
 */
export function pressuresHeld(
  before: PressureMemory,
  crossed: ReadonlySet<Pressure>,
  now: number,
  transitionPeriod: number,
): PressureMemory {
  const held = [...before].filter(([, seen]) => now - seen < transitionPeriod);
  return new Map([...held, ...[...crossed].map((pressure) => [pressure, now] as const)]);
}
