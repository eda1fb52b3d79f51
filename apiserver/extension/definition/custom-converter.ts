// Objects on their way between the versions of a definition that converts by nothing but the name of the version: what the other
// version does not know is pruned, and gets the defaults of that version.

import type { CustomKind } from '../../../shared/definition/custom-kind.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { VersionConverter } from '../../registry/contract/version-converter.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { decodeObject } from '../../../shared/schema/decode.ts';

/** Objects that are converted without others having a turn. */
const atOnce = 16;

/** `stored`: the version in which objects are written. Objects that an older schema let pass are read by the one of now. */
export function customConverter(
  group: string,
  stored: string,
  kinds: ReadonlyMap<string, CustomKind>,
): VersionConverter {
  const byVersion = new Map([...kinds].map(([version, kind]) => [apiVersionOf(group, version), kind]));
  const home = apiVersionOf(group, stored);
  return {
    atOnce,
    rereads: true,
    convert: (objects, apiVersion) =>
      objects.map((object) => {
        object.apiVersion = apiVersion;
        const kind = byVersion.get(apiVersion);
        if (kind === undefined) return object;
        const { resourceVersion } = object.metadata;
        const read = decodeObject(object, kind.schema).object as ApiObject;
        if (resourceVersion !== undefined) read.metadata.resourceVersion = resourceVersion;
        if (apiVersion !== home || object.apiVersion === home) kind.applyDefaults(read);
        return read;
      }),
  };
}
