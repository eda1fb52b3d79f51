// Values as YAML documents. The writer is js-yaml's, which is told of what the reader takes for text.

import { DUMP_SCHEMA, NOT_RESOLVED, defineScalarTag, dump, intCoreTag } from 'js-yaml';
import { resolvePlain } from './yaml-scalar.ts';

/** The writer's integers include bigint, and whatever this reader would not take for text is quoted. */
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
