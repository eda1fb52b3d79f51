// Registers the request while it is worked on, and refuses new ones once the server drains.

import { finallyDo } from '../../../shared/process/async/maybe-promise.ts';
import { shuttingDown } from '../error/plain-text-error.ts';
import type { RequestsUnderWay } from '../request/requests-under-way.ts';
import type { Stage } from '../contract/stage.ts';

export function underWay(requests: RequestsUnderWay): Stage {
  return (next) => {
    const registered = finallyDo(next, (context) => requests.remove(context));
    return (context) => {
      if (requests.draining) {
        throw shuttingDown(context.exchange.httpVersion.startsWith('1.'));
      }
      requests.add(context);
      return registered(context);
    };
  };
}
