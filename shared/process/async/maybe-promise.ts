// Going on with what may have to be waited for. A promise, and the turns of whoever waits for it, cost more than many a read.

/** `follow` with the value: at once where it is known, and then what that throws is thrown. */
export function mapMaybePromise<T, R>(value: T | Promise<T>, follow: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(follow) : follow(value);
}
