// The part of the host's login manager that the agent uses: it says that the host is to shut down, and waits for those that hold a lock.
// Imports nothing else of ours. Every call rejects with Error when the manager cannot be asked.

export interface Lock {
  /** The host need not wait for this agent any more. Repeated: nothing. */
  release(): void;
  /** Aborts when the lock was lost without that. */
  readonly lost: AbortSignal;
}

export interface Logind {
  /** Milliseconds that a shutdown waits at most for those that hold a lock. */
  inhibitDelay(signal: AbortSignal): Promise<number>;
  /** Has it wait for as long, until the host starts the next time. */
  setInhibitDelay(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Resolves when the lock is held. It goes with the signal, and with the agent however that ends. */
  inhibit(signal: AbortSignal): Promise<Lock>;
  /**
   * Hands over `true` when the host begins to shut down, and `false` when that was called off. Calls `ready` when nothing is missed any
   * more. Resolves when the signal aborts; rejects when no more can be heard.
   */
  follow(heard: (shuttingDown: boolean) => void, ready: () => void, signal: AbortSignal): Promise<void>;
}
