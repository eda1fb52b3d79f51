// How many values a body may hold. Its bytes do not bound the work on it: three megabytes can name a million values, each
// of which is decoded, validated and written. So they are counted as they are read, before anything is done with them.

/** Members of objects and items of lists that one body may hold; an empty object or list counts twice. */
export const mostBodyValues = 100_000;

/** More values than the reader's limit. */
export class TooManyValuesError extends Error {
  override readonly name = 'TooManyValuesError';
  constructor(limit: number) {
    super(`limit is ${limit} values`);
  }
}

/** Counts the values of one body; `told` is the limit that the error names. */
export class ValueCount {
  readonly #limit: number;
  readonly #told: number;
  #values = 0;

  constructor(limit: number, told = limit) {
    this.#limit = limit;
    this.#told = told;
  }

  /** How many more there may be. */
  get left(): number {
    return this.#limit - this.#values;
  }

  /** Throws TooManyValuesError. */
  add(values = 1): void {
    this.#values += values;
    if (this.#values > this.#limit) throw new TooManyValuesError(this.#told);
  }
}
