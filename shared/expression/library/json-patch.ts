// The additional library for expressions that create JSON patches.

import { declaring, type Library } from '../declare/function.ts';

const declare = declaring();

/** Keys as steps of a JSON pointer (RFC 6901, section 3). */
export const jsonPatchLibrary: Library = {
  functions: [
    declare('string_jsonpatch_escapeKey_string', 'jsonpatch.escapeKey(string): string', (key: string) =>
      key.replaceAll('~', '~0').replaceAll('/', '~1'),
    ),
  ],
};
