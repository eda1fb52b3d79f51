// Parses the request info, and decides whether the request is long-running.

import { RequestInfoCache } from '../request/request-info-cache.ts';
import type { RequestInfo } from '../contract/request-info.ts';
import type { Stage } from '../contract/stage.ts';

const longRunningSubresources: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

export function requestReading(): Stage {
  const known = new RequestInfoCache();
  return (next) => (context) => {
    context.info = known.read(context.exchange.method, context.exchange.url);
    context.longRunning = isLongRunning(context.info);
    return next(context);
  };
}

function isLongRunning(info: RequestInfo): boolean {
  return info.kind === 'resource' && (info.verb === 'watch' || longRunningSubresources.has(info.subresource));
}
