// Continuing with a value or a promise of it. A promise, and the microtasks of its waiters, cost more than many a read.

/** `follow` with the value: at once where it is known, and then what that throws is thrown. */
export function mapMaybePromise<T, R>(value: T | Promise<T>, follow: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(follow) : follow(value);
}
