// The rules of a schema, by the values that they judge: only values with rules, and those on the way to them, have a node.

import type { JsonSchema, Markers } from '../structural/json-schema.ts';
import type { Adapt } from '../../expression/schema/json-value.ts';
import type { CompiledRule, RuleLanguage, RuleSubject } from './rule-program.ts';
import { namedSchemas, schemaAt, textAt } from '../structural/json-schema.ts';
import { schemaValues } from '../../expression/schema/schema-value.ts';
import { escapedName } from '../../expression/schema/property-name.ts';
import { subjectName } from './rule-program.ts';
import { rulesAt } from './rule.ts';
import { VisibleSchemas } from './visible-schema.ts';

export interface RuleNode {
  readonly source: JsonSchema;
  /** What faults show in place of the value: its type. */
  readonly type: string;
  readonly rules: readonly CompiledRule[];
  /** Makes the values that expressions see. */
  readonly adapt: Adapt | undefined;
  readonly properties: readonly (readonly [string, RuleNode])[];
  readonly items: RuleNode | undefined;
  readonly additional: RuleNode | undefined;
}

/** Undefined: no value is judged. `isObject`: whether values have kind, version and metadata of their own. */
export function ruleTree(
  language: RuleLanguage,
  markers: Markers,
  schema: JsonSchema,
  isObject: boolean,
): RuleNode | undefined {
  const visible = new VisibleSchemas(markers);
  const subjectOf = (source: JsonSchema): RuleSubject | undefined => {
    const found = visible.of(source, source === schema ? isObject : undefined);
    return found === undefined ? undefined : { source, schema: found, boundsOf: visible.boundsOf };
  };
  const nodeOf = (source: JsonSchema): RuleNode | undefined => {
    const written = rulesAt(markers, source);
    const properties = namedSchemas(source, 'properties').flatMap(([name, one]) => {
      // What rules cannot see is not judged, unless it is its name alone that hides it.
      const hidden = escapedName(name) !== undefined && visible.of(one) === undefined;
      const node = hidden ? undefined : nodeOf(one);
      return node === undefined ? [] : [[name, node] as const];
    });
    const inner = (key: string): RuleNode | undefined => {
      const one = schemaAt(source, key);
      return one === undefined ? undefined : nodeOf(one);
    };
    const [items, additional] = [inner('items'), inner('additionalProperties')];
    const subject = written.length === 0 ? undefined : subjectOf(source);
    if (subject === undefined && properties.length === 0 && items === undefined && additional === undefined)
      return undefined;
    return {
      source,
      type: textAt(source, 'type'),
      rules: subject === undefined ? [] : written.map((rule) => language.compile(rule, subject, undefined)),
      adapt: subject === undefined ? undefined : schemaValues(subject.schema, subjectName),
      properties,
      items,
      additional,
    };
  };
  return nodeOf(schema);
}
