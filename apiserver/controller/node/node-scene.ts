// A handful of nodes with their leases before the node controllers, on a clock that the test moves.

import { ApiClient } from '../../../shared/client/api-client.ts';
import { Informer } from '../../../shared/client/informer.ts';
import { FakeClock } from '../../../shared/process/fake-clock.ts';
import type { Loop } from '../../../shared/process/loop.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ControllerEnvironment } from '../controller.ts';
import * as resources from '../resources.ts';
import { TestApi } from '../test-api.ts';
import { conditionOf, type Lease, type Node, readOfLease, readOfNode } from './node-form.ts';

export interface Views {
  readonly nodes: Informer<Node>;
  readonly leases: Informer<Lease>;
}

export class NodeScene {
  readonly clock = new FakeClock();
  readonly api: TestApi;
  /** Nodes that renew their lease before each look. */
  readonly alive = new Set<string>();
  readonly #vendor: Vendor;
  readonly #leases: string;

  constructor(vendor: Vendor) {
    this.#vendor = vendor;
    this.#leases = `/apis/${vendor.fill('coordination.{api}')}/v1/leases`;
    this.api = new TestApi({
      '/api/v1/nodes': { kind: 'Node', namespaced: false },
      '/api/v1/pods': { kind: 'Pod', namespaced: true },
      '/api/v1/events': { kind: 'Event', namespaced: true },
      [this.#leases]: { kind: 'Lease', namespaced: true },
    });
  }

  /** A ready node that renews. */
  addNode(name: string, labels: Readonly<Record<string, string>> = {}): void {
    const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: 'h1' }];
    this.api.put('/api/v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, uid: `uid-of-${name}`, labels },
      status: { conditions },
    });
    this.alive.add(name);
  }

  /** A running pod, bound when a node is named. */
  addPod(name: string, nodeName: string | undefined, more: object = {}): void {
    this.api.put('/api/v1/pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'x' },
      spec: nodeName === undefined ? {} : { nodeName },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      ...more,
    });
  }

  /** Puts the Ready condition of a node, as its agent would. */
  report(name: string, status: string): void {
    const node = this.node(name);
    const conditions = [{ type: 'Ready', status, lastHeartbeatTime: `${this.clock.monotonic()}` }];
    this.api.put('/api/v1/nodes', { ...node, status: { conditions } });
  }

  node(name: string): Node {
    const node: Node | undefined = this.api.get('/api/v1/nodes', '', name);
    if (node === undefined) throw new Error(`no node ${name}`);
    return node;
  }

  ready(name: string): string | undefined {
    return conditionOf(this.node(name), 'Ready')?.status;
  }

  /** `key:effect`, the keys without their domain. */
  taints(name: string): readonly string[] {
    return (this.node(name).spec?.taints ?? []).map(({ key, effect }) => `${key.split('/')[1] ?? key}:${effect}`);
  }

  hasPod(name: string): boolean {
    return this.api.get('/api/v1/pods', 'x', name) !== undefined;
  }

  /** `reason about` of the events there are, in their order. */
  events(): readonly string[] {
    return this.api.list('/api/v1/events').map((event) => {
      const { reason, involvedObject } = event as { reason?: string; involvedObject?: { name?: string } };
      return `${reason} ${involvedObject?.name}`;
    });
  }

  /** Lets so many seconds pass, five at a time; living nodes renew before each step. */
  async pass(seconds: number): Promise<void> {
    for (let at = 0; at < seconds; at += 5) {
      for (const name of this.alive) {
        this.api.put(this.#leases, {
          apiVersion: 'x/v1',
          kind: 'Lease',
          metadata: { name, namespace: this.#vendor.fill('{short}-node-lease') },
          spec: { renewTime: `${this.clock.monotonic()}` },
        });
      }
      await this.clock.advance(5000);
    }
  }

  /** Runs a controller with its views; the returned function ends them. */
  run(controller: (environment: ControllerEnvironment, views: Views) => Loop): () => Promise<void> {
    const { clock } = this;
    const reader = new ApiClient(this.api.transport, { clock });
    const nodes = new Informer<Node>(reader.resource<Node>(resources.nodes), { clock }, readOfNode);
    const leaseClient = reader.resource<Lease>(resources.resourcesOf(this.#vendor).leases);
    const leases = new Informer<Lease>(leaseClient, { clock }, readOfLease);
    const stop = new AbortController();
    const environment = this.api.environment(this.#vendor, clock);
    const loops = [nodes, leases, controller(environment, { nodes, leases })].map((loop) => loop.run(stop.signal));
    return async () => {
      stop.abort();
      await Promise.all(loops);
    };
  }
}
