// Gives pods a node: one pod after the other, the highest priority first. Where none will do, the pod says why (condition
// `PodScheduled`, event `FailedScheduling`) and gets another turn when something has changed. A failed request is repeated after
// a growing delay.

import { ApiClient, type ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import { EventRecorder } from '../../../shared/client/event/event-recorder.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import * as resources from '../api/resources.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyOf, splitKey } from '../loop/keyed-loop.ts';
import { decide } from './decide.ts';
import { PendingPods } from './pending-pods.ts';
import { PlacedPods } from './placed-pods.ts';
import { hasEnded, type Node, type Pod } from './scheduled-objects.ts';
import { type AttemptResult, schedulerName, type SchedulingObserver } from './scheduler-metrics.ts';

export interface SchedulerOptions {
  readonly nodes: Pick<Informer<Node>, 'synced' | 'onChange' | 'list'>;
  readonly pods: Pick<Informer<Pod>, 'synced' | 'onChange' | 'get'>;
  /** Acts as the user that schedulers are. */
  readonly transport: Transport;
  readonly observer?: SchedulingObserver;
}

export function scheduler(environment: ControllerEnvironment, options: SchedulerOptions): Loop {
  const { clock, log } = environment;
  const client = new ApiClient(options.transport, { clock });
  const recorder = new EventRecorder({ client, component: schedulerName, clock, log });
  const one = new Scheduler(environment, options, client, recorder);
  return {
    name: 'scheduler',
    run: async (signal) => void (await Promise.all([one.run(signal), recorder.run(signal)])),
  };
}

class Scheduler {
  readonly #environment: ControllerEnvironment;
  readonly #options: SchedulerOptions;
  readonly #pods: ResourceClient<ApiObject>;
  readonly #recorder: EventRecorder;
  readonly #pending = new PendingPods();
  readonly #placed = new PlacedPods();
  readonly #unschedulableTaint: string;
  #wake: (() => void) | undefined;

  constructor(
    environment: ControllerEnvironment,
    options: SchedulerOptions,
    client: ApiClient,
    recorder: EventRecorder,
  ) {
    this.#environment = environment;
    this.#options = options;
    this.#pods = client.resource(resources.pods);
    this.#recorder = recorder;
    this.#unschedulableTaint = environment.vendor.fill('node.{label}/unschedulable');
  }

