// Checks the types of a tree before it runs. Typing is gradual: a dynamic value fits everywhere, and is checked at run time.

import { candidateNames, type Declarations, type StructDeclaration, type Variable } from '../declare/declarations.ts';
import type { Overload } from '../declare/function.ts';
import type { Issue } from '../syntax/issue.ts';
import {
  type CallNode,
  type ComprehensionNode,
  type Expression,
  type MapNode,
  operators,
  qualifiedName,
  type SelectNode,
  type StructNode,
} from '../syntax/tree.ts';
import { isDynOrError, isOptional, listType, mapType, optionalType, type Type, types } from '../type/type.ts';
import type { Checked, FoldVariables, ResolvedCall } from './checked.ts';
import { literalType } from './literal-type.ts';
import { Inference } from './inference.ts';
import { Scopes } from './scopes.ts';
import { appliedTo, resolve } from './resolve.ts';

/** The types of a tree, and what is wrong with it. With issues the rest is still there, as far as it could be found out. */
export function check(
  root: Expression,
  declarations: Declarations,
): { readonly checked: Checked; readonly issues: Issue[] } {
  const checker = new Checker(declarations);
  checker.check(root);
  return { checked: checker.finished(root), issues: checker.issues };
}

class Checker {
  readonly issues: Issue[] = [];
  private readonly declarations: Declarations;
  private readonly inference = new Inference();
  private readonly types = new Map<Expression, Type>();
  private readonly variables = new Map<Expression, Variable>();
  private readonly calls = new Map<CallNode, ResolvedCall>();
  private readonly folds = new Map<ComprehensionNode, FoldVariables>();
  private readonly structs = new Map<StructNode, StructDeclaration>();
  private readonly scopes: Scopes;

  constructor(declarations: Declarations) {
    this.declarations = declarations;
    this.scopes = new Scopes(declarations);
  }

  finished(root: Expression): Checked {
    const types = new Map([...this.types].map(([node, type]) => [node, this.inference.final(type)] as const));
    const { variables, calls, folds, structs } = this;
    return { root, types, variables, calls, folds, structs };
  }

  check(node: Expression): Type {
    const type = this.typeOf(node);
    this.types.set(node, type);
    return type;
  }

  private report(offset: number, message: string): void {
    this.issues.push({ offset, message });
  }

  private typeOf(node: Expression): Type {
    switch (node.kind) {
      case 'literal':
        return literalType(node);
      case 'identifier':
        return this.identifier(node, node.name);
      case 'select':
        return this.select(node);
      case 'call':
        return this.call(node);
      case 'list':
        return this.list(node.items, node.optional);
      case 'map':
        return this.map(node);
      case 'struct':
        return this.struct(node);
      case 'comprehension':
        return this.fold(node);
    }
  }

  private identifier(node: Expression, name: string): Type {
    const variable = this.scopes.find(name);
    if (variable !== undefined) {
      this.variables.set(node, variable);
      return variable.type;
    }
    this.undeclared(node.offset, name);
    return types.error;
  }

  private undeclared(offset: number, name: string): void {
    this.report(offset, `undeclared reference to '${name}' (in container '${this.declarations.container}')`);
  }

  private select(node: SelectNode): Type {
    const qualified = node.test ? undefined : qualifiedName(node);
    const variable = qualified === undefined ? undefined : this.scopes.find(qualified);
    if (variable !== undefined) {
      this.variables.set(node, variable);
      return variable.type;
    }
    const type = this.field(node, node.operand, node.field, false);
    return node.test ? types.bool : this.inference.known(type);
  }

  private field(node: Expression, operand: Expression, name: string, optional: boolean): Type {
    const whole = this.inference.known(this.check(operand));
    const inOptional = isOptional(whole);
    const type = inOptional ? (whole.parameters[0] ?? types.dyn) : whole;
    const found = this.fieldOf(node, type, name);
    return inOptional || optional ? optionalType(found) : found;
  }

  private fieldOf(node: Expression, type: Type, name: string): Type {
    if (type.kind === 'map') return type.parameters[1] ?? types.dyn;
    if (type.kind === 'struct') {
      const field = type.fields?.(name);
      if (field !== undefined) return field;
      const known = type.fields !== undefined;
      this.report(node.offset, known ? `undefined field '${name}'` : `unexpected failed resolution of '${type.name}'`);
      return types.error;
    }
    if (type.kind === 'param') this.inference.assign(types.dyn, type);
    else if (!isDynOrError(type)) this.report(node.offset, `type '${String(type)}' does not support field selection`);
    return types.dyn;
  }

  private call(node: CallNode): Type {
    if (node.name === operators.optionalSelect) {
      const [operand, name] = node.args;
      const field = name?.kind === 'literal' && typeof name.value === 'string' ? name.value : '';
      if (operand === undefined || name === undefined) return types.error;
      this.types.set(name, types.string);
      const type = this.field(node, operand, field, true);
      this.calls.set(node, { name: node.name, args: node.args, overloads: [], member: false });
      return this.inference.known(type);
    }
    for (const arg of node.args) this.check(arg);
    if (node.target === undefined) return this.function(node, node.name, node.args, false);
    const prefix = qualifiedName(node.target);
    const qualified = prefix === undefined ? undefined : this.functionNamed(`${prefix}.${node.name}`);
    if (qualified !== undefined) return this.applied(node, qualified, node.args, false);
    this.check(node.target);
    return this.function(node, node.name, [node.target, ...node.args], true);
  }

