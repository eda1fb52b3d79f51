// A rule as a program: its types are checked with those of the value that it judges, and its cost is estimated.

import type { Vendor } from '../../vendor/vendor.ts';
import type { Schema } from '../../schema/schema.ts';
import type { SizeAt } from '../../expression/cost/sizes.ts';
import type { Bounds } from '../../expression/schema/schema-sizes.ts';
import type { Program } from '../../expression/evaluate/compile.ts';
import type { JsonSchema } from '../structural/json-schema.ts';
import type { ValidationRule } from './rule.ts';
import { type CheckedExpression, Environment } from '../../expression/environment.ts';
import { libraryTypes } from '../../expression/library/named-types.ts';
import { declaredType } from '../../expression/schema/declared-type.ts';
import { schemaSizes } from '../../expression/schema/schema-sizes.ts';
import { ExpressionError } from '../../expression/syntax/issue.ts';
import { optionalType, sameType, type Type, types } from '../../expression/type/type.ts';
import { optionsOfVersion, servedVersion, writtenVersion } from '../../expression/versions.ts';
import { readFieldPath } from './field-path.ts';

/** The values that rules judge: of this schema. */
export interface RuleSubject {
  readonly source: JsonSchema;
  readonly schema: Schema;
  readonly boundsOf: (schema: Schema) => Bounds | undefined;
}

/** An expression that can run, and what a run may cost at most. */
export interface Costed {
  readonly program: Program;
  readonly cost: number;
}

export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Undefined: the rule is empty, or has the fault. */
  readonly condition: Costed | undefined;
  readonly fault: string | undefined;
  /** Whether it reads the value before the update. */
  readonly usesOld: boolean;
  /** Undefined: it has no expression for its message, or that has the fault. */
  readonly message: Costed | undefined;
  readonly messageFault: string | undefined;
  /** The field at fault, from the value on; '' the value itself. */
  readonly field: string;
}

/** Which expressions may use what this version of the service brought: those that a definition had before. */
export interface KnownExpressions {
  readonly rules: ReadonlySet<string>;
  readonly messages: ReadonlySet<string>;
}

/** What types of values are called in messages. */
export const subjectName = 'self';
const old = 'oldSelf';

/** The language of rules. */
export class RuleLanguage {
  readonly #written: Environment;
  readonly #stored: Environment;

  constructor(vendor: Vendor) {
    const named = libraryTypes(vendor.fill('{maker}'));
    const { listLiteralCost } = vendor.behaviour;
    const at = (version: number): Environment =>
      new Environment({ ...optionsOfVersion(version, named), variables: new Map(), listLiteralCost });
    this.#written = at(writtenVersion);
    this.#stored = at(servedVersion);
  }

  /** `known`: undefined for rules that are stored already, which all may use what this version brought. */
  compile(rule: ValidationRule, subject: RuleSubject, known: KnownExpressions | undefined): CompiledRule {
    const nothing = { rule, condition: undefined, fault: undefined, usesOld: false };
    const noMessage = { message: undefined, messageFault: undefined, field: '' };
    if (rule.rule.trim() === '') return { ...nothing, ...noMessage };
    const self = declaredType(subject.schema, subjectName);
    const variables = new Map([
      [subjectName, self],
      [old, rule.optionalOldSelf === true ? optionalType(self) : self],
    ]);
    const condition = this.#expression(rule.rule, known?.rules, subject, variables, ofRule);
    if ('fault' in condition) return { ...nothing, ...noMessage, fault: condition.fault };
    const { messageExpression } = rule;
    const message =
      messageExpression === ''
        ? undefined
        : this.#expression(messageExpression, known?.messages, subject, variables, ofMessage);
    const path = rule.fieldPath === '' ? undefined : readFieldPath(rule.fieldPath, subject.source);
    return {
      rule,
      condition,
      fault: undefined,
      usesOld: condition.reads.has(old),
      message: message === undefined || 'fault' in message ? undefined : message,
      messageFault: message !== undefined && 'fault' in message ? message.fault : undefined,
      field: path !== undefined && 'path' in path ? path.path : '',
    };
  }

  #expression(
    source: string,
    known: ReadonlySet<string> | undefined,
    { schema, boundsOf }: RuleSubject,
    variables: ReadonlyMap<string, Type>,
    words: Wording,
  ): (Costed & { readonly reads: ReadonlySet<string> }) | { readonly fault: string } {
    const environment = known === undefined || known.has(source) ? this.#stored : this.#written;
    let expression: CheckedExpression;
    try {
      expression = environment.check(source, variables);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { fault: `${words.compilation}: ${error.message}` };
    }
    if (!sameType(expression.type, words.type)) return { fault: words.wrongType };
    const reads = new Set([...expression.checked.variables.values()].map(({ name }) => name));
    const ofSubject = schemaSizes(new Map([[subjectName, schema]]), boundsOf);
    // As the reference server has it, what any path begins with counts as the value.
    const sizes: SizeAt = ([, ...path]) => ofSubject([subjectName, ...path]);
    try {
      const program = environment.program(source, expression.checked);
      return { program, cost: environment.estimate(expression, sizes).most, reads };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { fault: `${words.instantiation}: ${error.message}` };
    }
  }
}

/** What the type of an expression has to be, and what is said of one that cannot be used. */
interface Wording {
  readonly type: Type;
  readonly compilation: string;
  readonly wrongType: string;
  readonly instantiation: string;
}

const ofRule: Wording = {
  type: types.bool,
  compilation: 'compilation failed',
  wrongType: 'cel expression must evaluate to a bool',
  instantiation: 'program instantiation failed',
};

const ofMessage: Wording = {
  type: types.string,
  compilation: 'messageExpression compilation failed',
  wrongType: 'messageExpression must evaluate to a string',
  instantiation: 'messageExpression instantiation failed',
};
