// `/`: which paths there are, for people who look around and for clients that ask a server what it is.

import type { PathHandler } from '../http/contract/path-handler.ts';
import { documentResponse } from './document.ts';

/** `text` is `pathIndexOf` the paths of now. */
export function pathIndex(text: () => string): PathHandler {
  return () => documentResponse('application/json', text());
}

/** `paths` in any order, each once or more. The document is sorted, and for people to read. */
export function pathIndexOf(paths: readonly string[]): string {
  return JSON.stringify({ paths: [...new Set(paths)].sort((a, b) => (a < b ? -1 : 1)) }, null, 2);
}
