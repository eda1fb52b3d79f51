// Gives the request its audit id and the answer the headers that every answer carries (wire section 1.7).

import { randomUUID } from 'node:crypto';
import { firstValue } from '../repeated-headers.ts';
import type { Stage } from '../stage.ts';

/** Longest Audit-ID of a client that is taken over. */
const longestAuditId = 64;

/** `strictTransportSecurity`: directives of the Strict-Transport-Security header; none: no header. */
export function commonHeaders(strictTransportSecurity: readonly string[] = []): Stage {
  const transportSecurity = strictTransportSecurity.join('; ');
  return (next) => (context) => {
    const asked = firstValue(context.exchange.headers['audit-id']);
    context.auditId =
      asked !== undefined && asked.length <= longestAuditId && /^[\x21-\x7e]+$/.test(asked) ? asked : randomUUID();
    context.answerHeaders['audit-id'] = context.auditId;
    context.answerHeaders['cache-control'] = 'no-cache, private';
    if (transportSecurity !== '') {
      context.answerHeaders['strict-transport-security'] = transportSecurity;
    }
    return next(context);
  };
}
