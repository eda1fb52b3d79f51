// A resource that shows objects stored as another kind or version. Imports nothing else of ours but the object shape.

import type { ApiObject } from '../../../../shared/object/api-object.ts';

export interface Converter {
  /** Group template and version of the stored form. */
  readonly stored: { readonly group: string; readonly version: string };
  /** May change the argument. Nothing that the stored form holds is lost on the way there and back. */
  fromStored(object: ApiObject): ApiObject;
  toStored(object: ApiObject): ApiObject;
}
