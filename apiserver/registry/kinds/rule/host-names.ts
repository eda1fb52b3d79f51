// Names that become parts of host names: those that are no label of one are taken, with a warning.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { checkDns1123Label } from '../../../../shared/object/names.ts';

/** The warning to the creator of the object; `where`: what its name is used in. */
export function hostNameWarnings({ metadata }: ApiObject, where = 'Pod names and hostnames'): readonly string[] {
  const faults = checkDns1123Label(metadata.name ?? '');
  if (faults.length === 0) return [];
  const lead = `metadata.name: this is used in ${where}, which can result in surprising behavior`;
  return [`${lead}; a DNS label is recommended: [${faults.join(' ')}]`];
}
