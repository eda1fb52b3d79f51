// A node as its loops see it in a fleet: from one view of all, kept current by a watch, as an agent of the usual kind has one
// of its own node. A read for each check would cost as many requests as the renewals. Nodes missing in the view are read.

import type { Node } from '../node/node.ts';
import type { ObjectApi } from '../connection/object-api.ts';

/** By namespace ('') and name. May be behind; one that never gets to know anything is as good as none. */
export interface NodeView {
  get(namespace: '', name: string): Node | undefined;
}

/** For the loops of one node. After a status that could not be written the next answer is the server's own. */
export function viewedNode(api: ObjectApi<Node>, view: NodeView): ObjectApi<Node> {
  let isDoubtful = false;
  return {
    ...api,
    get: async (name, signal) => {
      const known = isDoubtful ? undefined : view.get('', name);
      isDoubtful = false;
      return known ?? api.get(name, signal);
    },
    patchStatus: async (name, patch, signal) => {
      isDoubtful = true;
      const node = await api.patchStatus(name, patch, signal);
      isDoubtful = false;
      return node;
    },
  };
}

/** What a view keeps of a node: what the loops read; of nodes of others nothing but that they are there. */
export function keptOfNode(names: ReadonlySet<string>): (node: Node) => Node {
  return ({ apiVersion, kind, metadata, spec, status = {} }) => {
    const { name = '', uid = '', resourceVersion = '', labels = {}, annotations = {} } = metadata;
    if (!names.has(name)) return { apiVersion, kind, metadata: { name, resourceVersion } };
    const kept = { name, uid, resourceVersion, labels, annotations };
    return { apiVersion, kind, metadata: kept, ...(spec === undefined ? {} : { spec }), status };
  };
}
