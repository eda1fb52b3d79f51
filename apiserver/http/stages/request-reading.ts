// Reads what the request asks for, and whether it is a long-running one (wire sections 11.1 and 15.3).

import { parseRequestInfo } from '../parse-request-info.ts';
import type { RequestInfo } from '../request-info.ts';
import type { Stage } from '../stage.ts';

const longRunningSubresources: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

export function requestReading(): Stage {
  return (context, next) => {
    context.info = parseRequestInfo(context.exchange.method, context.exchange.url);
    context.longRunning = isLongRunning(context.info);
    return next();
  };
}

function isLongRunning(info: RequestInfo): boolean {
  return info.kind === 'resource' && (info.verb === 'watch' || longRunningSubresources.has(info.subresource));
}
