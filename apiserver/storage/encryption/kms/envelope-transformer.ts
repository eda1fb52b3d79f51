// Values encrypted with seeds that only a key management plug-in can decrypt. The plug-in is asked once for each seed, not for each
// value; values of one seed that come meanwhile wait for the same answer.

import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../../shared/process/time/clock.ts';
import { aesGcm } from '../cipher/aes-gcm.ts';
import { extendedNonceGcm } from '../cipher/extended-nonce-gcm.ts';
import type { Cipher, Plain, ValueTransformer } from '../contract/value-transformer.ts';
import { checkEnvelope, envelopeIdentity } from './envelope-rules.ts';
import type { KmsMetrics } from './kms-metrics.ts';
import { encryptedObject, type EncryptedObject, sourceIsSeed } from './messages.ts';
import type { PluginClient } from './plugin-client.ts';
import type { WriteKey, WriteKeys } from './write-key.ts';

export interface EnvelopeOptions {
  /** Name of the provider, for metrics. */
  readonly name: string;
  readonly plugin: Pick<PluginClient, 'decrypt'>;
  readonly keys: Pick<WriteKeys, 'newest' | 'usable'>;
  readonly clock: Clock;
  readonly metrics: KmsMetrics;
}

interface Kept {
  readonly cipher: Cipher;
  /** On the monotonic clock. */
  readonly until: number;
}

/** Milliseconds for which a seed is kept after it was decrypted or written with. */
const keptFor = 86_400_000;

export class EnvelopeTransformer implements ValueTransformer {
  readonly #options: EnvelopeOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #asked = new Map<string, Promise<Cipher>>();

  constructor(options: EnvelopeOptions) {
    this.#options = options;
  }

  fromStorage(stored: Buffer, place: string): Plain | Promise<Plain> {
    const envelope = encryptedObject.decode(stored);
    checkEnvelope(envelope);
    const newest = this.#options.keys.newest();
    const identity = envelopeIdentity(envelope);
    const kept = this.#kept.get(identity);
    if (kept !== undefined) return this.#open(kept.cipher, envelope, place, newest);
    return this.#ask(identity, envelope).then((cipher) => this.#open(cipher, envelope, place, newest));
  }

  toStorage(value: Buffer, place: string): Buffer {
    const { keys, metrics, name } = this.#options;
    const { cipher, head } = keys.usable();
    this.#keep(envelopeIdentity(head), cipher);
    const encryptedData = cipher.seal(value, place);
    metrics.keyUsed('to_storage', name, head.keyId);
    return encryptedObject.encode({ ...head, encryptedData });
  }

  #open(cipher: Cipher, envelope: EncryptedObject, place: string, newest: WriteKey): Plain {
    const { metrics, name } = this.#options;
    metrics.keyUsed('from_storage', name, envelope.keyId);
    const value = cipher.open(Buffer.from(envelope.encryptedData), place);
    const { keyId, sourceType } = newest.head;
    return { value, stale: envelope.keyId !== keyId || envelope.sourceType !== sourceType };
  }

  #ask(identity: string, envelope: EncryptedObject): Promise<Cipher> {
    const asked = this.#asked.get(identity);
    if (asked !== undefined) return asked;
    const answer = this.#decrypt(envelope)
      .then((cipher) => {
        this.#keep(identity, cipher);
        return cipher;
      })
      .finally(() => this.#asked.delete(identity));
    this.#asked.set(identity, answer);
    return answer;
  }

  async #decrypt({ encryptedSource, keyId, annotations, sourceType }: EncryptedObject): Promise<Cipher> {
    const { plugin, metrics } = this.#options;
    metrics.missed();
    const uid = randomUUID();
    const request = { ciphertext: encryptedSource, uid, keyId, annotations };
    const { plaintext } = await plugin.decrypt(request).catch((cause: Error) => {
      throw new Error(`failed to decrypt DEK, error: ${cause.message}`, { cause });
    });
    const secret = Buffer.from(plaintext);
    return sourceType === sourceIsSeed ? extendedNonceGcm(secret) : aesGcm(secret);
  }

  #keep(identity: string, cipher: Cipher): void {
    const { clock, metrics, name } = this.#options;
    const now = clock.monotonic();
    // The order of the map is that of the ends.
    this.#kept.delete(identity);
    this.#kept.set(identity, { cipher, until: now + keptFor });
    for (const [old, { until }] of this.#kept) {
      if (until > now) break;
      this.#kept.delete(old);
    }
    metrics.kept(name, this.#kept.size);
  }
}
