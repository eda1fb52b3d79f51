// Keeps what belongs to one request in the young part of the heap. When many objects that one place of the code makes live
// through a few collections, V8 goes over to making them in the old part, where only a major collection finds out that they
// are dead; and everything that they refer to stays as long. A server whose requests wait for the disk teaches V8 just that:
// a quarter of what reached the old part, and of the pauses of the major collections, was such requests.

import { setFlagsFromString } from 'node:v8';

/**
 * For programs, not the library: it holds for the whole process. To be called when everything that a start needs is loaded,
 * because V8 takes compiled code that lies on the disk only under the flags under which it was compiled.
 */
export function tuneGc(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
