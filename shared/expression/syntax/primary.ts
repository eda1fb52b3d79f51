// What an expression begins with: names, calls, literals and brackets.

import { type Macro, MacroFault } from './macro.ts';
import { numberValue, quotedValue } from './literal.ts';
import type { Issue } from './issue.ts';
import type { Token } from './token.ts';
import { TokenReader } from './token-reader.ts';
import { type CallNode, type Expression, type MapEntry, qualifiedName, type StructField } from './tree.ts';

/** What of the language an expression may use beside its core. */
export interface ParseOptions {
  readonly macros: readonly Macro[];
  /** `a.?b`, `a[?b]`, `[?a]`, `{?a: b}`. */
  readonly optionals: boolean;
  /** Names of fields in back quotes. */
  readonly quotedNames: boolean;
}

const reserved = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);
const keywords = new Set(['in', 'true', 'false', 'null']);
const operandNames =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

export abstract class PrimaryParser extends TokenReader {
  protected readonly options: ParseOptions;
  private readonly macros = new Map<string, Macro>();

  constructor(tokens: readonly Token[], options: ParseOptions, issues: Issue[]) {
    super(tokens, issues);
    this.options = options;
    for (const macro of options.macros) this.macros.set(macroKey(macro.name, macro.args, macro.member), macro);
  }

  protected abstract expression(): Expression;

  protected fieldName(token: Token): string {
    if (token.kind === 'quoted-identifier') {
      if (!this.options.quotedNames) this.report(token.offset, "unsupported syntax: '`'");
      return token.text.slice(1, -1);
    }
    if (token.kind === 'identifier' && !keywords.has(token.text)) return token.text;
    return this.fail(token, `no viable alternative at input '.${token.kind === 'end' ? '' : token.text}'`);
  }

  protected struct(name: Expression): Expression {
    const open = this.next();
    const fields: StructField[] = [];
    while (!this.isEnd('}')) {
      const optional = this.optionalMark();
      const token = this.next();
      const field = this.fieldName(token);
      const colon = this.need(':');
      fields.push({ name: field, offset: colon.offset, value: this.expression(), optional });
      if (this.take(',') === undefined) break;
    }
    this.need('}');
    return { kind: 'struct', offset: open.offset, type: qualifiedName(name) ?? '', fields };
  }

  protected optionalMark(): boolean {
    const mark = this.take('?');
    if (mark !== undefined && !this.options.optionals) this.report(mark.offset, "unsupported syntax '?'");
    return mark !== undefined;
  }

  protected primary(): Expression {
    const token = this.next();
    if (token.kind === 'number') return this.number(token, false, token.offset);
    if (token.kind === 'string') return this.text(token);
    if (token.kind === 'identifier') return this.named(token, '');
    if (token.kind === 'symbol') {
      if (token.text === '(') {
        const inner = this.expression();
        this.need(')');
        return inner;
      }
      if (token.text === '[' || token.text === '[?') return this.listLiteral(token);
      if (token.text === '{') return this.mapLiteral(token);
      if (token.text === '.') {
        const name = this.next();
        if (name.kind === 'identifier' && !keywords.has(name.text)) return this.named(name, '.');
        return this.fail(name, `mismatched input '${name.text}' expecting IDENTIFIER`);
      }
    }
    const what = token.kind === 'end' ? 'mismatched input' : 'extraneous input';
    return this.fail(token, `${what} '${token.text}' expecting ${operandNames}`);
  }

  protected named(token: Token, prefix: string): Expression {
    if (prefix === '') {
      if (token.text === 'true' || token.text === 'false')
        return { kind: 'literal', offset: token.offset, value: token.text === 'true' };
      if (token.text === 'null') return { kind: 'literal', offset: token.offset, value: null };
      if (token.text === 'in') return this.fail(token, `extraneous input 'in' expecting ${operandNames}`);
    }
    if (reserved.has(token.text)) this.report(token.offset, `reserved identifier: ${token.text}`);
    const name = `${prefix}${token.text}`;
    const open = this.take('(');
    if (open === undefined) return { kind: 'identifier', offset: token.offset, name };
    return this.expanded(
      { kind: 'call', offset: open.offset, name, target: undefined, args: this.list(')') },
      { kind: 'literal', offset: open.offset, value: null },
    );
  }

  protected expanded(node: CallNode, target: Expression): Expression {
    const macro = this.macros.get(macroKey(node.name, node.args.length, node.target !== undefined));
    if (macro === undefined) return node;
    try {
      return macro.expand({ offset: node.offset, target, args: node.args }) ?? node;
    } catch (error) {
      if (!(error instanceof MacroFault)) throw error;
      this.report(error.offset, error.message);
      return node;
    }
  }

  protected list(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.is(end)) {
      items.push(this.expression());
      if (this.take(',') === undefined) break;
      if (this.is(end)) {
        const token = this.token();
        this.fail(token, `mismatched input '${token.text}' expecting ${operandNames}`);
      }
    }
    this.need(end);
    return items;
  }

  protected listLiteral(open: Token): Expression {
    const items: Expression[] = [];
    const optional = new Set<number>();
    let marked = open.text === '[?';
    if (marked && !this.options.optionals) this.report(open.offset, "unsupported syntax '?'");
    while (marked || !this.isEnd(']')) {
      if (marked || this.optionalMark()) optional.add(items.length);
      marked = false;
      items.push(this.expression());
      if (this.take(',') === undefined) break;
    }
    this.need(']');
    return { kind: 'list', offset: open.offset, items, optional };
  }

  protected mapLiteral(open: Token): Expression {
    const entries: MapEntry[] = [];
    while (!this.isEnd('}')) {
      const optional = this.optionalMark();
      const key = this.expression();
      this.need(':');
      entries.push({ key, value: this.expression(), optional });
      if (this.take(',') === undefined) break;
    }
    this.need('}');
    return { kind: 'map', offset: open.offset, entries };
  }

  /** Behind nothing there may be a comma too: `[,]`. */
  private isEnd(end: string): boolean {
    if (this.is(',') && this.isNext(end)) this.next();
    return this.is(end);
  }

  protected number(token: Token, negative: boolean, offset: number): Expression {
    const value = numberValue(token.text, negative);
    if (value !== null && typeof value === 'object' && 'fault' in value) {
      this.report(offset, value.fault);
      return { kind: 'literal', offset, value: null };
    }
    return { kind: 'literal', offset, value };
  }

  protected text(token: Token): Expression {
    const value = quotedValue(token.text);
    if (typeof value === 'object' && 'fault' in value) {
      this.report(token.offset, value.fault);
      return { kind: 'literal', offset: token.offset, value: '' };
    }
    return { kind: 'literal', offset: token.offset, value };
  }
}

function macroKey(name: string, args: number, member: boolean): string {
  return `${member ? '*' : ''}${name}:${args}`;
}
