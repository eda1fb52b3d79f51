// Client certificates that were found good lately, so that a client that connects again is not verified again: reading and
// verifying a chain costs as much as hundreds of requests' authentication. The set belongs to one bundle of authorities;
// another bundle begins with an empty one.

import type { X509User } from './x509-chain.ts';

/** A certificate and its names need about a kilobyte. */
const mostKnown = 8192;

export class KnownCertificates {
  readonly #capacity: number;
  /** By fingerprint of the leaf; the least lately used first. */
  readonly #found = new Map<string, X509User>();

  constructor(capacity = mostKnown) {
    this.#capacity = capacity;
  }

  /**
   * Undefined when the certificate is not known, or is not valid at `now` by the chain it was known with: another chain
   * may be valid for longer. The times are milliseconds since the epoch.
   */
  get(fingerprint: string, now: number): X509User | undefined {
    const found = this.#found.get(fingerprint);
    if (found === undefined) return undefined;
    this.#found.delete(fingerprint);
    if (now < found.notBefore || now > found.notAfter) return undefined;
    this.#found.set(fingerprint, found);
    return found;
  }

  add(fingerprint: string, user: X509User): void {
    this.#found.delete(fingerprint);
    const [oldest] = this.#found.size >= this.#capacity ? this.#found.keys() : [];
    if (oldest !== undefined) this.#found.delete(oldest);
    this.#found.set(fingerprint, user);
  }

  get size(): number {
    return this.#found.size;
  }
}
