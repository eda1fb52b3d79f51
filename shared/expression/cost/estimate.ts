// The cost of an expression before it runs, at worst: sizes come from literals, from types, and from what the schema says of
// the values at a path. A rule whose estimate is beyond its limit is refused when it is written.

import type { Checked } from '../check/checked.ts';
import { accumulator, type CallNode, type ComprehensionNode, type Expression, operators } from '../syntax/tree.ts';
import { types } from '../type/type.ts';
import { type CallEstimate, libraryEstimate, type Operand } from './call-estimate.ts';
import { baseEstimate } from './base-estimate.ts';
import { traversalFactor } from './call-cost.ts';
import { exactly, product, type Range, scaled, sum, unbounded, union, unknown, zero } from './range.ts';
import {
  type EntrySizes,
  literalSize,
  type LocalVariable,
  type Path,
  type SizeAt,
  typeSize,
  unionOfEntries,
} from './sizes.ts';

/** What literals cost. */
export interface LiteralPrices {
  readonly list: number;
  readonly map: number;
  readonly struct: number;
}

/** The least and the most that an evaluation can cost. */
export function estimateCost(checked: Checked, prices: LiteralPrices, sizeAt: SizeAt): Range {
  return new Estimator(checked, prices, sizeAt).cost(checked.root);
}

class Estimator {
  private readonly checked: Checked;
  private readonly prices: LiteralPrices;
  private readonly sizeAt: SizeAt;
  private readonly paths = new Map<Expression, Path>();
  private readonly sizes = new Map<Expression, Range>();
  private readonly entries = new Map<Expression, EntrySizes>();
  private readonly locals = new Map<string, LocalVariable[]>();

  constructor(checked: Checked, prices: LiteralPrices, sizeAt: SizeAt) {
    this.checked = checked;
    this.prices = prices;
    this.sizeAt = sizeAt;
  }

  cost(node: Expression): Range {
    const variable = this.checked.variables.get(node);
    if (variable !== undefined) return this.name(node, variable.name);
    switch (node.kind) {
      case 'literal':
        return zero;
      case 'identifier':
        return this.name(node, node.name);
      case 'select': {
        const operand = this.cost(node.operand);
        if (node.test) return operand;
        this.paths.set(node, [...this.pathOf(node.operand), node.field]);
        const { kind } = this.typeOf(node.operand);
        return kind === 'map' || kind === 'struct' || kind === 'param' ? sum(operand, exactly(1)) : operand;
      }
      case 'call':
        return this.call(node);
      case 'list': {
        const costs = node.items.map((item) => this.cost(item));
        this.entries.set(node, { container: 'list', key: exactly(1), value: this.unionOf(node.items) });
        return sum(...costs, exactly(this.prices.list));
      }
      case 'map': {
        const costs = node.entries.flatMap(({ key, value }) => [this.cost(key), this.cost(value)]);
        const keys = this.unionOf(node.entries.map(({ key }) => key));
        const values = this.unionOf(node.entries.map(({ value }) => value));
        this.entries.set(node, { container: 'map', key: keys, value: values });
        return sum(...costs, exactly(this.prices.map));
      }
      case 'struct':
        return sum(...node.fields.map(({ value }) => this.cost(value)), exactly(this.prices.struct));
      case 'comprehension':
        return isBinding(node) ? this.binding(node) : this.fold(node);
    }
  }

  private typeOf(node: Expression) {
    return this.checked.types.get(node) ?? types.dyn;
  }

  private name(node: Expression, name: string): Range {
    this.paths.set(node, this.local(name)?.path ?? [name]);
    return exactly(1);
  }

  private local(name: string): LocalVariable | undefined {
    return this.locals.get(name)?.at(-1);
  }

  private push(name: string, variable: LocalVariable): void {
    const known = this.locals.get(name);
    if (known === undefined) this.locals.set(name, [variable]);
    else known.push(variable);
  }

  private pathOf(node: Expression): Path {
    const local = node.kind === 'identifier' ? this.local(node.name) : undefined;
    return local?.path ?? this.paths.get(node) ?? [];
  }

  private sizeOf(node: Expression): Range | undefined {
    const known = this.sizes.get(node) ?? literalSize(node);
    if (known !== undefined) return known;
    const path = this.pathOf(node);
    const found = path.length === 0 ? undefined : this.sizeAt(path);
    if (found !== undefined) {
      this.sizes.set(node, found);
      return found;
    }
    return typeSize(this.typeOf(node)) ?? (node.kind === 'identifier' ? this.local(node.name)?.size : undefined);
  }

  private entriesOf(node: Expression): EntrySizes | undefined {
    return this.entries.get(node) ?? (node.kind === 'identifier' ? this.local(node.name)?.entries : undefined);
  }

  /** The size that each of the nodes may have. */
  private unionOf(nodes: readonly Expression[]): Range {
    if (nodes.length === 0) return zero;
    return nodes.map((node) => this.sizeOf(node) ?? unknown).reduce(union);
  }

  private operand(node: Expression): Operand {
    const whole = this.pathOf(node);
    const path = whole[0] === accumulator ? [] : whole;
    const type = this.typeOf(node);
    const [item] = type.parameters;
    const size = this.sizeOf(node);
    const items =
      item === undefined
        ? undefined
        : { type: item, size: path.length === 0 ? undefined : this.sizeAt([...path, '@items']) };
    return { node, type, size, items };
  }

