// Runs the state machine of `watch-state.ts` against a server: a stream of the objects of a collection and their changes, which
// continues after broken connections, expired versions and restarts of the server.

import type { ApiObject } from '../../object/api-object.ts';
import type { BackOff } from '../../process/time/back-off.ts';
import { backOffDelay } from '../../process/time/back-off.ts';
import type { Clock } from '../../process/time/clock.ts';
import type { ResourceClient } from '../request/api-client.ts';
import type { SelectOptions } from '../request/request.ts';
import type { Action, Input, WatcherEvent, WatchState } from './watch-state.ts';
import { initialState, step } from './watch-state.ts';
import type { WatchEvent } from '../request/watch-stream.ts';

export interface WatcherOptions extends SelectOptions {
  readonly clock: Clock;
  /** Ends the stream; never rejects because of it. */
  readonly signal: AbortSignal;
  /** Default Math.random; for back-off and the length of watches. */
  readonly random?: () => number;
  /** Items of one page of the list; default 500. */
  readonly pageSize?: number;
  /** Default: 800 ms doubling to 30 s, and up to as much again at random. */
  readonly backOff?: BackOff;
}

const defaultBackOff: BackOff = { initial: 800, cap: 30_000, jitter: 1 };

/** Watches end after five to ten minutes, so that the load is distributed again over the servers. */
const shortestWatch = 300;

/** A silent watch counts as dead this long after its requested end (milliseconds). */
const overdue = 30_000;

/**
 * Yields `WatcherEvent`s. Ends when the signal aborts or the consumer stops; errors become `failed` events.
 * `keep` returns the parts of an object to yield, with name, namespace and version; the rest is dropped. Default: all.
 */
export async function* watchResource<T extends ApiObject>(
  client: ResourceClient<T>,
  options: WatcherOptions,
  keep?: (object: T) => T,
): AsyncGenerator<WatcherEvent<T>, void> {
  for await (const events of watchTogether(client, options, keep)) {
    for (const event of events) {
      if (options.signal.aborted) return;
      yield event;
    }
  }
}

/** Like `watchResource`, with events that arrive together in one list: for many events a step costs more than its event. */
export async function* watchTogether<T extends ApiObject>(
  client: ResourceClient<T>,
  options: WatcherOptions,
  keep?: (object: T) => T,
): AsyncGenerator<readonly WatcherEvent<T>[], void> {
  const { clock, signal, random = Math.random, backOff = defaultBackOff } = options;
  let state: WatchState<T> = initialState();
  while (!signal.aborted) {
    try {
      if (state.pause) await clock.sleep(backOffDelay(backOff, state.failures, random), signal);
    } catch {
      return;
    }
    for await (const inputs of perform(client, state.action, options, keep)) {
      if (signal.aborted) return;
      const events: WatcherEvent<T>[] = [];
      for (const input of inputs) {
        const { state: next, emit } = step(state, input);
        state = next;
        if (emit !== undefined) events.push(emit);
      }
      if (events.length > 0) yield events;
    }
  }
}

/** Carries out one action and yields the inputs in lists; the last input is a page, an end or a failure. */
async function* perform<T extends ApiObject>(
  client: ResourceClient<T>,
  action: Action,
  options: WatcherOptions,
  keep: ((object: T) => T) | undefined,
): AsyncGenerator<readonly Input<T>[], void> {
  const { clock, random = Math.random } = options;
  const start = clock.monotonic();
  const select = {
    ...(options.labelSelector === undefined ? {} : { labelSelector: options.labelSelector }),
    ...(options.fieldSelector === undefined ? {} : { fieldSelector: options.fieldSelector }),
  };
  if (action.do === 'list') {
    try {
      const list = await client.list({
        ...select,
        ...(action.paged ? { limit: options.pageSize ?? 500 } : {}),
        ...(action.continue === undefined ? {} : { continue: action.continue }),
        // Without the match, a version with a limit would mean exactly that version.
        ...(action.resourceVersion === ''
          ? {}
          : { resourceVersion: action.resourceVersion, resourceVersionMatch: 'NotOlderThan' as const }),
        signal: options.signal,
      });
      yield [{ type: 'page', list: keep === undefined ? list : { ...list, items: list.items.map(keep) } }];
    } catch (error) {
      yield [{ type: 'failed', error, lasted: clock.monotonic() - start }];
    }
    return;
  }
  const timeoutSeconds = shortestWatch + Math.floor(random() * shortestWatch);
  using deadline = new Deadline(clock, options.signal, timeoutSeconds * 1000 + overdue);
  const asked = { ...select, resourceVersion: action.resourceVersion, allowWatchBookmarks: true, timeoutSeconds };
  const events = client.watchTogether({ ...asked, signal: deadline.signal });
  let ending: Input<T>;
  try {
    // Not for-await: an error that the consumer throws at a yield must not count as a failure of the watch.
    for (;;) {
      const { done, value } = await events.next();
      if (done === true) break;
      yield value.map((event) => ({ type: 'event', event: keep === undefined ? event : keptOf(event, keep) }));
    }
    ending = { type: 'ended', lasted: clock.monotonic() - start };
  } catch (error) {
    ending = { type: 'failed', error, lasted: clock.monotonic() - start };
  } finally {
    await events.return();
  }
  yield [ending];
}

function keptOf<T extends ApiObject>(event: WatchEvent<T>, keep: (object: T) => T): WatchEvent<T> {
  return event.type === 'BOOKMARK' ? event : { ...event, object: keep(event.object) };
}

/** A signal that aborts with another one or after a time. */
class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #onAbort = (): void => this.#controller.abort(this.#parent.reason);

  constructor(clock: Clock, parent: AbortSignal, milliseconds: number) {
    this.#parent = parent;
    parent.addEventListener('abort', this.#onAbort, { once: true });
    if (parent.aborted) this.#onAbort();
    clock.sleep(milliseconds, this.#controller.signal).then(
      () => this.#controller.abort(new Error('the watch did not end in time')),
      () => {},
    );
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    this.#parent.removeEventListener('abort', this.#onAbort);
    this.#controller.abort(new Error('done'));
  }
}
