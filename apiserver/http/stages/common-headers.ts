// Gives the request its audit id and the answer the headers that every answer carries.

import { randomUUID } from 'node:crypto';
import { firstValue } from '../header/repeated-headers.ts';
import type { Stage } from '../contract/stage.ts';

/** `strictTransportSecurity`: directives of the Strict-Transport-Security header; none: no header. */
export function commonHeaders(strictTransportSecurity: readonly string[] = []): Stage {
  const transportSecurity = strictTransportSecurity.join('; ');
  return (next) => (context) => {
    // Taken over as it is: callers find their requests by it. The limit of header fields bounds it.
    const asked = firstValue(context.exchange.headers['audit-id']) ?? '';
    context.auditId = asked === '' ? randomUUID() : asked;
    context.answerHeaders['audit-id'] = context.auditId;
    context.answerHeaders['cache-control'] = 'no-cache, private';
    if (transportSecurity !== '') {
      context.answerHeaders['strict-transport-security'] = transportSecurity;
    }
    return next(context);
  };
}
