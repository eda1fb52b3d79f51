// Values as YAML documents. js-yaml writes them, with a schema that quotes text which our reader would not read as text.

import { DUMP_SCHEMA, NOT_RESOLVED, defineScalarTag, dump, intCoreTag } from 'js-yaml';
import { resolvePlain } from './yaml-scalar.ts';

/** Writes bigint as an integer, and quotes text that our reader would not read as text. */
const writing = DUMP_SCHEMA.withTags(
  defineScalarTag(intCoreTag.tagName, {
    ...intCoreTag,
    identify: (value) => typeof value === 'bigint' || (intCoreTag.identify?.(value) ?? false),
    represent: (value) => String(value),
  }),
  defineScalarTag('tag:yaml.org,2002:plain', {
    implicit: true,
    resolve: (text) => (isText(text) ? NOT_RESOLVED : text),
    identify: () => false,
  }),
);

function isText(text: string): boolean {
  try {
    return typeof resolvePlain(text) === 'string';
  } catch {
    return false;
  }
}

/** The YAML text of a value, block style, quoted where another reader could take a string for something else. */
export function toYaml(value: unknown): string {
  return dump(value, { schema: writing, noRefs: true, lineWidth: -1, skipInvalid: true });
}
