// Which manager owns the fields that a write sets: the one that the client names, else the program that it says it is.

import type { FieldWriter } from '../contract/field-ownership.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import type { WriteOptions } from '../options/write-options.ts';
import { longestManager } from '../object/manager-validation.ts';

const plain = /^[ -~]*$/;
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Who owns the fields that a write with these options sets; not of an apply. */
export function writerOf(
  options: Pick<WriteOptions, 'fieldManager'>,
  request: Pick<ResourceRequest, 'userAgent'>,
): Pick<FieldWriter, 'manager' | 'operation'> {
  return { manager: fieldManagerOf(options, request), operation: 'Update' };
}

/** The option, else what the User-Agent says before its first slash, without what is not printable, at most 128 bytes. */
export function fieldManagerOf(
  { fieldManager }: Pick<WriteOptions, 'fieldManager'>,
  { userAgent }: Pick<ResourceRequest, 'userAgent'>,
): string {
  if (fieldManager !== '') return fieldManager;
  const slash = userAgent.indexOf('/');
  const program = slash < 0 ? userAgent : userAgent.slice(0, slash);
  if (program.length <= longestManager && plain.test(program)) return program;
  let name = '';
  let bytes = 0;
  for (const character of program.replace(unprintable, '')) {
    bytes += Buffer.byteLength(character);
    if (bytes > longestManager) break;
    name += character;
  }
  return name;
}
