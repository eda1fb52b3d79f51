// Keeps the node's status on the server current (wire 17.4): looks every ten seconds, writes when something changed or
// when the last write is five minutes old. Until the node was ready once it looks ten times a second.

import { StatusError } from '../../shared/object/status-error.ts';
import type { Clock } from '../../shared/process/clock.ts';
import type { Log } from '../../shared/process/log.ts';
import type { Loop } from '../../shared/process/loop.ts';
import type { Node, NodeStatus } from './node.ts';
import type { ObjectApi } from './object-api.ts';
import { differsBesidesHeartbeats, nodeStatusPatch } from './status-patch.ts';

export interface StatusReporterOptions {
  readonly nodeName: string;
  readonly nodes: ObjectApi<Node>;
  /** Makes the node known; the first status is reported after it. Rejects only when the signal aborts. */
  readonly register: (signal: AbortSignal) => Promise<void>;
  /** The status as of now, from the one the server has. */
  readonly gather: (before: NodeStatus) => Promise<NodeStatus>;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds between two looks. Default 10,000. */
  readonly updatePeriod?: number;
  /** Milliseconds after which an unchanged status is written. Default 300,000. */
  readonly reportPeriod?: number;
  /** Called from the second failure in a row on: connections may be stuck. Default: nothing. */
  readonly onRepeatedFailure?: () => Promise<void>;
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
  #ready = false;
  /** The last round's error: the same one is told only once. */
  #lastFault = '';

  constructor(options: StatusReporterOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, register, updatePeriod = 10_000, random = Math.random } = this.#options;
    try {
      await register(signal);
      const started = clock.monotonic();
      while (!signal.aborted) {
        await this.#round(signal);
        const fast = !this.#ready && clock.monotonic() - started < fastStartLimit;
        await clock.sleep(fast ? fastPeriod : updatePeriod * (1 + 0.04 * random()), signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
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
        // A node that was taken off the server stays off until somebody starts its agent anew.
        if (error instanceof StatusError && error.code === 404) break;
        if (attempt > 1) await onRepeatedFailure?.();
      }
    }
    if (fault !== this.#lastFault) log.warn('the node status could not be reported', { error: fault });
    this.#lastFault = fault;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { nodeName, nodes, gather, clock, reportPeriod = 300_000, random = Math.random } = this.#options;
    const before = await nodes.get(nodeName, signal);
    const after: Node = { ...before, status: await gather(before.status ?? {}) };
    const changed = differsBesidesHeartbeats(before, after);
    this.#ready = this.#ready || isReady(after.status);
    if (!changed && clock.monotonic() < this.#nextReport) return;
    const patch = nodeStatusPatch(before, after);
    if (patch !== undefined) await nodes.patchStatus(nodeName, patch, signal);
    // After a change, as when many nodes start together, the next quiet reports are spread out once.
    this.#nextReport = clock.monotonic() + reportPeriod + (changed ? (random() - 0.5) * reportPeriod : 0);
    if (changed) this.#logChange(before.status, after.status);
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
