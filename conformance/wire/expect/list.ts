// Expectations about collection objects.

import type { Exchange } from '../exchange/exchange.ts';
import { ExpectationFailed, shown } from '../contract/failure.ts';
import { listAt, textAt } from '../format/json-path.ts';
import { expectField, expectJson, expectText } from './object.ts';
import { expectShape } from './shape.ts';
import { expectOk } from './status.ts';

/** 200 with a collection of the kind, with a version and an items array. */
export function expectList(exchange: Exchange, kind: string): void {
  expectOk(exchange);
  expectField(exchange, 'kind', kind);
  expectShape(exchange, 'list');
}

/** Names of the items in order. */
export function namesOf(exchange: Exchange): string[] {
  return listAt(expectJson(exchange), 'items').map((item) => textAt(item, 'metadata.name'));
}

/** 200 with exactly these item names, in any order. */
export function expectNames(exchange: Exchange, names: readonly string[]): void {
  expectOk(exchange);
  const got = namesOf(exchange).sort();
  const expected = [...names].sort();
  if (shown(got) !== shown(expected))
    throw new ExpectationFailed(`items of ${exchange.title}`, shown(expected), shown(got));
}

/** The continue token; empty after the last chunk. */
export function continueOf(exchange: Exchange): string {
  return textAt(expectJson(exchange), 'metadata.continue');
}

/** The version of an object or a list; fails unless it is a non-empty string. */
export function versionOf(exchange: Exchange): string {
  return expectText(exchange, 'metadata.resourceVersion');
}
