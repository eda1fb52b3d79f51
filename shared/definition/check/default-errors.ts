// Checks that the defaults of a schema are valid, and have no unknown fields.

import type { FieldError } from '../../object/field-error.ts';
import type { StructSchema } from '../../schema/schema.ts';
import type { Rules } from '../rule/rules.ts';
import { isDeepStrictEqual } from 'node:util';
import { costLimits } from '../../expression/cost/limits.ts';
import { addAll } from '../../object/add-all.ts';
import { invalidValue } from '../../object/field-error-message.ts';
import { DecodeError } from '../../schema/decode.ts';
import { type JsonSchema, type Markers, namedSchemas, schemaAt } from '../structural/json-schema.ts';
import { hasRules } from '../rule/rule.ts';
import { Pruner } from '../structural/prune.ts';
import { structuralOf } from '../structural/structural.ts';
import { embeddedErrors } from '../validate/embedded-objects.ts';
import { compileValidator } from '../validate/validator.ts';

const maxDepth = 256;

export interface DefaultRules {
  readonly markers: Markers;
  /** The schema of metadata of objects inside of values. */
  readonly metadata: StructSchema;
  /** Runs the rules of the schema; undefined: it has none. */
  readonly rules: Rules | undefined;
}

/** For structural schemas. */
export function defaultErrors(options: DefaultRules, schema: JsonSchema, path: string): readonly FieldError[] {
  return new DefaultCheck(options).errors(schema, path, true);
}

class DefaultCheck {
  readonly #options: DefaultRules;
  #budget: number = costLimits.object;

  constructor(options: DefaultRules) {
    this.#options = options;
  }

  errors(schema: JsonSchema, path: string, isRoot = false): readonly FieldError[] {
    const { markers } = this.#options;
    const errors: FieldError[] = [];
    const value: unknown = schema['default'] ?? undefined;
    if (value !== undefined)
      addAll(errors, this.#ofValue(schema, value, `${path}.default`, isRoot || schema[markers.embedded] === true));
    const items = schemaAt(schema, 'items');
    if (items !== undefined) addAll(errors, this.errors(items, `${path}.items`));
    for (const [name, property] of namedSchemas(schema, 'properties'))
      addAll(errors, this.errors(property, `${path}.properties[${name}]`));
    return errors;
  }

  #ofValue(schema: JsonSchema, value: unknown, path: string, isObject: boolean): readonly FieldError[] {
    const { markers, metadata } = this.#options;
    const structural = structuralOf(markers, isObject ? { ...schema, [markers.embedded]: true } : schema);
    const errors: FieldError[] = [];
    try {
      const pruner = new Pruner({ metadata, maxDepth, keepsNulls: true });
      const pruned = pruner.value(value, structural);
      if (pruner.unknown.length > 0 || !isDeepStrictEqual(pruned, value))
        errors.push(invalidValue(path, value, 'must not have unknown fields'));
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return [invalidValue(path, value, error.message)];
    }
    const embedded = embeddedErrors(value, structural, path);
    const invalid =
      embedded.length > 0 ? embedded : compileValidator(anyEither(markers), schema)(value, undefined, path);
    addAll(errors, invalid.length > 0 ? invalid : this.#ofRules(schema, value, path, isObject));
    return errors;
  }

  /** Runs the rules for an unchanged value in an update, and for a new value: rules may distinguish the two. */
  #ofRules(schema: JsonSchema, value: unknown, path: string, isObject: boolean): readonly FieldError[] {
    const { markers, rules } = this.#options;
    const run = rules !== undefined && hasRules(markers, schema) ? rules.of(schema, isObject) : undefined;
    if (run === undefined || this.#budget < 0) return [];
    const judged = { value, field: path, ratchets: false, warn: (): void => {}, budget: this.#budget };
    const kept = run({ ...judged, old: value });
    const made = kept.errors.length > 0 ? kept : run({ ...judged, old: undefined });
    this.#budget = Math.min(kept.budget, made.budget);
    return made.errors;
  }
}

/** A default may be of any type where a number or a text is asked for. */
function anyEither(markers: Markers): Markers {
  return { ...markers, intOrString: '' };
}