  private functionNamed(name: string): readonly Overload[] | undefined {
    for (const candidate of candidateNames(this.declarations.container, name)) {
      const overloads = this.declarations.functions.get(candidate);
      if (overloads !== undefined) return overloads;
    }
    return undefined;
  }

  private function(node: CallNode, name: string, args: readonly Expression[], member: boolean): Type {
    const overloads = this.functionNamed(name);
    if (overloads === undefined) {
      this.undeclared(node.offset, name);
      return types.error;
    }
    return this.applied(node, overloads, args, member);
  }

  private applied(node: CallNode, all: readonly Overload[], args: readonly Expression[], member: boolean): Type {
    const overloads = all.filter((overload) => overload.member === member);
    const name = all[0]?.name ?? node.name;
    const given = args.map((arg) => this.types.get(arg) ?? types.error);
    if (name === operators.and || name === operators.or) {
      this.calls.set(node, { name, args, overloads, member });
      let right = true;
      for (const [at, type] of given.entries()) {
        if (this.inference.assign(type, types.bool)) continue;
        this.mismatch(args[at] ?? node, types.bool, type);
        right = false;
      }
      return right ? types.bool : types.error;
    }
    const resolution = resolve(this.inference, overloads, given);
    if (resolution !== undefined) {
      this.calls.set(node, { name, args, overloads: resolution.overloads, member });
      return resolution.type;
    }
    this.calls.set(node, { name, args, overloads, member });
    const applied = appliedTo(this.inference, given, member);
    this.report(node.offset, `found no matching overload for '${name}' applied to '${applied}'`);
    return types.error;
  }

  private mismatch(node: Expression, wanted: Type, actual: Type): void {
    this.report(node.offset, `expected type '${String(wanted)}' but found '${String(actual)}'`);
  }

  /** The type of an item of a literal: what is in the optional when it was written with a question mark. */
  private element(node: Expression, optional: boolean): Type {
    const type = this.check(node);
    if (optional && isOptional(type)) return type.parameters[0] ?? types.dyn;
    if (optional && !isDynOrError(type)) this.mismatch(node, optionalType(type), type);
    return type;
  }

  private joined(before: Type | undefined, type: Type): Type {
    if (before === undefined) return type;
    const joined = this.inference.join(before, type);
    return joined ?? types.dyn;
  }

  private list(nodes: readonly Expression[], optional: ReadonlySet<number>): Type {
    let items: Type | undefined;
    for (const [at, item] of nodes.entries()) items = this.joined(items, this.element(item, optional.has(at)));
    return listType(items ?? this.inference.fresh());
  }

  private map(node: MapNode): Type {
    let keys: Type | undefined;
    let values: Type | undefined;
    for (const { key, value, optional } of node.entries) {
      keys = this.joined(keys, this.check(key));
      values = this.joined(values, this.element(value, optional));
    }
    return mapType(keys ?? this.inference.fresh(), values ?? this.inference.fresh());
  }

  private struct(node: StructNode): Type {
    const declaration = candidateNames(this.declarations.container, node.type)
      .map((name) => this.declarations.findStruct(name))
      .find((found) => found !== undefined);
    if (declaration === undefined) {
      const other = this.scopes.find(node.type);
      if (other === undefined) this.undeclared(node.offset, node.type);
      else this.report(node.offset, `'${String(other.type)}' is not a message type`);
      for (const { value } of node.fields) this.check(value);
      return types.error;
    }
    this.structs.set(node, declaration);
    for (const field of node.fields) {
      const type = this.element(field.value, field.optional);
      const wanted = declaration.type.fields?.(field.name);
      if (wanted === undefined) this.report(field.offset, `undefined field '${field.name}'`);
      else if (!this.inference.assign(wanted, type)) {
        this.report(
          field.offset,
          `expected type of field '${field.name}' is '${String(wanted)}' but provided type is '${String(type)}'`,
        );
      }
    }
    return declaration.type;
  }

  private fold(node: ComprehensionNode): Type {
    const range = this.inference.known(this.check(node.range));
    const start = this.check(node.init);
    const [first, second] = this.itemTypes(node, range);
    const variables: FoldVariables = {
      accumulator: { name: node.accumulator, type: start },
      first: { name: node.variable, type: first },
      second: node.second === undefined ? undefined : { name: node.second, type: second },
    };
    this.folds.set(node, variables);
    const outer = this.scopes.enter([variables.accumulator]);
    const { first: one, second: other } = variables;
    const inner = this.scopes.enter(other === undefined ? [one] : [one, other]);
    this.demand(node.condition, types.bool, this.check(node.condition));
    this.demand(node.step, start, this.check(node.step));
    this.scopes.leave(inner);
    const result = this.check(node.result);
    this.scopes.leave(outer);
    return this.inference.known(result);
  }

  private demand(node: Expression, wanted: Type, type: Type): void {
    if (!this.inference.assign(wanted, type)) this.mismatch(node, wanted, type);
  }

  /** Types of the first and the second variable of a fold over a range. */
  private itemTypes(node: ComprehensionNode, range: Type): readonly [Type, Type] {
    const two = node.second !== undefined;
    const [first = types.dyn, second = types.dyn] = range.parameters;
    if (range.kind === 'list') return two ? [types.int, first] : [first, first];
    if (range.kind === 'map') return [first, second];
    if ((isDynOrError(range) && range !== types.any) || range.kind === 'param') {
      this.inference.assign(types.dyn, range);
      return [types.dyn, types.dyn];
    }
    this.report(
      node.range.offset,
      `expression of type '${String(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
    );
    return [types.error, types.error];
  }
}
