// The seed that encrypts values, itself encrypted by the plug-in. A new one is created when the plug-in changes its key. While
// the plug-in fails, writes continue with the last seed for some minutes; reads without a limit.

import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../../../shared/process/time/clock.ts';
import { extendedNonceGcm, shortestSeed } from '../cipher/extended-nonce-gcm.ts';
import type { Cipher } from '../contract/value-transformer.ts';
import { checkHead, type EnvelopeHead, hashOf } from './envelope-rules.ts';
import type { KmsMetrics } from './kms-metrics.ts';
import { sourceIsSeed } from './messages.ts';
import type { PluginClient } from './plugin-client.ts';

export interface WriteKey {
  readonly cipher: Cipher;
  /** What every value is stored with. */
  readonly head: EnvelopeHead;
}

export interface WriteKeysOptions {
  readonly plugin: Pick<PluginClient, 'encrypt'>;
  readonly clock: Clock;
  readonly metrics: KmsMetrics;
}

/** Milliseconds for which a key may write after the plug-in confirmed it last. */
const writePatience = 180_000;

export class WriteKeys {
  readonly #options: WriteKeysOptions;
  #key: WriteKey | undefined;
  /** On the monotonic clock, and as people read it. */
  #expires = 0;
  #expiresText = '';

  constructor(options: WriteKeysOptions) {
    this.#options = options;
  }

  /** The newest one, for reading. Throws an Error before the plug-in has answered for the first time. */
  newest(): WriteKey {
    if (this.#key === undefined) throw new Error('got unexpected nil transformer');
    return this.#key;
  }

  /** The newest one, for writing. Throws an Error when it is too long ago that the plug-in confirmed it. */
  usable(): WriteKey {
    const key = this.newest();
    const { clock } = this.#options;
    if (clock.monotonic() <= this.#expires) return key;
    const now = timeText(clock.now());
    throw new Error(
      `encryptedDEKSource with keyID hash ${JSON.stringify(hashOf(key.head.keyId))} expired at ${this.#expiresText} (current time is ${now})`,
    );
  }

  /**
   * The plug-in writes with this key now. Another one than before: makes a new seed. Rejects when it cannot; then the seed before
   * stays until its time is over.
   */
  async confirm(keyId: string): Promise<void> {
    const { clock } = this.#options;
    // The time begins before the call, which is part of it.
    const expires = clock.monotonic() + writePatience;
    const expiresText = timeText(clock.now() + writePatience);
    if (this.#key?.head.keyId !== keyId) this.#key = await this.#make(keyId);
    this.#expires = expires;
    this.#expiresText = expiresText;
  }

  async #make(keyId: string): Promise<WriteKey> {
    const { plugin, metrics } = this.#options;
    const since = metrics.now();
    const seed = randomBytes(shortestSeed);
    metrics.keyMade(metrics.now() - since);
    const uid = randomUUID();
    const {
      ciphertext,
      keyId: written,
      annotations,
    } = await plugin.encrypt(seed, uid).catch((cause: Error) => {
      throw new Error(`failed to rotate DEK uid="${uid}": failed to encrypt DEK, error: ${cause.message}`, { cause });
    });
    const head: EnvelopeHead = {
      encryptedSource: Buffer.from(ciphertext),
      keyId: written,
      annotations,
      sourceType: sourceIsSeed,
    };
    checkHead(head);
    if (written !== keyId) {
      throw new Error(
        `failed to rotate DEK uid="${uid}": statusKeyIDHash="${hashOf(keyId)}", encryptKeyIDHash="${hashOf(written)}"`,
      );
    }
    return { cipher: extendedNonceGcm(seed), head };
  }
}

/** RFC 3339 with seconds. */
function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
