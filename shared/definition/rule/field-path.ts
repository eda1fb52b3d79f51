// The path of a field that a rule names as the one at fault: `.spec.replicas`, `['a-b']`, `.labels['x']`.

import { type JsonSchema, namedSchemas, schemaAt } from '../structural/json-schema.ts';

/** A path in the form of faults; or why it is none of the schema. */
export type FieldPath = { readonly path: string; readonly schema: JsonSchema | undefined } | { readonly fault: string };

/** Reads a path of fields and keys that the schema has. `brackets`: whether it may name them in brackets. */
export function readFieldPath(text: string, root: JsonSchema, { brackets = true } = {}): FieldPath {
  const parts = tokens(text);
  let schema: JsonSchema | undefined = root;
  let path = '';
  for (let at = 0; at < parts.length; ) {
    const part = parts[at] ?? '';
    if (part !== '.' && part !== '[') return { fault: `expected [ or . but got: ${part}` };
    if (part === '[' && !brackets) return { fault: 'array notation is not allowed' };
    const next = parts[at + 1];
    if (next === undefined) return { fault: 'unexpected end of JSON path' };
    const name = part === '.' ? next : unquoted(next);
    if (typeof name !== 'string') return name;
    const step: Step | undefined = stepTo(schema, name);
    if (step === undefined) return { fault: 'does not refer to a valid field' };
    if (part === '[') {
      const end = parts[at + 2];
      if (end === undefined) return { fault: 'unexpected end of JSON path' };
      if (end !== ']') return { fault: `expected ] but got ${end}` };
    }
    path += step.isKey ? `[${name}]` : path === '' ? name : `.${name}`;
    schema = step.schema;
    at += part === '.' ? 2 : 3;
  }
  return { path, schema };
}

interface Step {
  readonly schema: JsonSchema | undefined;
  /** Of a map; otherwise the name of a field. */
  readonly isKey: boolean;
}

function stepTo(schema: JsonSchema | undefined, name: string): Step | undefined {
  if (schema === undefined) return undefined;
  const properties = namedSchemas(schema, 'properties');
  if (properties.length > 0) {
    const found = properties.find(([known]) => known === name);
    return found === undefined ? undefined : { schema: found[1], isKey: false };
  }
  if ((schema['additionalProperties'] ?? undefined) === undefined) return undefined;
  return { schema: schemaAt(schema, 'additionalProperties'), isKey: true };
}

/** Dots, brackets, quoted texts, and what stands between them. */
function tokens(text: string): readonly string[] {
  const found: string[] = [];
  let rest = text;
  while (rest !== '') {
    const token = /^(?:[.[\]]|'(?:[^']*\\')*[^']*?'|'.*|[^.[\]']+[^.[\]]*)/s.exec(rest)?.[0] ?? rest;
    found.push(token);
    rest = rest.slice(token.length);
  }
  return found;
}

const escapes = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ["'", "'"],
  ['\\', '\\'],
]);

function unquoted(token: string): string | { readonly fault: string } {
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'"))
    return { fault: `expected single quoted string but got ${token}` };
  let wrong: string | undefined;
  const text = token.slice(1, -1).replaceAll(/\\./gs, (escape) => {
    const plain = escapes.get(escape.slice(1));
    if (plain === undefined) wrong = escape;
    return plain ?? '';
  });
  return wrong === undefined ? text : { fault: `invalid string literal: invalid escape char ${wrong}` };
}
