// Lifetimes of keys, as etcd's leases. A lease costs etcd as much as a write and memory for its life, so keys with the
// same lifetime share one for a short while: a key lives a little longer than asked, never shorter, and the keys of one
// lease end in one commit of etcd.

import type { Clock } from '../../../shared/process/time/clock.ts';

/** A lease is shared for this part of the lifetime, by keys of at most so many seconds and so many keys. */
const sharedPart = 0.05;
const longestSharing = 60;
const mostKeys = 1000;
/** Seconds for the write to follow the grant, so that the key still lives as long as asked. */
const margin = 1;

interface Bucket {
  readonly lease: Promise<bigint>;
  /** On the monotonic clock: a later write takes another lease. */
  readonly until: number;
  keys: number;
}

export class Leases {
  readonly #grant: (seconds: number) => Promise<bigint>;
  readonly #clock: Clock;
  /** By lifetime in seconds; a server has few different ones. */
  readonly #buckets = new Map<number, Bucket>();

  constructor(grant: (seconds: number) => Promise<bigint>, clock: Clock) {
    this.#grant = grant;
    this.#clock = clock;
  }

  /** A lease that holds a key for at least so many seconds from now. */
  take(ttlSeconds: number): Promise<bigint> {
    const seconds = Math.ceil(ttlSeconds);
    const now = this.#clock.monotonic();
    let bucket = this.#buckets.get(seconds);
    if (bucket === undefined || bucket.until <= now || bucket.keys >= mostKeys) {
      const shared = Math.min(longestSharing, Math.floor(seconds * sharedPart));
      bucket = { lease: this.#grant(seconds + shared + margin), until: now + shared * 1000, keys: 0 };
      this.#buckets.set(seconds, bucket);
      bucket.lease.catch(() => this.forget(seconds));
    }
    bucket.keys++;
    return bucket.lease;
  }

  /** The lease for this lifetime could not be granted, or has expired. */
  forget(ttlSeconds: number): void {
    this.#buckets.delete(Math.ceil(ttlSeconds));
  }
}
