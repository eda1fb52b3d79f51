// The rules of schemas: checked when a definition is written, and run when its objects are written. The expression language is
// large, so `late-rules.ts` loads this file when the first definition has a rule.

import type { Vendor } from '../../vendor/vendor.ts';
import { type JsonSchema, type Markers, markersOf } from '../structural/json-schema.ts';
import { RuleJudge } from './rule-judge.ts';
import { type KnownExpressions, RuleLanguage } from './rule-program.ts';
import { ruleTree } from './rule-tree.ts';
import { type Judged, runRules, type RuleVerdict } from './run-rules.ts';

/** Judges values by the rules of one schema. */
export type RunRules = (judged: Judged) => RuleVerdict;

export class Rules {
  readonly #language: RuleLanguage;
  readonly #markers: Markers;

  constructor(vendor: Vendor) {
    this.#language = new RuleLanguage(vendor);
    this.#markers = markersOf(vendor);
  }

  /** For the rules of one schema of a definition. */
  judge(known: KnownExpressions, unchanged: boolean): RuleJudge {
    return new RuleJudge({ language: this.#language, markers: this.#markers, known, unchanged });
  }

  /** Undefined: no value is judged. `isObject`: whether values have kind, version and metadata of their own. */
  of(schema: JsonSchema, isObject: boolean): RunRules | undefined {
    const tree = ruleTree(this.#language, this.#markers, schema, isObject);
    return tree === undefined ? undefined : (judged) => runRules(this.#markers, tree, judged);
  }
}
