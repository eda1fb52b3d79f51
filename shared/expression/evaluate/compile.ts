// A checked tree becomes closures, once; evaluations only call them. Variables get places in the frame.

import type { Checked } from '../check/checked.ts';
import type { Variable } from '../declare/declarations.ts';
import { type CallNode, type ComprehensionNode, type Expression, type LiteralNode, operators } from '../syntax/tree.ts';
import { mapInsert } from '../syntax/two-variable-macro.ts';
import { types } from '../type/type.ts';
import { Double, Failure, integer, Uint, type Value } from '../value/value.ts';
import { call } from './call.ts';
import { type Code, constantCode } from './code.ts';
import { listCode, type LiteralCosts, mapCode, structCode } from './collection.ts';
import { fold } from './fold.ts';
import { Frame } from './frame.ts';
import { conditional, logical, notStrictlyFalse, orElse } from './logic.ts';
import { indexed, select, selectOptional, test } from './path.ts';

/** What an evaluation gave, and what it cost. */
export interface Outcome {
  readonly value: Value;
  readonly cost: number;
}

export interface EvaluationOptions {
  /** Most that the evaluation may cost. Default: no limit. */
  readonly limit?: number;
  /** Asked now and then: true ends the evaluation. */
  readonly interrupted?: () => boolean;
}

/** An expression that can run, any number of times. */
export interface Program {
  /** Names of variables that it may read. */
  readonly inputs: readonly string[];
  /** The value of the expression; a failure where it has none. Throws EvaluationAborted beyond the limit. */
  evaluate(inputs: ReadonlyMap<string, Value>, options?: EvaluationOptions): Outcome;
}

/** Throws a ConstantFault where a constant cannot be what a function needs. */
export function compile(checked: Checked, costs: LiteralCosts): Program {
  const compiler = new Compiler(checked, costs);
  const { run } = compiler.code(checked.root);
  const inputs = [...compiler.inputs];
  const blank = Array.from<Value>({ length: compiler.slotCount }).fill(null);
  return {
    inputs: inputs.map(([name]) => name),
    evaluate(values, { limit = Number.POSITIVE_INFINITY, interrupted } = {}) {
      const slots = blank.slice();
      for (const [name, slot] of inputs) slots[slot] = values.get(name) ?? missing(values, name);
      const frame = new Frame(slots, limit, interrupted);
      return { value: run(frame), cost: frame.cost };
    },
  };
}

function missing(values: ReadonlyMap<string, Value>, name: string): Value {
  return values.has(name) ? null : new Failure(`no such attribute(s): ${name}`);
}

class Compiler {
  readonly inputs = new Map<string, number>();
  slotCount = 0;
  private readonly checked: Checked;
  private readonly costs: LiteralCosts;
  private readonly slots = new Map<Variable, number>();

  constructor(checked: Checked, costs: LiteralCosts) {
    this.checked = checked;
    this.costs = costs;
  }

  code(node: Expression): Code {
    const variable = this.checked.variables.get(node);
    if (variable !== undefined) return this.variable(variable);
    switch (node.kind) {
      case 'literal':
        return constantCode(literalValue(node));
      case 'identifier': {
        const failure = new Failure(`undeclared reference to '${node.name}'`);
        return { run: () => failure };
      }
      case 'select':
        return node.test ? test(this.code(node.operand), node.field) : select(this.code(node.operand), node.field);
      case 'call':
        return this.call(node);
      case 'list':
        return listCode(
          node.items.map((item) => this.code(item)),
          node.optional,
          this.costs,
        );
      case 'map':
        return mapCode(
          node.entries.map(({ key, value, optional }) => ({ key: this.code(key), value: this.code(value), optional })),
          this.costs,
        );
      case 'struct':
        return this.struct(node);
      case 'comprehension':
        return this.fold(node);
    }
  }

  private variable(variable: Variable): Code {
    if (variable.constant !== undefined) return constantCode(variable.constant);
    let slot = this.slots.get(variable);
    if (slot === undefined) {
      slot = this.slot(variable);
      this.inputs.set(variable.name, slot);
    }
    const place = slot;
    const bare = (frame: Frame): Value => frame.slots[place] as Value;
    return {
      run: (frame) => {
        frame.spend(1);
        return frame.slots[place] as Value;
      },
      bare,
    };
  }