  private call(node: CallNode): Range {
    const resolved = this.checked.calls.get(node);
    const written = resolved?.member === true ? resolved.args.slice(1) : (resolved?.args ?? node.args);
    const [first] = written;
    if (node.name === 'dyn' && first !== undefined) return this.dynamic(node, first);
    const costs = written.map((arg) => this.cost(arg));
    const args = written.map((arg) => this.operand(arg));
    const target = resolved?.member === true ? resolved.args[0] : undefined;
    const before = target === undefined ? zero : this.cost(target);
    const on = target === undefined ? undefined : this.operand(target);
    let cost: Range = { least: unbounded, most: 0 };
    let result: Range | undefined;
    const ids = resolved?.overloads.map(({ id }) => id) ?? [];
    for (const id of ids.length === 0 ? [''] : ids) {
      const estimate = this.overload(node, resolved?.name ?? node.name, id, on, args, costs);
      cost = union(cost, estimate.cost);
      if (estimate.result !== undefined)
        result = result === undefined ? estimate.result : union(result, estimate.result);
      if (first !== undefined && (id === 'index_list' || id === 'index_map')) {
        result = this.entriesOf(first)?.value;
        this.paths.set(node, [...this.pathOf(first), id === 'index_list' ? '@items' : '@values']);
      }
      result ??= this.sizeOf(node);
    }
    if (result !== undefined) this.sizes.set(node, result);
    return sum(before, cost);
  }

  /** `dyn(x)` is as large as `x`. */
  private dynamic(node: CallNode, arg: Expression): Range {
    const cost = sum(this.cost(arg), exactly(1));
    this.copySizes(node, arg);
    return cost;
  }

  private copySizes(to: Expression, from: Expression): void {
    const [size, entries] = [this.sizeOf(from), this.entriesOf(from)];
    if (size !== undefined) this.sizes.set(to, size);
    if (entries !== undefined) this.entries.set(to, entries);
  }

  private overload(
    node: CallNode,
    name: string,
    id: string,
    target: Operand | undefined,
    args: readonly Operand[],
    costs: readonly Range[],
  ): CallEstimate {
    const all = sum(...costs);
    const own = libraryEstimate(name, id, target, args);
    if (own !== undefined) return { ...own, cost: sum(own.cost, all) };
    const [first, second, third] = args;
    const [firstCost = zero, secondCost = zero, thirdCost = zero] = costs;
    const size = (operand: Operand | undefined): Range => operand?.size ?? unknown;
    const letters = (range: Range): Range => scaled(range, traversalFactor);
    if (name === operators.and || name === operators.or) {
      return { cost: { least: firstCost.least, most: sum(firstCost, secondCost).most } };
    }
    if (name === operators.conditional && second !== undefined && third !== undefined) {
      const entries = unionOfEntries(this.entriesOf(second.node), this.entriesOf(third.node));
      if (entries !== undefined) this.entries.set(node, entries);
      return { cost: sum(firstCost, union(secondCost, thirdCost)), result: union(size(second), size(third)) };
    }
    if (id === 'add_list' || id === 'add_string' || id === 'add_bytes') {
      const result = sum(size(first), size(second));
      const entries = first && second && unionOfEntries(this.entriesOf(first.node), this.entriesOf(second.node));
      if (entries !== undefined) this.entries.set(node, entries);
      return { cost: sum(id === 'add_list' ? exactly(1) : letters(result), all), result };
    }
    const base = baseEstimate(id, target, args);
    return base === undefined ? { cost: sum(exactly(1), all) } : { ...base, cost: sum(base.cost, all) };
  }

  private binding(node: ComprehensionNode): Range {
    const before = sum(this.cost(node.range), this.cost(node.init));
    const { init } = node;
    this.push(node.accumulator, { path: this.pathOf(init), size: this.sizeOf(init), entries: this.entriesOf(init) });
    const result = this.cost(node.result);
    this.locals.get(node.accumulator)?.pop();
    this.copySizes(node, node.result);
    return sum(before, result);
  }

  private fold(node: ComprehensionNode): Range {
    const { range, init } = node;
    const before = sum(this.cost(range), this.cost(init));
    this.push(node.accumulator, { path: this.pathOf(init), size: this.sizeOf(init), entries: this.entriesOf(init) });
    const entries = this.entriesOf(range);
    const container = entries?.container ?? this.typeOf(range).kind;
    const part = (name: string, size: Range | undefined): LocalVariable => {
      return { path: [...this.pathOf(range), name], size, entries: undefined };
    };
    const items = part(container === 'list' ? '@items' : '@values', entries?.value);
    const keys = part(container === 'list' ? '@indices' : '@keys', entries?.key);
    this.push(node.variable, node.second === undefined && container === 'list' ? items : keys);
    if (node.second !== undefined) this.push(node.second, items);
    const each = sum(this.cost(node.condition), this.cost(node.step));
    this.locals.get(node.variable)?.pop();
    if (node.second !== undefined) this.locals.get(node.second)?.pop();
    const result = this.cost(node.result);
    this.locals.get(node.accumulator)?.pop();
    const count = this.sizeOf(range) ?? unknown;
    this.foldSizes(node, count);
    return sum(before, result, product(count, each));
  }

  private foldSizes(node: ComprehensionNode, count: Range): void {
    const { init, step } = node;
    if (init.kind === 'literal') {
      const size = this.sizeOf(init);
      if (size !== undefined) this.sizes.set(node, size);
    } else if (init.kind === 'list' || init.kind === 'map') {
      this.sizes.set(node, count);
      const entries = this.entriesOf(step);
      if (entries !== undefined) this.entries.set(node, entries);
    }
  }
}

/** A fold over nothing that gives a value a name. */
function isBinding({ range, condition, accumulator: name }: ComprehensionNode): boolean {
  return (
    range.kind === 'list' &&
    range.items.length === 0 &&
    condition.kind === 'literal' &&
    condition.value === false &&
    name !== accumulator
  );
}
