// The fields of a definition that selectors may name, as texts.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { jsonPath } from './printer/json-path.ts';
import { scalarText } from './printer/scalar-text.ts';

export type FieldReader = (object: ApiObject) => string;

/** By the names that selectors use; '' where there is nothing. */
export function* fieldReaders(
  fields: readonly { readonly jsonPath?: string }[],
): Generator<readonly [string, FieldReader]> {
  for (const { jsonPath: text = '' } of fields) {
    const find = jsonPath(text);
    if (find === undefined) continue;
    yield [
      text.replace(/^\./, ''),
      (object) => {
        const [value] = find(object);
        return scalarText(value) ?? '';
      },
    ];
  }
}
