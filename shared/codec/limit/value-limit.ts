// How many values a body may hold. A limit in bytes does not bound the work: three megabytes can hold a million values, and
// each is decoded, validated and written. So values are counted while they are read, before anything else is done with them.

/** Members of objects and items of lists that one body may hold; an empty object or list counts twice. */
export const mostBodyValues = 100_000;

/** More values than the reader's limit. */
export class TooManyValuesError extends Error {
  override readonly name = 'TooManyValuesError';
  constructor(limit: number) {
    super(`limit is ${limit} values`);
  }
}

/** Counts the values of one body. `told` is the limit that the error message names. */
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
