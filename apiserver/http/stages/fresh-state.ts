// Waits until the watch cache is fresh. Authentication, authorization and admission read stored objects from it; during its first
// load or a reload it may lack objects, or still have deleted accounts and bindings.

import { mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import { serviceUnavailable } from '../../../shared/object/errors.ts';
import type { RequestContext, Stage } from '../contract/stage.ts';

/** Resolves once decisions can be made; no promise: they can. Rejects when that takes too long, and when the request ends. */
export type WhenFresh = (request: Pick<RequestContext, 'signal'>) => Promise<void> | void;

/** Health says how the server is, at any time, and shows nothing of the objects. */
const health = /^\/(?:healthz|livez|readyz)(?:\/|$)/;

/** Requests that had to wait too long get 503, and may be repeated. */
export function freshState(whenFresh: WhenFresh): Stage {
  return (next) => (context) => {
    if (context.info.kind === 'path' && health.test(context.info.path)) return next(context);
    const waited = whenFresh(context);
    if (waited === undefined) return next(context);
    const given = waited.catch((error: unknown) => {
      context.signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw serviceUnavailable(`The service does not know its current objects yet: ${reason}.`, 1);
    });
    return mapMaybePromise(given, () => next(context));
  };
}
