// How large values of a schema may be, for estimates: by its limits, or by what fits into the largest request.

import type { Schema, StructSchema } from '../../schema/schema.ts';
import type { Range } from '../cost/range.ts';
import type { Path, SizeAt } from '../cost/sizes.ts';
import { largestRequest } from '../cost/limits.ts';
import { escapedName, unescapedName } from './property-name.ts';

/** Limits that a schema may set. */
export interface Bounds {
  readonly maxItems?: number;
  readonly maxProperties?: number;
  /** In code points. */
  readonly maxLength?: number;
  /** Of times: they are dates without a time of day. */
  readonly date?: boolean;
}

/** The limits of a schema; undefined where it sets none. */
export type BoundsOf = (schema: Schema) => Bounds | undefined;

/** Bytes of a code point in UTF-8, at most. */
const bytesPerPoint = 4;
const longestTime = 32;
const bytesOfDate = 12;

/** Sizes at the paths of variables whose values have these schemas. */
export function schemaSizes(variables: ReadonlyMap<string, Schema>, boundsOf: BoundsOf): SizeAt {
  return ([variable = '', ...path]) => {
    const root = variables.get(variable);
    // As the reference server has it: keys of maps count for nothing.
    if (path.at(-1) === '@keys') return root !== undefined && isMap(root, path.slice(0, -1)) ? upTo(0) : undefined;
    const schema = root === undefined ? undefined : schemaAt(root, path);
    return schema === undefined ? undefined : sizeOf(schema, boundsOf);
  };
}

function isMap(root: Schema, path: Path): boolean {
  return schemaAt(root, path)?.type === 'map';
}

/** The schema at a path. */
function schemaAt(root: Schema, path: Path): Schema | undefined {
  let schema: Schema | undefined = root;
  for (const step of path) {
    if (schema === undefined) return undefined;
    if (step === '@items' || step === '@values') schema = insideOf(schema);
    else schema = schema.type === 'struct' ? fieldAt(schema, step) : undefined;
  }
  return schema;
}

function insideOf(schema: Schema): Schema | undefined {
  return schema.type === 'list' ? schema.items : schema.type === 'map' ? schema.values : undefined;
}

function fieldAt(schema: StructSchema, identifier: string): Schema | undefined {
  const property = unescapedName(identifier);
  if (property === undefined || escapedName(property) !== identifier) return undefined;
  return schema.fields.get(property)?.schema;
}

function upTo(most: number): Range {
  return { least: 0, most };
}

/** Letters of texts, items of collections; nothing for what has no size. */
function sizeOf(schema: Schema, boundsOf: BoundsOf): Range | undefined {
  const bounds = boundsOf(schema);
  switch (schema.type) {
    case 'list':
      return upTo(bounds?.maxItems ?? Math.floor((largestRequest - 2) / (shortest(schema.items, boundsOf) + 1)));
    case 'map':
      return upTo(bounds?.maxProperties ?? Math.floor((largestRequest - 2) / (shortest(schema.values, boundsOf) + 6)));
    case 'string':
      if (bounds?.maxLength !== undefined) return upTo(bounds.maxLength * bytesPerPoint);
      if (schema.enum !== undefined && schema.enum.length > 0)
        return upTo(Math.max(...schema.enum.map((text) => Buffer.byteLength(text))));
      return upTo(largestRequest - 2);
    case 'quantity':
    case 'intOrString':
      return upTo(bounds?.maxLength === undefined ? largestRequest - 2 : bounds.maxLength * bytesPerPoint);
    case 'bytes':
      return upTo(bounds?.maxLength ?? largestRequest - 2);
    case 'time':
      return upTo(bounds?.date === true ? bytesOfDate : longestTime);
    case 'microTime':
    case 'duration':
      return upTo(longestTime);
    case 'raw':
      return undefined;
    case 'bool':
    case 'double':
    case 'int32':
    case 'int64':
    case 'struct':
      return upTo(0);
  }
}

/** The fewest bytes of JSON that a value of the schema takes. */
export function shortest(schema: Schema, boundsOf: BoundsOf): number {
  switch (schema.type) {
    case 'bool':
      return 4;
    case 'int32':
    case 'int64':
    case 'double':
    case 'intOrString':
    case 'raw':
      return 1;
    case 'duration':
      return 3;
    case 'time':
      return boundsOf(schema)?.date === true ? bytesOfDate : 21;
    case 'microTime':
      return 21;
    case 'struct':
      return schema.list
        .filter(({ required, default: value }) => required && value === undefined)
        .reduce((bytes, field) => bytes + field.name.length + shortest(field.schema, boundsOf) + 4, 2);
    case 'bytes':
    case 'list':
    case 'map':
    case 'quantity':
    case 'string':
      return 2;
  }
}
