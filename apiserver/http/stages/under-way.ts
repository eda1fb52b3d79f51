// Registers the request while it is worked on, and refuses new ones once the server drains.

import { followedBy } from '../followed-by.ts';
import { shuttingDown } from '../plain-text-error.ts';
import type { RequestsUnderWay } from '../requests-under-way.ts';
import type { Stage } from '../stage.ts';

export function underWay(requests: RequestsUnderWay): Stage {
  return (next) => {
    const registered = followedBy(next, (context) => requests.remove(context));
    return (context) => {
      if (requests.draining) {
        throw shuttingDown(context.exchange.httpVersion.startsWith('1.'));
      }
      requests.add(context);
      return registered(context);
    };
  };
}
