// The version of this product, the same for its three programs: written into a bundle when it is built, read from the
// package beside the modules otherwise.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Defined by the build of a bundle; absent elsewhere. */
declare const ORCHKIT_VERSION: string | undefined;

/** E.g. `0.1.0`. `unknown` for modules outside of their package. */
export function productVersion(): string {
  if (typeof ORCHKIT_VERSION === 'string') return ORCHKIT_VERSION;
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const version = versionIn(join(folder, 'package.json'));
    if (version !== undefined) return version;
  }
  return 'unknown';
}

/** Undefined for a file that is missing, or is that of another package. */
function versionIn(path: string): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as { name?: unknown; version?: unknown };
    return name === 'orchkit' && typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
