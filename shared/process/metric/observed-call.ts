// Calls as metrics: how long one took and how it ended. Who measures calls of something (a store, a runtime, a transport, a
// plug-in) names the metrics and what counts as a failure; the measuring is here.

/** What is recorded of the calls of one operation. */
export interface CallObserver<T = unknown> {
  /** `seconds`: until the value, or the end of its promise. */
  succeeded(seconds: number, value: T): void;
  failed(seconds: number, error: unknown): void;
}

/**
 * What `call` returns or throws, after the observer was told. A promise is measured until it is settled. `now`: milliseconds of a
 * monotonic clock.
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
 * What `make` gives for two labels, made once for each pair: finding series by their labels costs more than recording. The labels
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
