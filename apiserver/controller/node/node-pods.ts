// What becomes of the pods of a node that is not ready: they get no more requests, and those that do not
// tolerate its taints have to go.

import type { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import * as resources from '../api/resources.ts';
import type { NodeEvents } from './node-events.ts';
import { conditionOf, type Node, type NodeCondition, type Pod } from './node-form.ts';
import { evictionTime, type TaintTimes } from './taint-eviction.ts';

export class NodePods {
  readonly #client: ApiClient;
  readonly #clock: Clock;
  readonly #events: NodeEvents;

  constructor(client: ApiClient, clock: Clock, events: NodeEvents) {
    this.#client = client;
    this.#clock = clock;
    this.#events = events;
  }

  /** Marks the ready pods of the node as not ready. */
  async markNotReady(node: Node, signal: AbortSignal): Promise<void> {
    for (const pod of await this.#on(node, signal)) {
      if (conditionOf(pod, 'Ready')?.status !== 'True') continue;
      const lastTransitionTime = formatTime(this.#clock.now());
      await this.#setCondition(pod, { type: 'Ready', status: 'False', lastTransitionTime }, signal);
      this.#events.podNotReady(pod);
    }
  }

  /** Deletes the pods whose time on the node is over. `times`: of its taints. */
  async evict(node: Node, times: TaintTimes, signal: AbortSignal): Promise<void> {
    const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
    if (taints.length === 0) return;
    const now = this.#clock.now();
    for (const pod of await this.#on(node, signal)) {
      const due = evictionTime(pod, taints, now, times);
      if (due === undefined || due > now) continue;
      const condition = {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'DeletionByTaintManager',
        message: 'Taint manager: deleting due to NoExecute taint',
        lastTransitionTime: formatTime(now),
      };
      const { name = '', namespace = '', uid } = pod.metadata;
      const preconditions = uid === undefined ? {} : { preconditions: { uid } };
      try {
        this.#events.podDeleted(pod);
        await this.#setCondition(pod, condition, signal);
        await this.#client
          .resource(resources.pods)
          .in(namespace)
          .delete(name, { ...preconditions, signal });
      } catch (error) {
        if (!isNotFound(error) && !isConflict(error)) throw error;
      }
    }
  }

  async #on(node: Node, signal: AbortSignal): Promise<readonly Pod[]> {
    const fieldSelector = `spec.nodeName=${node.metadata.name ?? ''}`;
    return (await this.#client.resource<Pod>(resources.pods).list({ fieldSelector, signal })).items;
  }

  async #setCondition(pod: Pod, condition: NodeCondition, signal: AbortSignal): Promise<void> {
    const { name = '', namespace = '', uid } = pod.metadata;
    const patch = { ...(uid === undefined ? {} : { metadata: { uid } }), status: { conditions: [condition] } };
    await this.#client
      .resource(resources.pods)
      .in(namespace)
      .patch(name, 'strategic', patch, { subresource: 'status', signal })
      .catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
  }
}