  private slot(variable: Variable): number {
    const slot = this.slotCount;
    this.slotCount += 1;
    this.slots.set(variable, slot);
    return slot;
  }

  private struct(node: Expression & { readonly kind: 'struct' }): Code {
    const declaration = this.checked.structs.get(node);
    const fields = node.fields.map(({ name, value, optional }) => ({ name, value: this.code(value), optional }));
    if (declaration !== undefined) return structCode(declaration, fields, this.costs);
    const failure = new Failure(`unknown type: ${node.type}`);
    return { run: () => failure };
  }

  private call(node: CallNode): Code {
    const resolved = this.checked.calls.get(node);
    if (resolved === undefined) {
      const failure = new Failure(`no such function: ${node.name}`);
      return { run: () => failure };
    }
    const args = resolved.args.map((arg) => this.code(arg));
    const special = this.special(resolved.name, node, args);
    if (special !== undefined) return special;
    return call(
      resolved,
      args,
      resolved.args.map((arg) => this.checked.types.get(arg) ?? types.dyn),
    );
  }

  /** Operators that are no functions of their values. */
  private special(name: string, node: CallNode, [first, second, third]: readonly Code[]): Code | undefined {
    if (first === undefined) return undefined;
    if (name === operators.notStrictlyFalse) return notStrictlyFalse(first);
    if (second === undefined) return undefined;
    switch (name) {
      case operators.and:
        return logical(first, second, false);
      case operators.or:
        return logical(first, second, true);
      case operators.conditional:
        return third === undefined ? undefined : conditional(first, second, third);
      case operators.index:
      case operators.optionalIndex:
        return indexed(first, second, name === operators.optionalIndex);
      case operators.optionalSelect:
        return selectOptional(first, typeof second.constant === 'string' ? second.constant : '');
      case 'or':
      case 'orValue':
        return orElse(first, second, name === 'orValue');
      case operators.in:
        return this.constantMembership(node, first, second);
      default:
        return undefined;
    }
  }

  /** `x in [constants]` looks into a set and costs nothing beside `x`. */
  private constantMembership(node: CallNode, item: Code, list: Code): Code | undefined {
    const [overload] = this.checked.calls.get(node)?.overloads ?? [];
    if (list.constant === undefined || overload?.id !== 'in_list') return undefined;
    const [container, isIn] = [list.constant, overload.call];
    return {
      run: (frame) => {
        const value = item.run(frame);
        return value instanceof Failure ? value : isIn(value, container, null, null);
      },
    };
  }

  private fold(node: ComprehensionNode): Code {
    const variables = this.checked.folds.get(node);
    if (variables === undefined) throw new TypeError('a fold that was not checked');
    const range = this.code(node.range);
    const init = this.code(node.init);
    const accumulator = this.slot(variables.accumulator);
    const first = this.slot(variables.first);
    const second = variables.second === undefined ? undefined : this.slot(variables.second);
    return fold({
      range,
      init,
      accumulator,
      first,
      second,
      condition: this.code(node.condition),
      step: this.code(node.step),
      result: this.code(node.result),
      grows: grown(node),
    });
  }
}

/** What a fold of a macro builds, entry by entry. */
function grown({ init, step, accumulator }: ComprehensionNode): 'list' | 'map' | undefined {
  const added = step.kind === 'call' && step.name === operators.conditional ? step.args[1] : step;
  if (added?.kind !== 'call' || added.args[0]?.kind !== 'identifier' || added.args[0].name !== accumulator)
    return undefined;
  if (added.name === operators.add && init.kind === 'list' && init.items.length === 0) return 'list';
  return added.name === mapInsert ? 'map' : undefined;
}

function literalValue({ value }: LiteralNode): Value {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  if ('int' in value) return integer(value.int);
  return 'uint' in value ? new Uint(value.uint) : new Double(value.double);
}
