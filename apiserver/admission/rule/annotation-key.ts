// The keys of audit annotations that admission adds: `<plug-in>/<name>`.

import { checkQualifiedName } from '../../../shared/object/names.ts';

/** Why the key cannot be used; undefined when it can. */
export function annotationKeyFault(key: string): string | undefined {
  if (key.split('/').length !== 2) return `annotation key ${JSON.stringify(key)} is not of the form <plug-in>/<name>`;
  const faults = checkQualifiedName(key);
  return faults.length === 0 ? undefined : `annotation key ${JSON.stringify(key)}: ${faults.join(', ')}`;
}
