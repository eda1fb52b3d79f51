// Sizes of values while an expression is estimated: of nodes, of the entries of collections, and of macro variables.

import type { Expression, LiteralNode } from '../syntax/tree.ts';
import { isOptional, type Type } from '../type/type.ts';
import { lengthOf } from '../value/text.ts';
import { exactly, type Range, union } from './range.ts';

/** Where a value comes from: the variable, then fields, `@items`, `@keys`, `@values`, `@indices`. */
export type Path = readonly string[];

/** The size that values at a path may have; undefined where the path says nothing. */
export type SizeAt = (path: Path) => Range | undefined;

/** Sizes of the keys and values of a collection. */
export interface EntrySizes {
  readonly container: 'list' | 'map';
  readonly key: Range;
  readonly value: Range;
}

/** A macro's variable. */
export interface LocalVariable {
  readonly path: Path;
  readonly size: Range | undefined;
  readonly entries: EntrySizes | undefined;
}

export function unionOfEntries(left: EntrySizes | undefined, right: EntrySizes | undefined): EntrySizes | undefined {
  if (left === undefined || right === undefined) return undefined;
  return { container: left.container, key: union(left.key, right.key), value: union(left.value, right.value) };
}

/** The size that a literal has. */
export function literalSize(node: Expression): Range | undefined {
  if (node.kind === 'list') return exactly(node.items.length);
  if (node.kind === 'map') return exactly(node.entries.length);
  return node.kind === 'literal' ? exactly(constantSize(node)) : undefined;
}

function constantSize({ value }: LiteralNode): number {
  if (typeof value === 'string') return lengthOf(value);
  return value instanceof Uint8Array ? value.length : 1;
}

/** The size of all values of a type; undefined where they differ. */
export function typeSize(type: Type): Range | undefined {
  if (isOptional(type)) return type.parameters[0] === undefined ? undefined : typeSize(type.parameters[0]);
  const scalar = ['bool', 'double', 'duration', 'int', 'timestamp', 'uint'].includes(type.kind);
  return scalar ? exactly(1) : undefined;
}
