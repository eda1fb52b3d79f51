// Validates an object by the rules of its schema, with the messages of the reference server. Every run has a cost. When the
// budget of the object is used up, the object is refused, and the other rules do not run.

import type { FieldError } from '../../object/field-error.ts';
import type { Value } from '../../expression/value/value.ts';
import type { Markers } from '../structural/json-schema.ts';
import type { CompiledRule, Costed } from './rule-program.ts';
import type { RuleNode } from './rule-tree.ts';
import { costLimits, longestMessage } from '../../expression/cost/limits.ts';
import { EvaluationAborted } from '../../expression/evaluate/frame.ts';
import { Failure, Optional } from '../../expression/value/value.ts';
import {
  duplicateValue,
  fieldErrorMessage,
  forbiddenField,
  invalidValue,
  required,
} from '../../object/field-error-message.ts';
import { ownValue } from '../../schema/assign-key.ts';
import { isSchema } from '../structural/json-schema.ts';
import { Correlation, oldItems } from '../structural/correlation.ts';
import { messageOfRule, nameOfRule } from './rule.ts';

/** What is judged, and how an update is treated. */
export interface Judged {
  readonly value: unknown;
  /** Before an update; undefined: there was none. */
  readonly old: unknown;
  /** Where the value stands; '' for an object. */
  readonly field: string;
  /** Whether a rule that a value broke before the update, which leaves the value as it is, only warns. */
  readonly ratchets: boolean;
  /** Takes the warnings. */
  readonly warn: (text: string) => void;
  /** What may be spent. */
  readonly budget: number;
}

export interface RuleVerdict {
  readonly errors: readonly FieldError[];
  /** What is left of the budget; below 0: it was used up. */
  readonly budget: number;
}

export function runRules(markers: Markers, tree: RuleNode, judged: Judged): RuleVerdict {
  const { value, old, field, ratchets } = judged;
  const run = new Run(markers, judged);
  const correlation = ratchets && old !== undefined ? Correlation.ofRoot(markers, tree.source, value, old) : undefined;
  run.judge(tree, value, old, field, correlation);
  return { errors: run.errors, budget: run.budget };
}

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** No rule is run any more. */
class Ended extends Error {}

class Run {
  readonly errors: FieldError[] = [];
  budget: number;
  readonly #markers: Markers;
  readonly #warn: (text: string) => void;

  constructor(markers: Markers, { warn, budget }: Judged) {
    this.#markers = markers;
    this.#warn = warn;
    this.budget = budget;
  }

  judge(tree: RuleNode, value: unknown, old: unknown, field: string, correlation: Correlation | undefined): void {
    try {
      this.#node(tree, value, old, field, correlation);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      this.budget = -1;
    }
  }

