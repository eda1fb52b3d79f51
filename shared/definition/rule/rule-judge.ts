// Checks that the rules of a schema can be run: their types match the values, and their worst-case cost is within the limits of
// each of them and of all together (CEL-046).

import type { FieldError } from '../../object/field-error.ts';
import type { JsonSchema, Markers } from '../structural/json-schema.ts';
import type { CompiledRule, KnownExpressions, RuleLanguage } from './rule-program.ts';
import { costLimits, largestRequest } from '../../expression/cost/limits.ts';
import { shortest } from '../../expression/schema/schema-sizes.ts';
import { forbiddenField, invalidValue } from '../../object/field-error-message.ts';
import { type ValidationRule, rulesAt } from './rule.ts';
import { VisibleSchemas } from './visible-schema.ts';

/** Where a schema with rules stands. */
export interface RulePlace {
  /** Of the schema. */
  readonly path: string;
  /** Whether its values have kind, version and metadata. */
  readonly isObject: boolean;
  /** How many values of the schema an object may have; undefined: as many as fit into a request. */
  readonly most: number | undefined;
  /** The schema around it whose values are not matched with those before an update; undefined: they are all matched. */
  readonly unmatched: string | undefined;
}

export interface JudgeOptions {
  readonly language: RuleLanguage;
  readonly markers: Markers;
  /** Expressions of the definition before an update. */
  readonly known: KnownExpressions;
  /** Whether the schema is as it was before: then no rule of it is too expensive now. */
  readonly unchanged: boolean;
}

const largest = 2 ** 64 - 1;
const mostNamed = 4;

/** Of one schema, whose rules it sees one after the other. */
export class RuleJudge {
  readonly #options: JudgeOptions;
  readonly #visible: VisibleSchemas;
  readonly #expensive: { readonly path: string; readonly cost: number }[] = [];
  #total = 0;

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.#visible = new VisibleSchemas(options.markers);
  }

  /** Of the rules of one schema. */
  errors(source: JsonSchema, place: RulePlace): readonly FieldError[] {
    const { language, markers, known } = this.#options;
    const { path, isObject } = place;
    const schema = this.#visible.of(source, isObject);
    const rulesPath = `${path}.${markers.validations}`;
    if (schema === undefined) {
      const detail =
        'internal error: failed to construct type information for x-validations rules: unable to convert structural schema to CEL declarations';
      return [
        { type: 'InternalError', field: rulesPath, detail: detail.replace('x-validations', markers.validations) },
      ];
    }
    const { boundsOf } = this.#visible;
    const most = place.most ?? Math.floor(largestRequest / (shortest(schema, boundsOf) + 1));
    return rulesAt(markers, source).flatMap((rule, index) => {
      const compiled = language.compile(rule, { source, schema, boundsOf }, known);
      return this.#ofRule(compiled, `${rulesPath}[${index}]`, most, place.unmatched);
    });
  }

  /** What all rules cost together. */
  totalErrors(path: string): readonly FieldError[] {
    if (this.#total <= costLimits.estimatedSchema) return [];
    const each = this.#expensive.map((one) =>
      forbiddenField(
        one.path,
        'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      ),
    );
    const name = `${this.#options.markers.validations} estimated rule cost total for entire OpenAPIv3 schema`;
    return [...each, forbiddenField(path, costText(name, this.#total, costLimits.estimatedSchema))];
  }

  #ofRule(compiled: CompiledRule, path: string, most: number, unmatched: string | undefined): readonly FieldError[] {
    const { rule, condition, fault, message, messageFault, usesOld } = compiled;
    const errors: FieldError[] = [];
    const shown = shownRule(rule);
    const cost = Math.min((condition?.cost ?? 0) * most, largest);
    this.#spend(errors, `${path}.rule`, 'estimated rule cost', cost);
    if (fault !== undefined) errors.push(invalidValue(`${path}.rule`, shown, fault));
    if (messageFault !== undefined) errors.push(invalidValue(`${path}.messageExpression`, shown, messageFault));
    else if (message !== undefined)
      this.#spend(errors, `${path}.messageExpression`, 'estimated messageExpression cost', message.cost);
    if (usesOld && unmatched !== undefined) {
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${unmatched}`;
      errors.push(invalidValue(`${path}.rule`, rule.rule, detail));
    } else if (!usesOld && rule.optionalOldSelf !== undefined) {
      const detail = 'may not be set if oldSelf is not used in rule';
      errors.push(invalidValue(`${path}.optionalOldSelf`, rule.optionalOldSelf, detail));
    }
    return errors;
  }

  #spend(errors: FieldError[], path: string, name: string, cost: number): void {
    const limit = costLimits.estimatedRule;
    if (!this.#options.unchanged && cost > limit) errors.push(forbiddenField(path, costText(name, cost, limit)));
    this.#total = Math.min(this.#total + cost, largest);
    if (cost < costLimits.estimatedSchema / 100) return;
    this.#expensive.push({ path, cost });
    this.#expensive.sort((left, right) => right.cost - left.cost);
    this.#expensive.length = Math.min(this.#expensive.length, mostNamed);
  }
}

/** A rule as faults of it show it: with every part that it may have. */
function shownRule({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: ValidationRule): object {
  return {
    Rule: rule,
    Message: message,
    MessageExpression: messageExpression,
    Reason: reason ?? null,
    FieldPath: fieldPath,
    OptionalOldSelf: optionalOldSelf ?? null,
  };
}

function costText(name: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const times = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return `${name} exceeds budget by factor of ${times} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}
