// The contract of a format of the older schema document: its maps are put together from entries, which are made group version by
// group version.

import type { Document } from './swagger.ts';

export interface OlderForm {
  readonly contentType: string;
  /** One entry of `paths`. */
  path(path: string, item: Document): Buffer;
  /** One entry of `definitions`. */
  definition(name: string, type: Document): Buffer;
  /** The document of such entries, in their order. */
  whole(info: Document, paths: readonly Buffer[], definitions: readonly Buffer[]): Buffer;
}
