// The objects that say where a connection leads.

import type { ApiObject } from '../../shared/object/api-object.ts';
import { internalError, notFound } from '../../shared/object/errors.ts';
import { keyOf } from '../registry/object/stored-objects.ts';
import { decodeStored } from '../storage/format/stored-object.ts';
import { type NamedNode, type NodeOrigin, nodeOrigin, type NodeStatus } from './address/node-target.ts';
import type { ConnectSettings } from './settings.ts';

/** An object of the core group, as it is stored now. Rejects with 404, about `missing` where the client asked for one of these. */
export async function readObject(
  { resources, store }: Pick<ConnectSettings, 'resources' | 'store'>,
  plural: string,
  namespace: string,
  name: string,
  missing = plural,
): Promise<ApiObject> {
  const resource = resources.find('', 'v1', plural);
  if (resource === undefined) throw internalError(new Error(`${plural} are not served`));
  const entry = await store.get(keyOf(resource, namespace, name));
  if (entry === undefined) throw notFound({ group: '', resource: missing }, name);
  // Nodes, pods and services have one version.
  return decodeStored(entry);
}

interface Node extends ApiObject {
  readonly status?: NodeStatus;
}

export async function originOf(settings: ConnectSettings, named: NamedNode): Promise<NodeOrigin> {
  const node = (await readObject(settings, 'nodes', '', named.name)) as Node;
  const { isAllowed, addressTypes, scheme = 'https' } = settings;
  return nodeOrigin(named, node.status ?? {}, { isAllowed, addressTypes, agentScheme: scheme });
}
