// CORS for the origins that `--cors-allowed-origins` names. Origins are matched by linear-time regular expressions.

import { RE2JS } from 're2js';
import { firstValue } from '../repeated-headers.ts';
import type { Stage } from '../stage.ts';

const methods = 'POST, GET, OPTIONS, PUT, DELETE, PATCH';
const requestHeaders =
  'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since';
const exposedHeaders = 'Date';

/** `allowed`: regular expressions over the whole Origin header. Throws for one that cannot be compiled. */
export function crossOrigin(allowed: readonly string[]): Stage {
  const patterns = allowed.map((text) => RE2JS.compile(text));
  return (context, next) => {
    const origin = firstValue(context.exchange.headers.origin);
    if (origin === undefined || !patterns.some((pattern) => pattern.matcher(origin).find())) {
      return next();
    }
    const headers = context.answerHeaders;
    headers['access-control-allow-origin'] = origin;
    headers['access-control-allow-methods'] = methods;
    headers['access-control-allow-headers'] = requestHeaders;
    headers['access-control-expose-headers'] = exposedHeaders;
    headers['access-control-allow-credentials'] = 'true';
    if (context.exchange.method !== 'OPTIONS') {
      return next();
    }
    context.answerStatus = 204;
    context.exchange.start(204, headers).end();
    return Promise.resolve();
  };
}
