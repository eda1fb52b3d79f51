// Rate limiter for nodes of a zone: one node at once, the next after the interval of the zone's state. Unused quota does not
// accumulate.

export class EvictionPace {
  /** By zone: when the last node was let through, in monotonic milliseconds. */
  readonly #last = new Map<string, number>();

  /** Whether a node may be let through now at `rate` nodes per second. Asking changes nothing. */
  isFree(zone: string, rate: number, now: number): boolean {
    const last = this.#last.get(zone);
    return rate > 0 && (last === undefined || now - last >= 1000 / rate);
  }

  /** One was let through. */
  take(zone: string, now: number): void {
    this.#last.set(zone, now);
  }

  /** Forgets zones without nodes. */
  keepOnly(zones: ReadonlyMap<string, unknown>): void {
    for (const zone of this.#last.keys()) if (!zones.has(zone)) this.#last.delete(zone);
  }
}
