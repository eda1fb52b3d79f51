// What a stage has to do when a request is over, whichever way it ended.

import type { Next, RequestContext } from '../contract/stage.ts';

/** `next`, and after it `over`, at once where nothing was waited for: before any stage further out goes on. */
export function finallyDo(next: Next, over: (context: RequestContext) => void): Next {
  const waited = async (context: RequestContext, rest: Promise<void>): Promise<void> => {
    try {
      await rest;
    } finally {
      over(context);
    }
  };
  return (context) => {
    let rest: Promise<void> | void;
    try {
      rest = next(context);
    } catch (error) {
      over(context);
      throw error;
    }
    return rest instanceof Promise ? waited(context, rest) : over(context);
  };
}
