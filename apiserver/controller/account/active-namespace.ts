// Whether a namespace still takes new objects.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { StatusError } from '../../../shared/object/status-error.ts';

export function isActiveNamespace(namespace: ApiObject | undefined): boolean {
  if (namespace === undefined || namespace.metadata.deletionTimestamp !== undefined) return false;
  return (namespace['status'] as { readonly phase?: string } | undefined)?.phase !== 'Terminating';
}

/** Whether a create was refused because its namespace is terminating: no retry is needed. */
export function isTerminatingRefusal(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false;
  return (error.status.details?.causes ?? []).some((cause) => cause.reason === 'NamespaceTerminating');
}
