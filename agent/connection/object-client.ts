// The agent's view of one resource over the API client.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { ResourceClient } from '../../shared/client/request/api-client.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import { Deadlines } from '../../shared/process/time/deadlines.ts';
import type { ObjectApi } from './object-api.ts';

/** The server did not answer in time, or not to the end. */
export class LateResponseError extends Error {
  override readonly name = 'LateAnswerError';
}

/**
 * `timeout`: milliseconds that a call may take with everything, connection and repetition included; a heartbeat that is
 * late is worth less than the next one. A call that takes longer rejects with LateResponseError and leaves its connection.
 */
export function objectClient<T extends ApiObject>(
  client: ResourceClient<T>,
  timeout: number,
  clock: Clock,
): ObjectApi<T> {
  const deadlines = new Deadlines(clock);
  const inTime = async <R>(
    outer: AbortSignal | undefined,
    call: (options: { signal: AbortSignal }) => Promise<R>,
  ): Promise<R> => {
    outer?.throwIfAborted();
    const end = new AbortController();
    const stop = (): void => end.abort(outer?.reason);
    outer?.addEventListener('abort', stop, { once: true });
    const running = deadlines.begin(timeout, () => end.abort(new LateResponseError(`no answer within ${timeout} ms`)));
    try {
      return await call({ signal: end.signal });
    } finally {
      deadlines.meet(running);
      outer?.removeEventListener('abort', stop);
    }
  };
  return {
    get: (name, outer) => inTime(outer, (options) => client.get(name, options)),
    create: (object, outer) => inTime(outer, (options) => client.create(object, options)),
    update: (object, outer) => inTime(outer, (options) => client.update(object, options)),
    patchStatus: (name, patch, outer) =>
      inTime(outer, (options) => client.patch(name, 'strategic', patch, { ...options, subresource: 'status' })),
  };
}
