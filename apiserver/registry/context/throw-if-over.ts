// Stops a write whose client has disconnected or whose deadline has passed.

import type { ResourceRequest } from '../contract/resource-handler.ts';

/** Throws the reason if the request is over. Creates no signal for the request: that costs more than the checks of a write. */
export function throwIfOver(request: ResourceRequest): void {
  if (request.aborted) request.signal.throwIfAborted();
}
