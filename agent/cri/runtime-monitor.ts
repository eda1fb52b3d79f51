// Asks the runtime for its status every few seconds and remembers the answers: whether it is ready, which version it
// is, what images it has, where they lie. Everybody else reads from here and never waits for the runtime.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Image, Runtime, RuntimeStatus, RuntimeVersion } from './runtime.ts';

export interface RuntimeMonitorOptions {
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds between two status calls. Default 5,000. */
  readonly period?: number;
  /**
   * Milliseconds after the last response at which the runtime counts as down, if it was asked in that time. A suspended host
   * makes no calls. Default 30,000.
   */
  readonly threshold?: number;
}

/** The current state. `unknown`: no response yet; `down`: no response for too long. */
export interface RuntimeView {
  readonly state: 'unknown' | 'down' | 'answers';
  /** From the last responses, kept while the runtime is down; undefined or empty before the first. */
  readonly status: RuntimeStatus | undefined;
  readonly version: RuntimeVersion | undefined;
  readonly images: readonly Image[];
  /** Where images lie. */
  readonly imageMountpoint: string | undefined;
  /** Where containers write; undefined also when the runtime is too old to report it. */
  readonly containerMountpoint: string | undefined;
}

export interface RuntimeMonitor extends Loop {
  view(): RuntimeView;
  /** Monotonic time at which the last round ended, well or not; undefined before the first. For health checks. */
  lastRound(): number | undefined;
}

/** Images are asked for once in this many rounds: the list is long and changes seldom. */
const roundsPerImageList = 6;

export function runtimeMonitor(options: RuntimeMonitorOptions): RuntimeMonitor {
  const { runtime, clock, log, period = 5_000, threshold = 30_000 } = options;
  let last: Omit<RuntimeView, 'state'> = {
    status: undefined,
    version: undefined,
    images: [],
    imageMountpoint: undefined,
    containerMountpoint: undefined,
  };
  let answeredAt: number | undefined;
  /** When the pending status call was sent. */
  let waitingSince: number | undefined;
  let failing = false;
  let roundEnded: number | undefined;

  async function ask(round: number, signal: AbortSignal): Promise<void> {
    waitingSince = clock.monotonic();
    const status = await runtime.status(signal);
    // After an outage the runtime may have another version.
    const version = last.version === undefined || failing ? await runtime.version(signal) : last.version;
    last = { ...last, status, version };
    answeredAt = clock.monotonic();
    waitingSince = undefined;
    if (round % roundsPerImageList === 0 || failing) {
      const images = await runtime.listImages(signal);
      const { images: imageDisks, containers } = await runtime.filesystems(signal);
      last = {
        ...last,
        images,
        imageMountpoint: imageDisks[0]?.mountpoint,
        containerMountpoint: containers[0]?.mountpoint,
      };
    }
    if (failing) log.info('the container runtime responds again');
    failing = false;
  }

  /** Whether the runtime is the reason: it refused the call, or had about as long as the threshold to respond. */
  function silent(now: number): boolean {
    return failing || (waitingSince !== undefined && now - waitingSince > threshold - period);
  }

  return {
    name: 'runtime-monitor',
    view: () => {
      if (answeredAt === undefined) return { ...last, state: 'unknown' };
      const now = clock.monotonic();
      return { ...last, state: now - answeredAt > threshold && silent(now) ? 'down' : 'answers' };
    },
    lastRound: () => roundEnded,
    run: async (signal) => {
      for (let round = 0; !signal.aborted; round += 1) {
        try {
          await ask(round, signal);
        } catch (error) {
          if (signal.aborted) return;
          if (!failing) log.warn('the container runtime does not answer', { error: String(error) });
          failing = true;
        }
        roundEnded = clock.monotonic();
        await clock.sleep(period, signal).catch(() => {});
      }
    },
  };
}
