// Registers the request while it is worked on, and refuses new ones once the server drains.

import { shuttingDown } from '../plain-text-error.ts';
import type { RequestsUnderWay } from '../requests-under-way.ts';
import type { Stage } from '../stage.ts';

export function underWay(requests: RequestsUnderWay): Stage {
  return async (context, next) => {
    if (requests.draining) {
      throw shuttingDown(context.exchange.httpVersion.startsWith('1.'));
    }
    requests.add(context);
    try {
      await next();
    } finally {
      requests.remove(context);
    }
  };
}
