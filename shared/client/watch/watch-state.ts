// The state machine of list and watch, without I/O: list, watch from the version of the list, continue where a watch ended, list
// again when the version has expired. `watcher.ts` carries out the action of the state and passes back the result.

import type { ApiObject } from '../../object/api-object.ts';
import type { ApiList } from '../request/api-client.ts';
import { isExpired, isTooLargeResourceVersion } from '../request/failure.ts';
import { StatusError } from '../../object/status-error.ts';
import type { WatchEvent } from '../request/watch-stream.ts';

/** The next action. */
export type Action =
  | { readonly do: 'list'; readonly resourceVersion: string; readonly continue?: string; readonly paged: boolean }
  | { readonly do: 'watch'; readonly resourceVersion: string };

export interface WatchState<T extends ApiObject> {
  readonly action: Action;
  /** Failures in a row. */
  readonly failures: number;
  /** Wait for the back-off of `failures` before acting. */
  readonly pause: boolean;
  /** The pages of a running list so far. */
  readonly gathered: readonly (readonly T[])[];
}

/** What happened. `lasted`: milliseconds from the start of the action. */
export type Input<T extends ApiObject> =
  | { readonly type: 'page'; readonly list: ApiList<T> }
  | { readonly type: 'event'; readonly event: WatchEvent<T> }
  | { readonly type: 'ended'; readonly lasted: number }
  | { readonly type: 'failed'; readonly error: unknown; readonly lasted: number };

/**
 * What the consumer sees. `synced` holds the whole collection and replaces all that was known; it comes first, and
 * again whenever the watch could not be resumed. `failed` is for the log: the state machine continues by itself.
 */
export type WatcherEvent<T extends ApiObject> =
  | { readonly type: 'synced'; readonly objects: readonly T[]; readonly resourceVersion: string }
  | { readonly type: 'added' | 'modified' | 'deleted'; readonly object: T }
  | { readonly type: 'failed'; readonly error: unknown };

export interface Step<T extends ApiObject> {
  readonly state: WatchState<T>;
  readonly emit?: WatcherEvent<T>;
}

/** A watch that lasted this long (milliseconds) was healthy: its end is not a failure. */
const healthyAfter = 10_000;

/** Begins with a list at any version the server has at hand, in pages. */
export function initialState<T extends ApiObject>(): WatchState<T> {
  return { action: { do: 'list', resourceVersion: '0', paged: true }, failures: 0, pause: false, gathered: [] };
}

export function step<T extends ApiObject>(state: WatchState<T>, input: Input<T>): Step<T> {
  switch (input.type) {
    case 'page':
      return onPage(state, input.list);
    case 'event':
      return onEvent(state, input.event);
    case 'ended':
      return {
        state:
          input.lasted >= healthyAfter ? { ...state, failures: 0, pause: false } : afterFailure(state, state.action),
      };
    case 'failed':
      return {
        state: afterError(input.lasted >= healthyAfter ? { ...state, failures: 0 } : state, input.error),
        emit: input,
      };
  }
}

function onPage<T extends ApiObject>(state: WatchState<T>, list: ApiList<T>): Step<T> {
  const gathered = [...state.gathered, list.items];
  const { continue: token = '', resourceVersion = '' } = list.metadata;
  if (token !== '') {
    const action: Action = { do: 'list', resourceVersion: '', continue: token, paged: true };
    return { state: { ...state, action, pause: false, gathered } };
  }
  // Only a working watch resets the failure count: otherwise lists before failing watches would repeat without pause.
  return {
    state: { ...state, action: { do: 'watch', resourceVersion }, pause: state.failures > 0, gathered: [] },
    emit: { type: 'synced', objects: gathered.flat(), resourceVersion },
  };
}

function onEvent<T extends ApiObject>(state: WatchState<T>, event: WatchEvent<T>): Step<T> {
  const resourceVersion = event.object.metadata.resourceVersion ?? state.action.resourceVersion;
  const next: WatchState<T> = { ...state, action: { do: 'watch', resourceVersion }, failures: 0, pause: false };
  if (event.type === 'BOOKMARK') return { state: next };
  const type = event.type === 'ADDED' ? 'added' : event.type === 'MODIFIED' ? 'modified' : 'deleted';
  return { state: next, emit: { type, object: event.object } };
}

function afterError<T extends ApiObject>(state: WatchState<T>, error: unknown): WatchState<T> {
  const { action } = state;
  // The version has expired, or is too new: list the most recent state. An expired page token: list without pages.
  if (isExpired(error) || isTooLargeResourceVersion(error)) {
    const paged = !(action.do === 'list' && action.continue !== undefined);
    return afterFailure(state, { do: 'list', resourceVersion: '', paged });
  }
  if (action.do === 'list') {
    const resourceVersion = action.continue === undefined ? action.resourceVersion : '';
    return afterFailure(state, { do: 'list', resourceVersion, paged: action.paged });
  }
  // The server refused the watch itself: a list at least as new as the last version shows whether the collection exists.
  const refused = error instanceof StatusError && error.code < 500 && error.code !== 429;
  return afterFailure(state, refused ? { do: 'list', resourceVersion: action.resourceVersion, paged: true } : action);
}

function afterFailure<T extends ApiObject>(state: WatchState<T>, action: Action): WatchState<T> {
  return { action, failures: state.failures + 1, pause: true, gathered: [] };
}
