// When a supply counts as low: thresholds such as `memory.available<100Mi` or `nodefs.available<10%`, what they reserve,
// and which pressure they make. Pure.

import { parseQuantity, quantityToNumber } from '../../shared/object/quantity.ts';
import type { HostFigures, Supply } from './host-figures.ts';

export type Pressure = 'MemoryPressure' | 'DiskPressure' | 'PIDPressure';

/** A supply is low when less than this is left: an amount, or a share (0 to 1) of the total. */
export type Threshold =
  | { readonly signal: EvictionSignal; readonly kind: 'amount'; readonly amount: number }
  | { readonly signal: EvictionSignal; readonly kind: 'share'; readonly share: number };

interface SignalRow {
  readonly pressure: Pressure;
  readonly supply: (figures: HostFigures) => Supply | undefined;
}

const signals = {
  'memory.available': { pressure: 'MemoryPressure', supply: (figures) => figures.memory },
  'nodefs.available': { pressure: 'DiskPressure', supply: (figures) => figures.nodeDisk },
  'nodefs.inodesFree': { pressure: 'DiskPressure', supply: (figures) => figures.nodeInodes },
  'imagefs.available': { pressure: 'DiskPressure', supply: (figures) => figures.imageDisk },
  'imagefs.inodesFree': { pressure: 'DiskPressure', supply: (figures) => figures.imageInodes },
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
  // The specification leaves the number open; without one, too many processes would never show.
  'pid.available': '5%',
};

/** Reads one threshold. Throws TypeError that names the signal for an unknown one or a value that is no amount. */
export function parseThreshold(signal: string, value: string): Threshold {
  if (!Object.hasOwn(signals, signal)) {
    throw new TypeError(`unknown eviction signal "${signal}"; known are ${Object.keys(signals).join(', ')}`);
  }
  const known = signal as EvictionSignal;
  const percentage = /^(\d{1,3}(?:\.\d+)?)%$/.exec(value)?.[1];
  if (percentage !== undefined && Number(percentage) <= 100) {
    return { signal: known, kind: 'share', share: Number(percentage) / 100 };
  }
  const quantity = parseQuantity(value);
  if (quantity === undefined || quantity.nano < 0n) {
    throw new TypeError(`eviction threshold ${signal}: "${value}" is neither a quantity nor a percentage up to 100%`);
  }
  return { signal: known, kind: 'amount', amount: quantityToNumber(quantity) };
}

/** Reads a table of thresholds, signal to value. Throws as `parseThreshold` does. */
export function parseThresholds(table: Readonly<Record<string, string>>): readonly Threshold[] {
  return Object.entries(table).map(([signal, value]) => parseThreshold(signal, value));
}

/** How much of a total a threshold keeps free. */
export function keptFree(threshold: Threshold, total: number): number {
  return threshold.kind === 'amount' ? threshold.amount : Math.floor(total * threshold.share);
}

/** The pressures whose thresholds are crossed now. A supply of unknown or no size never is. */
export function crossedPressures(thresholds: readonly Threshold[], figures: HostFigures): ReadonlySet<Pressure> {
  const crossed = new Set<Pressure>();
  for (const threshold of thresholds) {
    const { pressure, supply } = signals[threshold.signal];
    const found = supply(figures);
    if (found !== undefined && found.total > 0 && found.available < keptFree(threshold, found.total)) {
      crossed.add(pressure);
    }
  }
  return crossed;
}

/** A threshold that makes a pressure only after it was crossed for a while. */
export interface SoftThreshold {
  readonly threshold: Threshold;
  /** Milliseconds. */
  readonly gracePeriod: number;
}

/** Since when each soft threshold is crossed without a break, in monotonic milliseconds. */
export type CrossedSince = ReadonlyMap<SoftThreshold, number>;

/** The next of these times: a threshold that is not crossed now begins anew. */
export function nextCrossedSince(
  before: CrossedSince,
  thresholds: readonly SoftThreshold[],
  figures: HostFigures,
  now: number,
): CrossedSince {
  const crossed = thresholds.filter(({ threshold }) => crossedPressures([threshold], figures).size > 0);
  return new Map(crossed.map((soft) => [soft, before.get(soft) ?? now]));
}

/** The pressures of soft thresholds whose grace period is over. */
export function softPressures(since: CrossedSince, now: number): ReadonlySet<Pressure> {
  const over = [...since].filter(([{ gracePeriod }, start]) => now - start >= gracePeriod);
  return new Set(over.map(([{ threshold }]) => signals[threshold.signal].pressure));
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
