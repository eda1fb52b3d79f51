// Several transformers in their order: the first one writes, each reads what begins with its prefix. What another than the first
// one reads is stale.

import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import type { Plain, ValueTransformer } from './contract/value-transformer.ts';
import type { Direction, TransformationMetrics } from './contract/transformation-metrics.ts';

export interface PrefixTransformer {
  /** Stands before every value that the transformer writes; '' for one that stores values as they are. */
  readonly prefix: string;
  readonly transformer: ValueTransformer;
}

export interface PrefixOptions {
  /** At least one. */
  readonly transformers: readonly PrefixTransformer[];
  /** What is wrong with a value that none of the prefixes fits. */
  readonly noMatch: string;
  /** Of the values, for the metrics. */
  readonly resource: string;
  readonly metrics: TransformationMetrics;
}

/** Throws TypeError where there is no transformer. */
export function prefixTransformers(options: PrefixOptions): ValueTransformer {
  return new PrefixTransformers(options);
}

interface Reader extends PrefixTransformer {
  readonly bytes: Buffer;
  readonly first: boolean;
}

/** One value on its way to a reader. */
interface Reading {
  readonly stored: Buffer;
  readonly place: string;
  readonly since: number;
  /** Of the readers that tried. */
  readonly errors: Error[];
}

class PrefixTransformers implements ValueTransformer {
  readonly #readers: readonly Reader[];
  readonly #writer: Reader;
  readonly #options: PrefixOptions;

  constructor(options: PrefixOptions) {
    this.#options = options;
    this.#readers = options.transformers.map((one, index) => ({
      ...one,
      bytes: Buffer.from(one.prefix),
      first: index === 0,
    }));
    const [writer] = this.#readers;
    if (writer === undefined) throw new TypeError('nothing would write values');
    this.#writer = writer;
  }

  fromStorage(stored: Buffer, place: string): Plain | Promise<Plain> {
    return this.#read(0, { stored, place, since: this.#options.metrics.now(), errors: [] });
  }

  toStorage(value: Buffer, place: string): Buffer {
    const since = this.#options.metrics.now();
    const { bytes, prefix, transformer } = this.#writer;
    try {
      const stored = transformer.toStorage(value, place);
      this.#record('to_storage', prefix, since);
      return prefix === '' ? stored : Buffer.concat([bytes, stored]);
    } catch (error) {
      this.#record('to_storage', prefix, since, error);
      throw error;
    }
  }

  /**
   * The readers from one on. Prefixes overlap where keys move from one provider to another of its kind, so a failure is not the
   * end.
   */
  #read(from: number, reading: Reading): Plain | Promise<Plain> {
    const { stored, place } = reading;
    for (const [index, reader] of this.#readers.entries()) {
      if (index < from || !startsWith(stored, reader.bytes)) continue;
      try {
        const plain = reader.transformer.fromStorage(stored.subarray(reader.bytes.length), place);
        if (!isPending(plain)) return this.#done(reader, reading, plain);
        return plain.then(
          (late) => this.#done(reader, reading, late),
          (error: unknown) => {
            this.#failed(reader, reading, error);
            return this.#read(index + 1, reading);
          },
        );
      } catch (error) {
        this.#failed(reader, reading, error);
      }
    }
    throw this.#reason(reading);
  }

  #done(reader: Reader, { since }: Reading, { value, stale }: Plain): Plain {
    this.#record('from_storage', reader.prefix === '' ? 'identity' : reader.prefix, since);
    return { value, stale: stale || !reader.first };
  }

  /** Ignores the failure of a reader without a prefix: it is tried for every value, so a failure means nothing. */
  #failed(reader: Reader, { since, errors }: Reading, error: unknown): void {
    if (reader.prefix === '') return;
    this.#record('from_storage', reader.prefix, since, error);
    errors.push(error instanceof Error ? error : new Error(String(error)));
  }

  #reason({ errors, since }: Reading): Error {
    const [first] = errors;
    if (first === undefined) {
      const error = new Error(this.#options.noMatch);
      this.#record('from_storage', 'unknown', since, error);
      return error;
    }
    const messages = new Set(errors.map(({ message }) => message));
    return messages.size === 1 ? first : new AggregateError(errors, `[${[...messages].join(', ')}]`);
  }

  #record(direction: Direction, prefix: string, since: number, error?: unknown): void {
    const { metrics, resource } = this.#options;
    metrics.transformed(resource, direction, prefix, metrics.now() - since, error);
  }
}

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.length >= prefix.length && bytes.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
}
