// What the node controller remembers of each node between two passes. A pass goes through all nodes, maybe thousands, while
// the same thread answers their lease renewals. So a pass costs almost nothing for an unchanged node, and it yields to the
// event loop in between.

import { setImmediate as turn } from 'node:timers/promises';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Node } from './node-form.ts';
import { lookAt, type NodeMemory } from './node-health.ts';
import type { TaintTimes } from './taint-eviction.ts';

/** What is remembered of a node. The one record of it, changed in place. */
export interface KnownNode {
  /** As last seen. */
  node: Node;
  memory: NodeMemory;
  /** The Ready condition in the pass before the last one; '' without one. */
  readyBefore: string;
  /** Its pods are still to be marked as not ready. */
  marking: boolean;
  zone: string;
  /** Whether it counts when its zone is judged. */
  counts: boolean;
  /** Since when it has the taints that drive pods away; undefined: they were not looked at yet. */
  taintTimes: TaintTimes | undefined;
  /** The state in which nothing was left to do about it. */
  settled: Node | undefined;
  /** The number of the last pass that found it. */
  look: number;
}

export interface NodeTableOptions {
  /** Every node there is, in any order; may change between two of them. */
  readonly nodes: () => Iterable<Node>;
  readonly leaseOf: (nodeName: string) => ApiObject | undefined;
  readonly zoneOf: (node: Node) => string;
  readonly countsFor: (node: Node) => boolean;
  /** Milliseconds. */
  readonly monotonic: () => number;
}

export interface TableChanges {
  readonly came: readonly Node[];
  readonly went: readonly Node[];
}

/** Nodes that are gone through before others have their turn: less than a millisecond. */
const slice = 500;

export class NodeTable {
  readonly #options: NodeTableOptions;
  /** By uid: a node made anew under the same name starts afresh. */
  readonly #known = new Map<string, KnownNode>();
  #looks = 0;

  constructor(options: NodeTableOptions) {
    this.#options = options;
  }

  all(): Iterable<KnownNode> {
    return this.#known.values();
  }

  /** Checks all nodes once and returns which are new and which are gone. */
  async call(): Promise<TableChanges> {
    this.#looks += 1;
    const came: Node[] = [];
    const went: Node[] = [];
    let seen = 0;
    for (const node of this.#options.nodes()) {
      if (this.#see(node)) came.push(node);
      seen += 1;
      if (seen % slice === 0) await turn();
    }
    for (const [uid, { node, look }] of this.#known) {
      if (look === this.#looks) continue;
      this.#known.delete(uid);
      went.push(node);
    }
    return { came, went };
  }

  /** Every node counts as heard from just now. */
  forgive(): void {
    const heardAt = this.#options.monotonic();
    for (const known of this.#known.values()) known.memory = { ...known.memory, heardAt };
  }

  /** The same, and no state has lasted for longer than that. */
  startAfresh(): void {
    const now = this.#options.monotonic();
    for (const known of this.#known.values()) known.memory = { ...known.memory, heardAt: now, readySince: now };
  }

  /** Whether the node was not known before. */
  #see(node: Node): boolean {
    const { leaseOf, monotonic } = this.#options;
    const { uid = '', name = '' } = node.metadata;
    const known = this.#known.get(uid);
    if (known === undefined) {
      const memory = lookAt(undefined, node, leaseOf(name), monotonic());
      const rest = { readyBefore: '', marking: false, taintTimes: undefined, settled: undefined, look: this.#looks };
      this.#known.set(uid, { node, memory, ...this.#placeOf(node), ...rest });
      return true;
    }
    known.readyBefore = known.memory.ready;
    known.memory = lookAt(known.memory, node, leaseOf(name), monotonic());
    known.look = this.#looks;
    if (known.node !== node) Object.assign(known, { node, ...this.#placeOf(node) });
    return false;
  }

  #placeOf(node: Node): { readonly zone: string; readonly counts: boolean } {
    return { zone: this.#options.zoneOf(node), counts: this.#options.countsFor(node) };
  }
}
