// The measurements of a fleet of simulated nodes: renewals, failures and durations of renewals, in total and since the last
// report.

import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

export interface FleetSnapshot {
  /** Nodes whose lease was written at least once. */
  readonly nodes: number;
  readonly renewals: number;
  readonly renewalsPerSecond: number;
  /** Requests that were refused or had no answer. */
  readonly failures: number;
  /** Milliseconds from request to answer; 0 without a renewal. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Milliseconds of every renewal, in the order of the answers; only where that was asked for. */
  readonly durations?: readonly number[];
}

class Period {
  readonly started: number;
  renewals = 0;
  failures = 0;
  /** Microseconds. */
  readonly durations: RecordableHistogram = createHistogram();
  /** Each of them in milliseconds; undefined: not recorded. */
  readonly each: number[] | undefined;

  constructor(started: number, keepsEach: boolean) {
    this.started = started;
    this.each = keepsEach ? [] : undefined;
  }
}

/** Most characters of an error text, as in the log. */
const longestText = 4096;

export class FleetMetrics {
  readonly #monotonic: () => number;
  readonly #tellsEach: boolean;
  readonly #nodes = new Set<string>();
  readonly #begun = new Set<string>();
  readonly #all: Period;
  #latest: Period;
  #lastError = '';

  /** `monotonic` in milliseconds. With `tellsEach`, `sinceLast` lists every single duration. */
  constructor(monotonic: () => number, { tellsEach = false }: { readonly tellsEach?: boolean } = {}) {
    this.#monotonic = monotonic;
    this.#tellsEach = tellsEach;
    this.#all = new Period(monotonic(), false);
    this.#latest = new Period(monotonic(), tellsEach);
  }

  /** Records that a node starts. */
  begun(node: string): void {
    this.#begun.add(node);
  }

  /** Those of the nodes that never had a lease written: they began and were not done, or their turn never came. */
  neverStarted(planned: readonly string[]): {
    readonly begun: readonly string[];
    readonly notBegun: readonly string[];
  } {
    const left = planned.filter((name) => !this.#nodes.has(name));
    return {
      begun: left.filter((name) => this.#begun.has(name)),
      notBegun: left.filter((name) => !this.#begun.has(name)),
    };
  }

  /** Records a written lease; `took` in milliseconds. */
  renewed(node: string, took: number): void {
    this.#nodes.add(node);
    for (const period of [this.#all, this.#latest]) {
      period.renewals += 1;
      const microseconds = Math.max(1, Math.round(took * 1000));
      period.durations.record(microseconds);
      period.each?.push(microseconds / 1000);
    }
  }

  failed(error: unknown): void {
    this.#lastError = String(error).slice(0, longestText);
    for (const period of [this.#all, this.#latest]) period.failures += 1;
  }

  /** How many nodes had their lease written. */
  get nodes(): number {
    return this.#nodes.size;
  }

  /** The last failure as text; '' without one. */
  get lastError(): string {
    return this.#lastError;
  }

  /** Since the start. */
  total(): FleetSnapshot {
    return this.#of(this.#all);
  }

  /** Since the last call. */
  sinceLast(): FleetSnapshot {
    const figures = this.#of(this.#latest);
    this.#latest = new Period(this.#monotonic(), this.#tellsEach);
    return figures;
  }

  #of({ started, renewals, failures, durations, each }: Period): FleetSnapshot {
    const seconds = (this.#monotonic() - started) / 1000;
    const share = (percent: number): number => (renewals === 0 ? 0 : durations.percentile(percent) / 1000);
    return {
      nodes: this.#nodes.size,
      renewals,
      renewalsPerSecond: seconds === 0 ? 0 : renewals / seconds,
      failures,
      p50: share(50),
      p99: share(99),
      longest: renewals === 0 ? 0 : durations.max / 1000,
      ...(each === undefined ? {} : { durations: each }),
    };
  }
}

/** Most names that are listed. */
const toldNames = 10;

/** Lines that list the nodes that never started; none: all started. */
export function neverStartedText(
  { begun, notBegun }: ReturnType<FleetMetrics['neverStarted']>,
  planned: number,
): readonly string[] {
  const some = (names: readonly string[]): string => {
    const more = names.length > toldNames ? ` and ${names.length - toldNames} more` : '';
    return `${names.slice(0, toldNames).join(', ')}${more}`;
  };
  return [
    ...(begun.length === 0 ? [] : [`${begun.length} of ${planned} nodes began and got no lease: ${some(begun)}`]),
    ...(notBegun.length === 0
      ? []
      : [`${notBegun.length} of ${planned} nodes never began, their turn had not come: ${some(notBegun)}`]),
  ];
}

export function fleetText(figures: FleetSnapshot): string {
  const { nodes, renewalsPerSecond, failures, p50, p99, longest } = figures;
  const time = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;
  return (
    `${nodes} nodes, ${renewalsPerSecond.toFixed(1)} renewals/s, ${failures} failures, ` +
    `latency p50 ${time(p50)}, p99 ${time(p99)}, longest ${time(longest)}`
  );
}
