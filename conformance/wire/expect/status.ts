// Expectations about the status code and the Status object of a response.

import type { Exchange } from '../exchange/exchange.ts';
import { ExpectationFailed, shown } from '../contract/failure.ts';
import { textAt, valueAt } from '../format/json-path.ts';
import { expectJson } from './object.ts';
import { expectShape } from './shape.ts';

/** The HTTP status is one of the codes. */
export function expectStatus(exchange: Exchange, ...codes: readonly number[]): void {
  if (codes.includes(exchange.status)) return;
  throw new ExpectationFailed(
    `status of ${exchange.title}`,
    codes.join(' or '),
    `${exchange.status} ${messageOf(exchange)}`,
  );
}

/** 200. */
export function expectOk(exchange: Exchange): void {
  expectStatus(exchange, 200);
}

/** 200 or 201: the documentation shows 200 for a create, real servers answer 201 (reading 20). */
export function expectCreated(exchange: Exchange): void {
  expectStatus(exchange, 200, 201);
}

/** 200 or 202: deleted, or deletion in progress. */
export function expectDeleted(exchange: Exchange): void {
  expectStatus(exchange, 200, 202);
}

/** Any 4xx: the documentation demands a refusal and names no code. */
export function expectRefused(exchange: Exchange): void {
  if (exchange.status >= 400 && exchange.status < 500) return;
  throw new ExpectationFailed(
    `status of ${exchange.title}`,
    'a 4xx refusal',
    `${exchange.status} ${messageOf(exchange)}`,
  );
}

/** One of the codes, with a Status object that repeats it; `reason` is compared if given. */
export function expectFailure(exchange: Exchange, codes: number | readonly number[], reason?: string): void {
  expectStatus(exchange, ...[codes].flat());
  expectShape(exchange, 'status');
  const status = expectJson(exchange);
  if (valueAt(status, 'code') !== exchange.status) {
    throw new ExpectationFailed(`code in the body of ${exchange.title}`, String(exchange.status), shown(status));
  }
  if (reason !== undefined && valueAt(status, 'reason') !== reason) {
    throw new ExpectationFailed(`reason of ${exchange.title}`, reason, shown(valueAt(status, 'reason')));
  }
}

/** The message of a Status, or the beginning of another body. */
export function messageOf(exchange: Exchange): string {
  try {
    return textAt(exchange.json(), 'message');
  } catch {
    return exchange.text().slice(0, 200);
  }
}
