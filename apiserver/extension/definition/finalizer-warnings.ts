// Warnings about finalizers of custom objects: any name is allowed, but it should have a domain.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { checkQualifiedName } from '../../../shared/object/names.ts';

/** Those that the service itself knows. */
const standard: ReadonlySet<string> = new Set(['foregroundDeletion', 'orphan']);

/** Warnings about the finalizers that `old` does not have, in the order of their names. `core`: the service's own. */
export function finalizerWarnings(core: string, object: ApiObject, old: ApiObject | undefined): readonly string[] {
  const before = new Set(old?.metadata.finalizers);
  const added = new Set((object.metadata.finalizers ?? []).filter((name) => !before.has(name)));
  return [...added].sort().flatMap((name) => {
    const lead = `metadata.finalizers: ${JSON.stringify(name)}: `;
    const faults = checkQualifiedName(name).map((fault) => `${lead}${fault}`);
    if (name.includes('/') || name === core || standard.has(name)) return faults;
    const path = name.includes('.') ? ' including a path (/)' : '';
    const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
    return [...faults, `${lead}${advice}`];
  });
}
