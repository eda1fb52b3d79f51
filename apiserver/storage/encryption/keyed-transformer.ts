// Encrypts with the first of several named keys, and reads what any of them encrypted. The name of its key stands before a value.

import type { TransformationMetrics } from './contract/transformation-metrics.ts';
import type { Cipher, ValueTransformer } from './contract/value-transformer.ts';
import { prefixTransformers } from './prefix-transformers.ts';

export interface NamedCipher {
  readonly name: string;
  readonly cipher: Cipher;
}

export interface KeyedOptions {
  /** At least one; the first one writes. */
  readonly keys: readonly NamedCipher[];
  /** What is wrong with a value that begins with no name of a key. */
  readonly noMatch: string;
  readonly resource: string;
  readonly metrics: TransformationMetrics;
}

export function keyedTransformer({ keys, noMatch, resource, metrics }: KeyedOptions): ValueTransformer {
  const transformers = keys.map(({ name, cipher }) => ({ prefix: `${name}:`, transformer: withCipher(cipher) }));
  return prefixTransformers({ transformers, noMatch, resource, metrics });
}

function withCipher(cipher: Cipher): ValueTransformer {
  return {
    fromStorage: (stored, place) => ({ value: cipher.open(stored, place), stale: false }),
    toStorage: (value, place) => cipher.seal(value, place),
  };
}
