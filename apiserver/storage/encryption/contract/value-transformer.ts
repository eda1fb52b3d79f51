// How values change on their way into the store and back. This file imports nothing else of ours.

/** What a stored value holds. */
export interface Plain {
  readonly value: Buffer;
  /** The value is not stored as the next write would store it: with an older key, or with none. A write is due even when nothing changed. */
  readonly stale: boolean;
}

/**
 * Turns values into what is stored and back. `place` is the key under which the engine stores the value: transformers that
 * authenticate bind the value to it, so that it cannot be copied to another key. Inputs are not changed.
 */
export interface ValueTransformer {
  /**
   * At once, or later where another program has to be asked. Throws, or rejects with, an Error whose message may be sent to
   * clients: the value was changed, moved, or encrypted with a key that is not known.
   */
  fromStorage(stored: Buffer, place: string): Plain | Promise<Plain>;
  /** Throws an Error when there is nothing to encrypt with; then nothing may be stored. */
  toStorage(value: Buffer, place: string): Buffer;
}

/** Encrypts with one key. `open` undoes `seal` for the same place. */
export interface Cipher {
  seal(value: Buffer, place: string): Buffer;
  /** Throws an Error for what `seal` did not make with this key for this place, as far as the method can tell. */
  open(stored: Buffer, place: string): Buffer;
}

/** The stored value is shorter than any that the method makes. */
export const tooShort = 'the stored data was shorter than the required size';
