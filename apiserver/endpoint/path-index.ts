// `/`: which paths there are, for people who look around and for clients that ask a server what it is.

import type { PathHandler } from '../http/contract/path-handler.ts';
import { documentResponse } from './document.ts';

/** `paths` in any order, each once or more. The answer is sorted, and for people to read. */
export function pathIndex(paths: readonly string[]): PathHandler {
  const document = { paths: [...new Set(paths)].sort((a, b) => (a < b ? -1 : 1)) };
  const text = JSON.stringify(document, null, 2);
  return () => documentResponse('application/json', text);
}