  #node(node: RuleNode, value: unknown, old: unknown, field: string, correlation: Correlation | undefined): void {
    if (value === null || value === undefined) return;
    if (node.rules.length > 0) this.#rules(node, value, old ?? undefined, field, correlation);
    if (Array.isArray(value)) this.#items(node, value, old, field, correlation);
    else if (isSchema(value)) this.#fields(node, value, old, field, correlation);
  }

  #items(
    { source, items }: RuleNode,
    value: readonly unknown[],
    old: unknown,
    field: string,
    correlation: Correlation | undefined,
  ): void {
    if (items === undefined) return;
    const before = oldItems(this.#markers, source, old);
    for (const [index, one] of value.entries())
      this.#node(items, one, before?.(one), `${field}[${index}]`, correlation?.item(index));
  }

  #fields(
    { additional, properties }: RuleNode,
    value: Readonly<Record<string, unknown>>,
    old: unknown,
    field: string,
    correlation: Correlation | undefined,
  ): void {
    const before = (name: string): unknown => (isSchema(old) ? ownValue(old, name) : undefined);
    if (additional !== undefined) {
      for (const key of Object.keys(value))
        this.#node(additional, value[key], before(key), `${field}[${key}]`, correlation?.key(key));
    }
    for (const [name, node] of properties) {
      if (!Object.hasOwn(value, name)) continue;
      this.#node(node, value[name], before(name), field === '' ? name : `${field}.${name}`, correlation?.key(name));
    }
  }

  #rules(node: RuleNode, value: unknown, old: unknown, field: string, correlation: Correlation | undefined): void {
    const { adapt } = node;
    if (adapt === undefined) return;
    if (this.budget <= 0) this.#end(invalidValue(shown(field), node.type, outOfBudget));
    const self = adapt(value);
    const before = old === undefined ? undefined : adapt(old);
    for (const rule of node.rules) this.#rule({ node, rule, self, before, field, correlation });
  }

  #rule(step: Step): void {
    const { node, rule, self, before, field } = step;
    const { condition, fault, usesOld } = rule;
    const place = shown(field);
    if (fault !== undefined) this.errors.push(invalidValue(place, node.type, `rule compile error: ${fault}`));
    if (condition === undefined) return;
    const optional = rule.rule.optionalOldSelf === true;
    if (usesOld && before === undefined && !optional) return;
    const inputs = new Map<string, Value>([['self', self]]);
    if (optional) inputs.set('oldSelf', new Optional(before));
    else if (before !== undefined) inputs.set('oldSelf', before);
    const ran = this.#run(condition, inputs);
    const name = nameOfRule(rule.rule);
    if ('stopped' in ran) {
      const detail = `'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`;
      this.#end(invalidValue(place, node.type, ran.stopped === 'budget' ? outOfBudget : detail));
    }
    if (ran.value instanceof Failure) {
      const { message } = ran.value;
      const detail = message.startsWith('no such overload')
        ? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`
        : `${message} evaluating rule: ${name}`;
      this.errors.push(invalidValue(place, node.type, detail));
    } else if (ran.value !== true) {
      this.#broken(step);
    }
  }

  #broken(step: Step): void {
    const { node, rule, field, correlation } = step;
    const place = rule.field === '' ? shown(field) : field === '' ? rule.field : `${field}.${rule.field}`;
    const ratcheted = !rule.usesOld && correlation?.isUnchanged() === true;
    const report = (error: FieldError): void => {
      if (ratcheted) this.#warn(`${error.field}: ${fieldErrorMessage(error)}`);
      else this.errors.push(error);
    };
    const made = rule.message === undefined ? undefined : this.#message(rule, rule.message, step);
    if (typeof made === 'object') {
      report(invalidValue(place, node.type, made.ended));
      throw new Ended();
    }
    report(faultOf(rule, place, node.type, made ?? messageOfRule(rule.rule)));
  }

  #message(rule: CompiledRule, message: Costed, { self, before }: Step): Made {
    const inputs = new Map<string, Value>([['self', self]]);
    // Also where `oldSelf` is optional: without it the expression has no value, and the error shows the rule's own message.
    if (before !== undefined) inputs.set('oldSelf', before);
    const ran = this.#run(message, inputs);
    if ('stopped' in ran) {
      const rest = 'no further validation rules will be run';
      if (ran.stopped === 'budget')
        return { ended: `messageExpression evaluation failed due to running out of cost budget, ${rest}` };
      const source = JSON.stringify(rule.rule.messageExpression);
      return { ended: `${rest} due to call cost exceeds limit for messageExpression: ${source}` };
    }
    const text = typeof ran.value === 'string' ? ran.value.trim() : '';
    return text === '' || text.includes('\n') || Buffer.byteLength(text) > longestMessage ? undefined : text;
  }

  /** Spends what the run costs. */
  #run({ program }: Costed, inputs: ReadonlyMap<string, Value>): Ran {
    let ran: Ran;
    let spent: number;
    try {
      const { value, cost } = program.evaluate(inputs, { limit: costLimits.run });
      ran = { value };
      spent = cost;
    } catch (error) {
      if (!(error instanceof EvaluationAborted)) throw error;
      ran = { stopped: 'run' };
      spent = costLimits.run + 1;
    }
    if (spent > this.budget) return { stopped: 'budget' };
    this.budget -= spent;
    return ran;
  }

  #end(fault: FieldError): never {
    this.errors.push(fault);
    throw new Ended();
  }
}

/** A message; why no rule is run any more; undefined: the expression gives none. */
type Made = string | { readonly ended: string } | undefined;

/** The value of an expression; or which limit ended it, its own or that of the object. */
type Ran = { readonly value: Value } | { readonly stopped: 'run' | 'budget' };

/** A rule that is asked about a value. */
interface Step {
  readonly node: RuleNode;
  readonly rule: CompiledRule;
  readonly self: Value;
  readonly before: Value | undefined;
  readonly field: string;
  readonly correlation: Correlation | undefined;
}

/** A fault of a whole object names no field. */
function shown(field: string): string {
  return field === '' ? '<nil>' : field;
}

function faultOf({ rule: { reason } }: CompiledRule, field: string, value: string, message: string): FieldError {
  if (reason === 'FieldValueForbidden') return forbiddenField(field, message);
  if (reason === 'FieldValueRequired') return required(field, message);
  return reason === 'FieldValueDuplicate' ? duplicateValue(field, value) : invalidValue(field, value, message);
}
