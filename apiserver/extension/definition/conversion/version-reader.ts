// Objects as a version of their definition has them: what it does not know is pruned.

import type { CustomKind } from '../../../../shared/definition/custom-kind.ts';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { apiVersionOf } from '../../../../shared/object/group-version.ts';
import { decodeObject } from '../../../../shared/schema/decode.ts';

/** Reads objects of any version of a definition. Those of a version that there is not come back as they are. */
export interface VersionReader {
  /** In the version that it has, with the defaults of that: what was stored by an older schema is read by the one of now. */
  completed(object: ApiObject): ApiObject;
  /** After a conversion, in the version that it has now. Nothing is filled in. May change the object. */
  converted(object: ApiObject): ApiObject;
  /** Part of an object, in the version that it has. Nothing is filled in, and nulls stay. */
  part(object: ApiObject): ApiObject;
}

/** Objects that are read without others having a turn. */
export const readAtOnce = 16;

export function versionReader(group: string, kinds: ReadonlyMap<string, CustomKind>): VersionReader {
  const byVersion = new Map([...kinds].map(([version, kind]) => [apiVersionOf(group, version), kind]));
  const read = (object: ApiObject, { complete = false, keepsNulls = false } = {}): ApiObject => {
    const kind = byVersion.get(object.apiVersion);
    if (kind === undefined) return object;
    const { resourceVersion } = object.metadata;
    const made = decodeObject(object, kind.schema, { keepsNulls }).object as ApiObject;
    if (resourceVersion !== undefined) made.metadata.resourceVersion = resourceVersion;
    if (complete) kind.applyDefaults(made);
    return made;
  };
  return {
    completed: (object) => read(object, { complete: true }),
    converted: (object) => read(object),
    part: (object) => read(object, { keepsNulls: true }),
  };
}
