// A write whose client has gone, or whose time is over, is not begun.

import type { ResourceRequest } from '../contract/resource-handler.ts';

/** Throws why the request is over, when it is. One that goes on gets no signal made, which costs more than the rest of this. */
export function throwIfOver(request: ResourceRequest): void {
  let over = false;
  request.whenAborted(() => {
    over = true;
  });
  if (over) request.signal.throwIfAborted();
}
