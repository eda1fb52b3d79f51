// Text into a tree: the whole grammar, by recursive descent. Length and depth are limited.

import { ExpressionError, type Issue } from './issue.ts';
import { type ParseOptions, PrimaryParser } from './primary.ts';
import { tokenize } from './token.ts';
import { SyntaxFault } from './token-reader.ts';
import { type Expression, type LiteralNode, operators, qualifiedName } from './tree.ts';

/** Longest expression, in code points. */
export const mostCodePoints = 100_000;

/** The tree of an expression. Throws an ExpressionError with every fault found. */
export function parse(source: string, options: ParseOptions): Expression {
  const size = codePoints(source);
  if (size > mostCodePoints) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${mostCodePoints}`;
    throw new ExpressionError('', [{ offset: 0, message }]);
  }
  const issues: Issue[] = [];
  const parser = new Parser(tokenize(source, issues), options, issues);
  const tree = parser.whole();
  if (tree === undefined || issues.length > 0) throw new ExpressionError(source, issues);
  return tree;
}

function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) count -= 1;
  }
  return count;
}

const relations = new Map<string, string>([
  ['<', operators.less],
  ['<=', operators.lessEquals],
  ['>', operators.greater],
  ['>=', operators.greaterEquals],
  ['==', operators.equals],
  ['!=', operators.notEquals],
  ['in', operators.in],
]);
const sums = new Map<string, string>([
  ['+', operators.add],
  ['-', operators.subtract],
]);
const products = new Map<string, string>([
  ['*', operators.multiply],
  ['/', operators.divide],
  ['%', operators.modulo],
]);

class Parser extends PrimaryParser {
  whole(): Expression | undefined {
    try {
      const tree = this.expression();
      const token = this.token();
      if (token.kind !== 'end') this.fail(token, `mismatched input '${token.text}' expecting <EOF>`);
      return tree;
    } catch (error) {
      if (error instanceof SyntaxFault) return undefined;
      throw error;
    }
  }

  protected expression(): Expression {
    return this.nested(() => {
      const condition = this.logic('||', operators.or, () =>
        this.logic('&&', operators.and, () => this.chain(relations, () => this.sum())),
      );
      const mark = this.take('?');
      if (mark === undefined) return condition;
      const yes = this.logic('||', operators.or, () =>
        this.logic('&&', operators.and, () => this.chain(relations, () => this.sum())),
      );
      this.need(':');
      const no = this.expression();
      return call(mark.offset, operators.conditional, [condition, yes, no]);
    });
  }

  private sum(): Expression {
    return this.chain(sums, () => this.chain(products, () => this.unary()));
  }

  /** Terms of `&&` or `||` become a balanced tree, so that long conditions are not deep. */
  private logic(sign: string, name: string, term: () => Expression): Expression {
    const terms = [term()];
    const offsets: number[] = [];
    for (let mark = this.take(sign); mark !== undefined; mark = this.take(sign)) {
      offsets.push(mark.offset);
      terms.push(term());
    }
    return balanced(name, terms, offsets, 0, terms.length - 1);
  }

  private chain(names: ReadonlyMap<string, string>, operand: () => Expression): Expression {
    let left = operand();
    for (let length = 1; ; length += 1) {
      const token = this.token();
      const name = token.kind === 'symbol' || token.text === 'in' ? names.get(token.text) : undefined;
      if (name === undefined || token.kind === 'string') return left;
      this.limitChain(length, token);
      this.next();
      left = call(token.offset, name, [left, operand()]);
    }
  }

  private unary(): Expression {
    const first = this.token();
    const sign = this.is('!') ? '!' : this.is('-') ? '-' : undefined;
    if (sign === undefined) return this.member();
    let count = 0;
    while (this.take(sign) !== undefined) count += 1;
    // Unsigned numbers have no sign of their own.
    if (sign === '-' && this.token().kind === 'number' && !/u$/i.test(this.token().text)) {
      count -= 1;
      const literal = this.number(this.next(), true, first.offset);
      const operand = this.selectors(literal);
      return count % 2 === 0 ? operand : call(first.offset, operators.negate, [operand]);
    }
    const operand = this.member();
    if (count % 2 === 0) return operand;
    return call(first.offset, sign === '!' ? operators.not : operators.negate, [operand]);
  }

  private member(): Expression {
    return this.selectors(this.primary());
  }

  private selectors(start: Expression): Expression {
    let node = start;
    for (let length = 1; ; length += 1) {
      const token = this.token();
      if (this.is('.')) node = this.dotted(node);
      else if (this.is('[') || this.is('[?')) node = this.indexed(node);
      else if (this.is('{') && qualifiedName(node) !== undefined && node.kind !== 'literal') node = this.struct(node);
      else return node;
      this.limitChain(length, token);
    }
  }

  private dotted(operand: Expression): Expression {
    const dot = this.next();
    const optional = this.take('?');
    const token = this.next();
    const field = this.fieldName(token);
    if (optional !== undefined) {
      if (!this.options.optionals) this.report(dot.offset, "unsupported syntax '.?'");
      const name: LiteralNode = { kind: 'literal', offset: token.offset, value: field };
      return call(dot.offset, operators.optionalSelect, [operand, name]);
    }
    const open = token.kind === 'identifier' ? this.take('(') : undefined;
    if (open === undefined) return { kind: 'select', offset: dot.offset, operand, field, test: false };
    return this.expanded(
      { kind: 'call', offset: open.offset, name: field, target: operand, args: this.list(')') },
      operand,
    );
  }

  private indexed(operand: Expression): Expression {
    const open = this.next();
    if (open.text === '[?' && !this.options.optionals) this.report(open.offset, "unsupported syntax '[?'");
    const index = this.expression();
    this.need(']');
    return call(open.offset, open.text === '[?' ? operators.optionalIndex : operators.index, [operand, index]);
  }
}

function call(offset: number, name: string, args: readonly Expression[]): Expression {
  return { kind: 'call', offset, name, target: undefined, args };
}

function balanced(
  name: string,
  terms: readonly Expression[],
  offsets: readonly number[],
  low: number,
  high: number,
): Expression {
  if (low === high) return terms[low] as Expression;
  const middle = Math.floor((low + high - 1) / 2);
  return call(offsets[middle] ?? 0, name, [
    balanced(name, terms, offsets, low, middle),
    balanced(name, terms, offsets, middle + 1, high),
  ]);
}
