// Types of constants.

import type { LiteralNode } from '../syntax/tree.ts';
import { type Type, types } from '../type/type.ts';

export function literalType({ value }: LiteralNode): Type {
  if (value === null) return types.null;
  if (typeof value === 'string') return types.string;
  if (typeof value === 'boolean') return types.bool;
  if (value instanceof Uint8Array) return types.bytes;
  return 'int' in value ? types.int : 'uint' in value ? types.uint : types.double;
}
