// Which pods are on which node: those that the API shows there, and those that were just bound and are not shown yet.

import { type NodeUse, nodeUse } from './node-filters.ts';
import { hasEnded, type Node, type Pod } from './scheduled-objects.ts';

export class PlacedPods {
  /** By node, then by uid. */
  readonly #byNode = new Map<string, Map<string, Pod>>();
  readonly #nodeOf = new Map<string, string>();
  /** Computed of what is there now. */
  readonly #uses = new Map<string, NodeUse>();

  /** Whether the pod has a node, as far as is known here. */
  has(uid: string): boolean {
    return this.#nodeOf.has(uid);
  }

  /** One that has ended takes nothing. */
  place(pod: Pod, node: string): void {
    const { uid = '' } = pod.metadata;
    this.remove(uid);
    this.#nodeOf.set(uid, node);
    if (hasEnded(pod)) return;
    const pods = this.#byNode.get(node) ?? new Map<string, Pod>();
    this.#byNode.set(node, pods.set(uid, pod));
    this.#uses.delete(node);
  }

  remove(uid: string): void {
    const node = this.#nodeOf.get(uid);
    if (node === undefined) return;
    this.#nodeOf.delete(uid);
    const pods = this.#byNode.get(node);
    pods?.delete(uid);
    if (pods?.size === 0) this.#byNode.delete(node);
    this.#uses.delete(node);
  }

  /** The node with what its pods take. */
  useOf(node: Node): NodeUse {
    const { name = '' } = node.metadata;
    const known = this.#uses.get(name);
    if (known?.node === node) return known;
    const use = nodeUse(node, [...(this.#byNode.get(name)?.values() ?? [])]);
    this.#uses.set(name, use);
    return use;
  }

  /** The node is gone; what was on it stays known until it goes too. */
  forget(node: string): void {
    this.#uses.delete(node);
  }
}
