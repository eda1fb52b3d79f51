// When an ended container may be started again: at once the first time, then 10 seconds after its end, doubling to 5 minutes.
// The delay is reset when a container has run for long. Does no I/O; keeps only its own state.

const initial = 10_000;
const cap = 300_000;
const forgetAfter = 2 * cap;

interface Entry {
  readonly delay: number;
  readonly at: number;
}

export class CrashBackOff {
  readonly #entries = new Map<string, Entry>();

  /** Undefined: it may be started, which is noted. Else how long it waits after its end, and until when (wall clock, milliseconds). */
  check(name: string, finishedAt: number, now: number): { readonly delay: number; readonly until: number } | undefined {
    const entry = this.#entries.get(name);
    const known = entry !== undefined && finishedAt - entry.at <= forgetAfter ? entry : undefined;
    if (known !== undefined && now - finishedAt < known.delay) {
      return { delay: known.delay, until: finishedAt + known.delay };
    }
    this.#entries.set(name, { delay: known === undefined ? initial : Math.min(cap, known.delay * 2), at: now });
    return undefined;
  }
}

/** As durations are written: `10s`, `1m20s`, `5m0s`. */
export function shownDelay(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