  async run(signal: AbortSignal): Promise<void> {
    const { nodes, pods } = this.#options;
    const ends: (() => void)[] = [];
    const wake = (): void => this.#wake?.();
    signal.addEventListener('abort', wake, { once: true });
    try {
      await nodes.synced(signal);
      await pods.synced(signal);
      ends.push(this.#followPods(), this.#followNodes());
      while (!signal.aborted) {
        const key = this.#pending.next(this.#now());
        if (key === undefined) await this.#changeOrDue(signal);
        else await this.#turn(key, signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', wake);
      for (const end of ends) end();
    }
  }

  #now(): number {
    return this.#environment.clock.monotonic();
  }

  async #changeOrDue(signal: AbortSignal): Promise<void> {
    const due = this.#pending.nextDue();
    const { failed } = this.#pending;
    this.#options.observer?.waiting(this.#pending.size - failed, failed);
    const over = new AbortController();
    const change = new Promise<void>((resolve) => (this.#wake = resolve));
    const time =
      due === undefined ? [] : [this.#environment.clock.sleep(due - this.#now(), over.signal).catch(() => undefined)];
    if (!signal.aborted) await Promise.race([change, ...time]);
    this.#wake = undefined;
    over.abort();
  }

  #followPods(): () => void {
    const seen = (pod: Pod): void => {
      const { uid = '', deletionTimestamp } = pod.metadata;
      const {
        nodeName = '',
        schedulerName: wanted = schedulerName,
        schedulingGates = [],
        priority = 0,
      } = pod.spec ?? {};
      if (nodeName !== '') {
        this.#pending.delete(keyOf(pod));
        this.#placed.place(pod, nodeName);
        // What has ended makes room.
        if (hasEnded(pod)) this.#retryAll();
        return;
      }
      const waits = deletionTimestamp === undefined && schedulingGates.length === 0 && !hasEnded(pod);
      if (this.#placed.has(uid)) return;
      if (!waits || wanted !== schedulerName) this.#pending.delete(keyOf(pod));
      else this.#pending.add(keyOf(pod), priority, this.#now());
      this.#wake?.();
    };
    return this.#options.pods.onChange({
      added: seen,
      modified: (pod, before) => {
        // A condition that was written here is no reason for another turn.
        if (pod.spec?.nodeName !== undefined || JSON.stringify(pod.spec) !== JSON.stringify(before.spec)) seen(pod);
        else if (pod.metadata.deletionTimestamp !== before.metadata.deletionTimestamp) seen(pod);
      },
      deleted: (pod) => {
        this.#pending.delete(keyOf(pod));
        this.#placed.remove(pod.metadata.uid ?? '');
        this.#retryAll();
      },
    });
  }

  #followNodes(): () => void {
    return this.#options.nodes.onChange({
      added: () => this.#retryAll(),
      modified: (node, before) => {
        const facts = ({ spec, status, metadata }: Node): string =>
          JSON.stringify([spec, status?.allocatable, metadata.labels]);
        // Nodes write their status all the time.
        if (facts(node) !== facts(before)) this.#retryAll();
      },
      deleted: (node) => this.#placed.forget(node.metadata.name ?? ''),
    });
  }

  #retryAll(): void {
    this.#pending.retryAll(this.#now());
    this.#wake?.();
  }

  async #turn(key: string, signal: AbortSignal): Promise<void> {
    const { namespace, name } = splitKey(key);
    const pod = this.#options.pods.get(namespace, name);
    if (pod === undefined || (pod.spec?.nodeName ?? '') !== '') {
      this.#pending.delete(key);
      return;
    }
    const start = this.#now();
    let result: AttemptResult = 'error';
    try {
      result = await this.#place(key, pod, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#environment.log.warn('a pod could not be scheduled; trying again', { pod: key, error });
      this.#pending.failedNow(key, this.#now(), true);
    }
    this.#options.observer?.attempted(result, this.#now() - start);
  }

  async #place(key: string, pod: Pod, signal: AbortSignal): Promise<AttemptResult> {
    const nodes = this.#options.nodes.list().map((node) => this.#placed.useOf(node));
    const decision = decide(nodes, pod, { unschedulableTaint: this.#unschedulableTaint });
    if (decision.outcome === 'unschedulable') {
      this.#pending.failedNow(key, this.#now(), false);
      this.#tell(pod, 'Warning', 'FailedScheduling', decision.message);
      await this.#report(pod, decision.message, signal);
      return 'unschedulable';
    }
    await this.#bind(pod, decision.node, signal);
    this.#pending.delete(key);
    return 'scheduled';
  }

  /** A pod that is gone, or was bound by another one, is none of this scheduler's any more. */
  async #bind(pod: Pod, node: string, signal: AbortSignal): Promise<void> {
    const { namespace = '', name = '', uid } = pod.metadata;
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace, ...(uid === undefined ? {} : { uid }) },
      target: { kind: 'Node', name: node },
    };
    try {
      await this.#pods.in(namespace).createSubresource(name, 'binding', binding, { signal });
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    this.#placed.place({ ...pod, spec: { ...pod.spec, nodeName: node } }, node);
    this.#tell(pod, 'Normal', 'Scheduled', `Successfully assigned ${namespace}/${name} to ${node}`);
  }

  async #report(pod: Pod, message: string, signal: AbortSignal): Promise<void> {
    const { namespace = '', name = '', uid } = pod.metadata;
    const before = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
    const reason = 'Unschedulable';
    if (before?.status === 'False' && before.reason === reason && before.message === message) return;
    const now = formatTime(this.#environment.clock.now());
    const since = before?.status === 'False' ? (before.lastTransitionTime ?? now) : now;
    const condition = { type: 'PodScheduled', status: 'False', reason, message, lastTransitionTime: since };
    const change = { metadata: uid === undefined ? {} : { uid }, status: { conditions: [condition] } };
    try {
      await this.#pods.in(namespace).patch(name, 'strategic', change, { subresource: 'status', signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  #tell({ metadata }: Pod, type: 'Normal' | 'Warning', reason: string, message: string): void {
    const { namespace = '', name = '', uid } = metadata;
    const subject = { apiVersion: 'v1', kind: 'Pod', name, namespace, ...(uid === undefined ? {} : { uid }) };
    this.#recorder.record({ subject, type, reason, message });
  }
}
