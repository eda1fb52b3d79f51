// A write whose client has gone, or whose time is over, is not begun.

import type { ResourceRequest } from '../contract/resource-handler.ts';

/** Throws why the request is over, when it is. One that goes on gets no signal made: that costs more than a write's checks. */
export function throwIfOver(request: ResourceRequest): void {
  if (request.aborted) request.signal.throwIfAborted();
}
