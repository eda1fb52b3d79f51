// Text into tokens. One pass, linear in the length; every regular expression is ours and anchored.

import type { Issue } from './issue.ts';

export type TokenKind = 'identifier' | 'quoted-identifier' | 'number' | 'string' | 'symbol' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

const spaces = /(?:[\t\n\f\r ]+|\/\/[^\n]*)+/y;
const identifier = /[A-Za-z_][A-Za-z0-9_]*/y;
const quotedIdentifier = /`[A-Za-z0-9_.\-/ ]+`/y;
const number = /0x[0-9a-fA-F]+[uU]?|(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)|\d+[uU]?/y;
const quoteStart = /[bB]?[rR]?("""|'''|"|')/y;
const symbol = /&&|\|\||<=|>=|==|!=|\[\?|[-+*/%!<>=?:.,()[\]{}]/y;

/** The tokens; the last one is the end. Adds text that is not a token to `issues` and continues after it. */
export function tokenize(source: string, issues: Issue[]): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const push = (kind: TokenKind, text: string): void => {
    tokens.push({ kind, text, offset: at });
    at += text.length;
  };
  while (at < source.length) {
    const skipped = match(spaces);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const opening = match(quoteStart);
    const quoted = opening === undefined ? undefined : quotedText(source, at, opening);
    const name = quoted === undefined ? match(identifier) : undefined;
    const digits = quoted === undefined && name === undefined ? match(number) : undefined;
    const quotedName = match(quotedIdentifier);
    const sign = match(symbol);
    if (quoted !== undefined) push('string', quoted);
    else if (name !== undefined && !(opening !== undefined && opening.length > name.length)) push('identifier', name);
    else if (digits !== undefined) push('number', digits);
    else if (quotedName !== undefined) push('quoted-identifier', quotedName);
    else if (sign !== undefined) push('symbol', sign);
    else {
      const letter = String.fromCodePoint(source.codePointAt(at) ?? 0);
      issues.push({ offset: at, message: `Syntax error: token recognition error at: '${escapedLetter(letter)}'` });
      at += letter.length;
    }
  }
  tokens.push({ kind: 'end', text: '<EOF>', offset: source.length });
  return tokens;
}

function escapedLetter(letter: string): string {
  return letter === '\n' ? '\\n' : letter === '\r' ? '\\r' : letter === '\t' ? '\\t' : letter;
}

/** The whole literal that begins here; undefined when it does not end. */
function quotedText(source: string, start: number, opening: string): string | undefined {
  const quoteAt = opening.search(/['"]/);
  const quote = opening.slice(quoteAt);
  const raw = /[rR]/.test(opening.slice(0, quoteAt));
  let at = start + opening.length;
  while (at < source.length) {
    if (source.startsWith(quote, at)) return source.slice(start, at + quote.length);
    const letter = source.charAt(at);
    if (quote.length === 1 && (letter === '\n' || letter === '\r')) return undefined;
    at += !raw && letter === '\\' ? 2 : 1;
  }
  return undefined;
}
