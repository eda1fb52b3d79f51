// A write whose client has gone, or whose time is over, is not begun.

import type { VerbRequest } from '../verb.ts';

/** Throws why the request is over, when it is. One that goes on gets no signal made, which costs more than the rest of this. */
export function throwIfOver(request: VerbRequest): void {
  let over = false;
  request.whenAborted(() => {
    over = true;
  });
  if (over) request.signal.throwIfAborted();
}
