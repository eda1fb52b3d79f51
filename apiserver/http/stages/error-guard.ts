// An error of a later stage becomes a response here, and a request that ends without one is reported
// as a defect instead of hanging.

import { internalError } from '../../../shared/object/errors.ts';
import type { RespondError } from '../error/respond-error.ts';
import type { RequestContext, Stage } from '../contract/stage.ts';

export function errorGuard(respond: RespondError): Stage {
  const fail = (context: RequestContext, error: unknown): void => {
    context.failure = error;
    respond(context, error);
  };
  const waited = async (context: RequestContext, rest: Promise<void>): Promise<void> => {
    try {
      await rest;
      requireAnswer(context);
    } catch (error) {
      fail(context, error);
    }
  };
  return (next) => (context) => {
    try {
      const rest = next(context);
      if (rest instanceof Promise) return waited(context, rest);
      requireAnswer(context);
    } catch (error) {
      fail(context, error);
    }
    return undefined;
  };
}

function requireAnswer({ exchange, clientGone }: RequestContext): void {
  if (!exchange.started && !clientGone) {
    throw internalError(new Error('no part of the server answered the request'));
  }
}
