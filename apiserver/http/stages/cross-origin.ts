// CORS for the origins that `--cors-allowed-origins` names.

import { firstValue } from '../header/repeated-headers.ts';
import type { Stage } from '../contract/stage.ts';

const methods = 'POST, GET, OPTIONS, PUT, DELETE, PATCH';
const requestHeaders =
  'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since';
const exposedHeaders = 'Date';

/** Whether pages of this origin (the Origin header as it came) may use the service. */
export type OriginRule = (origin: string) => boolean;

export function crossOrigin(allowed: OriginRule): Stage {
  return (next) => (context) => {
    const origin = firstValue(context.exchange.headers.origin);
    if (origin === undefined || !allowed(origin)) {
      return next(context);
    }
    const headers = context.answerHeaders;
    headers['access-control-allow-origin'] = origin;
    headers['access-control-allow-methods'] = methods;
    headers['access-control-allow-headers'] = requestHeaders;
    headers['access-control-expose-headers'] = exposedHeaders;
    headers['access-control-allow-credentials'] = 'true';
    if (context.exchange.method !== 'OPTIONS') {
      return next(context);
    }
    context.answerStatus = 204;
    context.exchange.start(204, headers).end();
    return;
  };
}
