// Expectations about response headers.

import type { Exchange } from '../exchange/exchange.ts';
import { ExpectationFailed, shown } from '../contract/failure.ts';

/** A value of a `Warning` header (RFC 7234, 5.5). */
export interface Warning {
  readonly code: number;
  readonly agent: string;
  readonly text: string;
}

/** The header is present and its first value equals the text or matches the pattern. */
export function expectHeader(exchange: Exchange, name: string, expected: string | RegExp): void {
  const got = exchange.header(name);
  const matches = got !== undefined && (typeof expected === 'string' ? got === expected : expected.test(got));
  if (!matches) throw new ExpectationFailed(`header ${name} of ${exchange.title}`, String(expected), shown(got));
}

/** The header is absent. */
export function expectNoHeader(exchange: Exchange, name: string): void {
  const got = exchange.header(name);
  if (got !== undefined)
    throw new ExpectationFailed(`header ${name} of ${exchange.title}`, 'no such header', shown(got));
}

/** The media type without parameters equals the expected one. */
export function expectContentType(exchange: Exchange, expected: string): void {
  const got = (exchange.header('content-type') ?? '').split(';')[0]?.trim();
  if (got !== expected)
    throw new ExpectationFailed(`Content-Type of ${exchange.title}`, expected, shown(exchange.header('content-type')));
}

/** Returns every warning of a response; fails if one does not follow RFC 7234. */
export function warningsOf(exchange: Exchange): Warning[] {
  const text = (exchange.headers.get('warning') ?? []).join(', ');
  const warnings: Warning[] = [];
  let rest = text;
  while (rest !== '') {
    const match = /^(\d{3}) (\S+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?(?:, *|$)/.exec(rest);
    if (match === null)
      throw new ExpectationFailed(`Warning of ${exchange.title}`, 'code, agent and quoted text', shown(text));
    warnings.push({ code: Number(match[1]), agent: match[2] ?? '', text: (match[3] ?? '').replace(/\\(.)/g, '$1') });
    rest = rest.slice(match[0].length);
  }
  return warnings;
}

/** The number of warnings that mention the text. */
export function warningsAbout(exchange: Exchange, mention: string): number {
  return warningsOf(exchange).filter((warning) => warning.text.includes(mention)).length;
}
