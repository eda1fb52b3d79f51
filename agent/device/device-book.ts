// The devices of this host by resource: how many exist, how many of them pods may use, and whether their plug-in is connected.
// Pure: it knows no plug-in, socket or clock; callers pass the time.

/** One device as its plug-in lists it. */
export interface ListedDevice {
  readonly id: string;
  readonly healthy: boolean;
}

/** The values for the status of the node, by resource. */
export interface DeviceResources {
  readonly capacity: Readonly<Record<string, string>>;
  readonly allocatable: Readonly<Record<string, string>>;
}

export const noDevices: DeviceResources = { capacity: {}, allocatable: {} };

/** Milliseconds for which the devices of a plug-in that is gone still count as there. */
export const gracePeriod = 300_000;
/** Most resources that are remembered. */
export const maximumResources = 100;

interface Entry {
  readonly total: number;
  readonly healthy: number;
  /** When the plug-in disconnected (monotonic clock). Undefined: it is connected. */
  readonly goneAt: number | undefined;
}

/**
 * While its plug-in is there a resource has as much capacity as there are devices, and the healthy ones may be used. Without
 * the plug-in none may be used; after the grace period there are none. The resource itself stays, with nought, so that
 * it stays visible as one of this host. Resources are only dropped when there is no room.
 */
export class DeviceBook {
  readonly #entries = new Map<string, Entry>();

  /** Adds resources that had a plug-in in the last run of the agent: they have no devices until it registers again. */
  constructor(earlier: readonly string[] = [], now = 0) {
    for (const name of earlier.slice(0, maximumResources)) {
      this.#entries.set(name, { total: 0, healthy: 0, goneAt: now });
    }
  }

  /** Called when a plug-in registers. Known devices stay until it lists its own. Returns false when there is no room. */
  connected(name: string, now: number): boolean {
    const before = this.#entries.get(name);
    if (before === undefined && !this.#makeRoom(now)) return false;
    this.#entries.delete(name);
    this.#entries.set(name, { total: before?.total ?? 0, healthy: before?.healthy ?? 0, goneAt: undefined });
    return true;
  }

  /** Sets the current devices; of two with the same id the last one is used. */
  listed(name: string, devices: readonly ListedDevice[]): void {
    if (!this.#entries.has(name)) return;
    const byId = new Map(devices.map(({ id, healthy }) => [id, healthy]));
    const healthy = [...byId.values()].filter(Boolean).length;
    this.#entries.set(name, { total: byId.size, healthy, goneAt: undefined });
  }

  disconnected(name: string, now: number): void {
    const before = this.#entries.get(name);
    if (before !== undefined) this.#entries.set(name, { ...before, healthy: 0, goneAt: now });
  }

  resources(now: number): DeviceResources {
    const entries = [...this.#entries];
    return {
      capacity: Object.fromEntries(
        entries.map(([name, entry]) => [name, String(isOver(entry, now) ? 0 : entry.total)]),
      ),
      allocatable: Object.fromEntries(entries.map(([name, { healthy }]) => [name, String(healthy)])),
    };
  }

  /** Resources whose plug-in is connected, or was until recently. */
  names(now: number): readonly string[] {
    return [...this.#entries].filter(([, entry]) => !isOver(entry, now)).map(([name]) => name);
  }

  /** Drops the resource whose plug-in disconnected first. */
  #makeRoom(now: number): boolean {
    if (this.#entries.size < maximumResources) return true;
    const [oldest] = [...this.#entries]
      .filter(([, entry]) => isOver(entry, now))
      .sort(([, a], [, b]) => (a.goneAt ?? now) - (b.goneAt ?? now));
    return oldest !== undefined && this.#entries.delete(oldest[0]);
  }
}

function isOver({ goneAt }: Entry, now: number): boolean {
  return goneAt !== undefined && now - goneAt > gracePeriod;
}
