// An error of a later stage becomes a response here, and a request that ends without one is reported
// as a defect instead of hanging.

import { internalError } from '../../../shared/object/errors.ts';
import { catchMaybePromise, mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import type { RespondError } from '../error/respond-error.ts';
import type { RequestContext, Stage } from '../contract/stage.ts';

export function errorGuard(respond: RespondError): Stage {
  const fail = (context: RequestContext, error: unknown): void => {
    context.failure = error;
    respond(context, error);
  };
  return (next) => (context) =>
    catchMaybePromise(
      () => mapMaybePromise(next(context), () => requireAnswer(context)),
      (error) => fail(context, error),
    );
}

function requireAnswer({ exchange, clientGone }: RequestContext): void {
  if (!exchange.started && !clientGone) {
    throw internalError(new Error('no part of the server answered the request'));
  }
}
