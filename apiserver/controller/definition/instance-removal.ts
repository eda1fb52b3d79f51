// The removal of all objects of a definition: they are deleted, and wait for their finalizers.

import type { Definition } from '../../../shared/definition/definition.ts';
import type { ApiClient } from '../../../shared/client/request/api-client.ts';
import type { NextCondition } from './definition-status.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import { hasCondition } from '../../../shared/definition/definition.ts';

export interface Removal {
  readonly condition: NextCondition;
  /** Nothing is left. */
  readonly done: boolean;
  /** Milliseconds until it is worth another look. */
  readonly again: number;
}

/** Objects that wait for their finalizers are looked at again after this, in milliseconds. */
export const patience = 250;

/** Deletes what there is. Rejects with what the service answers but for objects and kinds that are gone. */
export async function removeInstances(
  client: ApiClient,
  definition: Definition,
  signal: AbortSignal,
): Promise<Removal> {
  const { spec = {} } = definition;
  const versions = spec.versions ?? [];
  // Of a definition that serves none, the stored version is served while it is removed.
  const version = (versions.find(({ served }) => served === true) ?? versions.find(({ storage }) => storage === true))
    ?.name;
  if (!hasCondition(definition, 'Established')) return finished('NeverEstablished', 'resource was never established');
  if (version === undefined) return finished('NeverEstablished', 'resource was never established');
  const resource = { group: spec.group ?? '', version, resource: spec.names?.plural ?? '' };
  const objects = client.resource(resource);
  const namespaces = new Set<string>();
  let left = 0;
  try {
    for await (const { items } of objects.listPages({ signal })) {
      left += items.length;
      for (const { metadata } of items) {
        if (metadata.deletionTimestamp === undefined) namespaces.add(metadata.namespace ?? '');
      }
    }
    for (const namespace of namespaces) {
      await objects.in(namespace === '' ? undefined : namespace).deleteCollection({}, { signal });
    }
  } catch (error) {
    // This server, or another one, does not serve it yet or any more.
    if (isNotFound(error)) return unfinished();
    throw error;
  }
  if (left === 0) return finished('InstanceDeletionCompleted', 'removed all instances');
  return unfinished(namespaces.size > 0 ? 0 : patience);
}

function finished(reason: string, message: string): Removal {
  return { condition: { type: 'Terminating', status: 'False', reason, message }, done: true, again: 0 };
}

/** The condition also makes the service refuse new objects. */
export function unfinished(again = patience): Removal {
  const [reason, message] = ['InstanceDeletionInProgress', 'CustomResource deletion is in progress'];
  return { condition: { type: 'Terminating', status: 'True', reason, message }, done: false, again };
}
