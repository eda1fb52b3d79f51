// Values that may be promises. A value that is available is used synchronously: the microtasks of a promise would cost many
// reads more than the read itself.

/** Whether the value has to be waited for. */
export function isPending<T>(value: T | Promise<T>): value is Promise<T> {
  return value instanceof Promise;
}

/** Calls `follow` with the value, synchronously if the value is no promise; then its errors are thrown synchronously too. */
export function mapMaybePromise<T, R>(value: T | Promise<T>, follow: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(follow) : follow(value);
}

/** All values; synchronously if none is a promise. */
export function allMaybePromises<T>(values: readonly (T | Promise<T>)[]): readonly T[] | Promise<readonly T[]> {
  const promises = values.map((value) => (isPending(value) ? value : undefined));
  if (promises.every((promise) => promise === undefined)) return values as readonly T[];
  return Promise.all(values.map((value) => Promise.resolve(value)));
}

/** The result of `attempt`, or that of `recover` for the error that it throws or rejects with. */
export function catchMaybePromise<T>(
  attempt: () => T | Promise<T>,
  recover: (error: unknown) => T | Promise<T>,
): T | Promise<T> {
  let value: T | Promise<T>;
  try {
    value = attempt();
  } catch (error) {
    return recover(error);
  }
  return value instanceof Promise ? value.catch(recover) : value;
}

/** A function that calls `run` and then, however that ended, `over`; synchronously if no promise is involved. */
export function finallyDo<A, T>(run: (of: A) => T | Promise<T>, over: (of: A) => void): (of: A) => T | Promise<T> {
  return (of) => {
    let value: T | Promise<T>;
    try {
      value = run(of);
    } catch (error) {
      over(of);
      throw error;
    }
    if (value instanceof Promise) {
      return value.then(
        (known) => {
          over(of);
          return known;
        },
        (error: unknown) => {
          over(of);
          throw error;
        },
      );
    }
    over(of);
    return value;
  };
}

/**
 * The first result of `ask` for an item, tried one after the other; undefined when there is none. Later items are not
 * tried before the result of an earlier one is known.
 */
export function firstDefined<T, R>(
  items: readonly T[],
  ask: (item: T) => R | undefined | Promise<R | undefined>,
  from = 0,
): R | undefined | Promise<R | undefined> {
  for (let at = from; at < items.length; at += 1) {
    const answer = ask(items[at] as T);
    if (answer instanceof Promise) {
      return answer.then((known) => (known === undefined ? firstDefined(items, ask, at + 1) : known));
    }
    if (answer !== undefined) return answer;
  }
  return undefined;
}
