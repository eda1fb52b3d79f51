// A stored definition without its schemas, which are nearly all of it: what it serves is known from the rest. Reading a thousand
// whole ones at the start would make a hundred megabytes of objects for nothing.

import type { Definition } from '../../../shared/definition/definition.ts';
import { decodeJson, jsonLength } from '../../storage/format/stored-object.ts';

/** Quotation marks in texts are escaped: these bytes are a name. Inside of a schema they are not looked for. */
const name = Buffer.from('"openAPIV3Schema":');
const openBrace = 0x7b;

/** `bytes`: JSON as it is stored, without spaces between its parts. Each schema is null. */
export function definitionHead(bytes: Buffer): Definition {
  const parts: string[] = [];
  let from = 0;
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, from)) {
    const value = at + name.length;
    const length = bytes[value] === openBrace ? jsonLength(bytes, value) : 0;
    parts.push(bytes.toString('utf8', from, value));
    if (length > 0) parts.push('null');
    from = value + length;
  }
  parts.push(bytes.toString('utf8', from));
  return decodeJson(parts.join(''));
}
