// The tokens of a text as a parser takes them, and the limits of nesting: no text can exhaust the stack of what walks its tree.

import type { Issue } from './issue.ts';
import type { Token } from './token.ts';

/** Deepest nesting of brackets, conditionals and signs. */
export const mostNesting = 250;
/** Longest chain of operators or selections, which nest too: `a + a + ...`. */
export const mostChained = 1_000;

/** Ends the parse; the issue is kept. */
export class SyntaxFault extends Error {}

export class TokenReader {
  private readonly tokens: readonly Token[];
  private readonly issues: Issue[];
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], issues: Issue[]) {
    this.tokens = tokens;
    this.issues = issues;
  }

  protected token(): Token {
    return this.tokens[this.at] ?? (this.tokens.at(-1) as Token);
  }

  protected next(): Token {
    const token = this.token();
    this.at += 1;
    return token;
  }

  /** Whether this one follows the next token. */
  protected isNext(text: string): boolean {
    return this.tokens[this.at + 1]?.kind === 'symbol' && this.tokens[this.at + 1]?.text === text;
  }

  protected is(text: string): boolean {
    const { kind, text: own } = this.token();
    return own === text && kind !== 'string' && kind !== 'quoted-identifier';
  }

  /** Takes the token when it is this one. */
  protected take(text: string): Token | undefined {
    return this.is(text) ? this.next() : undefined;
  }

  protected need(text: string): Token {
    const token = this.token();
    if (!this.is(text)) this.fail(token, `mismatched input '${token.text}' expecting '${text}'`);
    return this.next();
  }

  protected fail(token: Token, message: string): never {
    this.issues.push({ offset: token.offset, message: `Syntax error: ${message}` });
    throw new SyntaxFault();
  }

  protected report(offset: number, message: string): void {
    this.issues.push({ offset, message });
  }

  protected nested<Result>(read: () => Result): Result {
    this.depth += 1;
    if (this.depth > mostNesting) {
      this.report(this.token().offset, `expression recursion limit exceeded: ${mostNesting}`);
      throw new SyntaxFault();
    }
    const result = read();
    this.depth -= 1;
    return result;
  }

  protected limitChain(length: number, token: Token): void {
    if (length <= mostChained) return;
    this.report(token.offset, `expression recursion limit exceeded: ${mostChained} operators in a row`);
    throw new SyntaxFault();
  }
}
