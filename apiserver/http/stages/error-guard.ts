// Whatever a later stage throws becomes a response here, and a request that ends without an answer is told
// as a defect instead of hanging.

import { internalError } from '../../../shared/object/errors.ts';
import type { RespondError } from '../respond-error.ts';
import type { Stage } from '../stage.ts';

export function errorGuard(respond: RespondError): Stage {
  return async (context, next) => {
    try {
      await next();
      if (!context.exchange.started && !context.clientGone) {
        throw internalError(new Error('no part of the server answered the request'));
      }
    } catch (error) {
      context.failure = error;
      respond(context, error);
    }
  };
}
