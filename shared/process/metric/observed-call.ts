// Records the duration and the outcome of calls as metrics. The caller (of a store, a runtime, a transport, a plug-in) names the
// metrics and decides what counts as a failure; the measurement is here.

/** What is recorded of the calls of one operation. */
export interface CallObserver<T = unknown> {
  /** `seconds`: until the value, or the end of its promise. */
  succeeded(seconds: number, value: T): void;
  failed(seconds: number, error: unknown): void;
}

/**
 * Returns or throws the outcome of `call`, after calling the observer. A promise is measured until it settles. `now`: a
 * monotonic clock in milliseconds.
 */
export function observedCall<R>(now: () => number, observer: CallObserver<NoInfer<Awaited<R>>>, call: () => R): R {
  const began = now();
  let result: R;
  try {
    result = call();
  } catch (error) {
    observer.failed((now() - began) / 1000, error);
    throw error;
  }
  if (!(result instanceof Promise)) {
    observer.succeeded((now() - began) / 1000, result as Awaited<R>);
    return result;
  }
  return result.then(
    (value: Awaited<R>) => {
      observer.succeeded((now() - began) / 1000, value);
      return value;
    },
    (error: unknown) => {
      observer.failed((now() - began) / 1000, error);
      throw error;
    },
  ) as R;
}

/**
 * Caches the result of `make` for each pair of labels: to find a series by its labels costs more than to record. The labels
 * must have few values, as those of metrics.
 */
export function keptByLabels<V>(make: (first: string, second: string) => V): (first: string, second?: string) => V {
  const kept = new Map<string, Map<string, V>>();
  return (first, second = '') => {
    let inner = kept.get(first);
    if (inner === undefined) kept.set(first, (inner = new Map()));
    let value = inner.get(second);
    if (value === undefined) inner.set(second, (value = make(first, second)));
    return value;
  };
}
