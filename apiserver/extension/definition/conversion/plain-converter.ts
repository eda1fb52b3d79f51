// Objects on their way between the versions of a definition that converts by nothing but the name of the version. Defaults are those
// of the version that an object comes in: the other one fills in nothing.

import type { VersionConverter } from '../../../registry/contract/version-converter.ts';
import { readAtOnce, type VersionReader } from './version-reader.ts';

export function plainConverter(reader: VersionReader): VersionConverter {
  return {
    atOnce: readAtOnce,
    rereads: true,
    // The schema may have got defaults since an object was stored.
    rewrites: 'fields',
    convert: (objects, apiVersion, { partial = false }) =>
      objects.map((object) => {
        const given = partial ? reader.part(object) : reader.completed(object);
        if (given.apiVersion === apiVersion) return given;
        const renamed = { ...given, apiVersion };
        return partial ? reader.part(renamed) : reader.converted(renamed);
      }),
  };
}
