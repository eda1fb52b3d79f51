// Keeps the node's status on the server current (requirements NSTAT): checks it every ten seconds, and writes it when it changed
// or the last write is five minutes old. Until the node was ready once it checks ten times a second. A node that is missing at
// the server is registered again, and one that another client created in its place is updated.

import { isNotFound } from '../../shared/client/request/failure.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Counter } from '../../shared/process/metric/metrics.ts';
import type { Node, NodeStatus } from './node.ts';
import type { ObjectApi } from '../connection/object-api.ts';
import { differsBesidesHeartbeats, nodeStatusPatch } from './status-patch.ts';

/** Why a node is registered: the agent started, the node was deleted, another node of its name took its place. */
export type RegistrationCause = 'start' | 'deleted' | 'replaced';

export interface StatusReporterOptions {
  readonly nodeName: string;
  readonly nodes: ObjectApi<Node>;
  /**
   * Makes the node known, or brings one that is there in line; the first status is reported after it. Rejects only when
   * the signal aborts. Undefined: others register the node, and one that is gone is waited for.
   */
  readonly register?: (signal: AbortSignal) => Promise<void>;
  /** Labels that the node always has: they are written again with the status when they were removed. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The status as of now, from the one the server has. */
  readonly gather: (before: NodeStatus) => Promise<NodeStatus>;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds between two checks. Default 10,000. */
  readonly updatePeriod?: number;
  /** Milliseconds after which an unchanged status is written. Default 300,000. */
  readonly reportPeriod?: number;
  /** Milliseconds from the first report to the next one of an unchanged status; default: as between any two. */
  readonly firstPause?: number;
  /** Called from the second consecutive failure on: connections may hang. Default: nothing. */
  readonly onRepeatedFailure?: () => Promise<void>;
  /** Called with the node as the server has it, at every check. Must not throw. */
  readonly seen?: (node: Node) => void;
  /** Called with the written and the previous node. Must not throw. */
  readonly reported?: (before: Node, after: Node) => void;
  /** Counts registrations by the label `cause`. */
  readonly registrations?: Counter;
  /** Numbers in [0, 1). Default Math.random. */
  readonly random?: () => number;
}

const attemptsPerRound = 5;
const fastPeriod = 100;
const fastStartLimit = 120_000;

export class StatusReporter implements Loop {
  readonly name = 'node-status';
  readonly #options: StatusReporterOptions;
  #nextReport = 0;
  #hasReported = false;
  #ready = false;
  /** The error of the last round: a repeated one is logged only once. */
  #lastFault = '';
  /** Of the node that is reported on. */
  #uid: string | undefined;
  #registeredAt = Number.NEGATIVE_INFINITY;
  #pause = new AbortController();
  #isDue = false;

  constructor(options: StatusReporterOptions) {
    this.#options = options;
  }

  /**
   * Checks at once, instead of when the next check is due: another loop found that the node does not exist. During a look another
   * one follows it.
   */
  lookNow(): void {
    this.#isDue = true;
    this.#pause.abort();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, updatePeriod = 10_000, random = Math.random } = this.#options;
    const wake = (): void => this.#pause.abort();
    signal.addEventListener('abort', wake, { once: true });
    try {
      await this.#register('start', signal);
      const started = clock.monotonic();
      while (!signal.aborted) {
        this.#isDue = false;
        await this.#round(signal);
        if (this.#isDue || signal.aborted) continue;
        const fast = !this.#ready && clock.monotonic() - started < fastStartLimit;
        if (this.#pause.signal.aborted) this.#pause = new AbortController();
        try {
          // Here, and not in a method of its own: thousands of simulated nodes wait here, and each would keep another promise.
          await clock.sleep(fast ? fastPeriod : updatePeriod * (1 + 0.04 * random()), this.#pause.signal);
        } catch {
          // Woken by `lookNow`, or by the end.
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { log, onRepeatedFailure } = this.#options;
    let fault = '';
    for (let attempt = 1; attempt <= attemptsPerRound; attempt += 1) {
      try {
        await this.#look(signal);
        if (this.#lastFault !== '') log.info('the node status is reported again');
        this.#lastFault = '';
        return;
      } catch (error) {
        if (signal.aborted) return;
        fault = String(error);
        if (isNotFound(error)) {
          if (await this.#registerAgain('deleted', signal)) continue;
          break;
        }
        if (attempt > 1) await onRepeatedFailure?.();
      }
    }
    if (fault !== this.#lastFault) log.warn('the node status could not be reported', { error: fault });
    this.#lastFault = fault;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { nodeName, nodes, gather, seen, reported, clock, labels } = this.#options;
    const { reportPeriod = 300_000, firstPause = reportPeriod, random = Math.random } = this.#options;
    const before = await this.#current(signal);
    seen?.(before);
    const metadata =
      labels === undefined ? before.metadata : { ...before.metadata, labels: { ...before.metadata.labels, ...labels } };
    const after: Node = { ...before, metadata, status: await gather(before.status ?? {}) };
    const changed = differsBesidesHeartbeats(before, after);
    this.#ready = this.#ready || isReady(after.status);
    if (!changed && clock.monotonic() < this.#nextReport) return;
    const patch = nodeStatusPatch(before, after);
    if (patch !== undefined) await nodes.patchStatus(nodeName, patch, signal);
    // After a change (many nodes may start together), the next reports of an unchanged status are spread out once.
    const pause = this.#hasReported ? reportPeriod : firstPause;
    this.#hasReported = true;
    this.#nextReport = clock.monotonic() + pause + (changed ? (random() - 0.5) * reportPeriod : 0);
    if (changed) this.#logChange(before.status, after.status);
    reported?.(before, after);
  }

  /** The node as the server has it; one that took the place of the one known so far is brought in line first. */
  async #current(signal: AbortSignal): Promise<Node> {
    const { nodeName, nodes, register } = this.#options;
    const found = await nodes.get(nodeName, signal);
    const { uid } = found.metadata;
    const replaced = this.#uid !== undefined && uid !== this.#uid;
    if (replaced && register !== undefined) {
      if (!(await this.#registerAgain('replaced', signal))) return found;
      this.#uid = uid;
      return nodes.get(nodeName, signal);
    }
    this.#uid = uid;
    return found;
  }

  /**
   * False when the agent does not register itself, or within a period of the last registration: a node that is deleted over
   * and over causes no flood of writes.
   */
  async #registerAgain(cause: RegistrationCause, signal: AbortSignal): Promise<boolean> {
    const { register, clock, log, updatePeriod = 10_000 } = this.#options;
    if (register === undefined || clock.monotonic() - this.#registeredAt < updatePeriod) return false;
    log.warn('the node is registered again', { cause });
    await this.#register(cause, signal);
    return true;
  }

  async #register(cause: RegistrationCause, signal: AbortSignal): Promise<void> {
    const { register, registrations, clock } = this.#options;
    if (register === undefined) return;
    await register(signal);
    registrations?.increment({ cause });
    this.#registeredAt = clock.monotonic();
    if (cause !== 'replaced') this.#uid = undefined;
  }

  #logChange(before: NodeStatus | undefined, after: NodeStatus | undefined): void {
    for (const { type, status, reason, message } of after?.conditions ?? []) {
      const old = before?.conditions?.find((condition) => condition.type === type);
      if (old?.status !== status) this.#options.log.info(`node condition ${type} is ${status}`, { reason, message });
    }
  }
}

function isReady(status: NodeStatus | undefined): boolean {
  return status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}
