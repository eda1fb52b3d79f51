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

export function statusReporter(options: StatusReporterOptions): Loop {
  const { nodeName, nodes, register, gather, clock, log } = options;
  const { updatePeriod = 10_000, reportPeriod = 300_000, random = Math.random } = options;
  let nextReport = 0;
  let ready = false;
  /** The last round's error: the same one is told only once. */
  let lastFault = '';

  async function look(signal: AbortSignal): Promise<void> {
    const before = await nodes.get(nodeName, signal);
    const after: Node = { ...before, status: await gather(before.status ?? {}) };
    const changed = differsBesidesHeartbeats(before, after);
    ready = ready || isReady(after.status);
    if (!changed && clock.monotonic() < nextReport) return;
    const patch = nodeStatusPatch(before, after);
    if (patch !== undefined) await nodes.patchStatus(nodeName, patch, signal);
    // After a change, as when many nodes start together, the next quiet reports are spread out once.
    nextReport = clock.monotonic() + reportPeriod + (changed ? (random() - 0.5) * reportPeriod : 0);
    if (changed) logChange(before.status, after.status);
  }

  async function round(signal: AbortSignal): Promise<void> {
    let fault = '';
    for (let attempt = 1; attempt <= attemptsPerRound; attempt += 1) {
      try {
        await look(signal);
        if (lastFault !== '') log.info('the node status is reported again');
        lastFault = '';
        return;
      } catch (error) {
        if (signal.aborted) return;
        fault = String(error);
        // A node that was taken off the server stays off until somebody starts its agent anew.
        if (error instanceof StatusError && error.code === 404) break;
        if (attempt > 1) await options.onRepeatedFailure?.();
      }
    }
    if (fault !== lastFault) log.warn('the node status could not be reported', { error: fault });
    lastFault = fault;
  }

  function logChange(before: NodeStatus | undefined, after: NodeStatus | undefined): void {
    for (const { type, status, reason, message } of after?.conditions ?? []) {
      const old = before?.conditions?.find((condition) => condition.type === type);
      if (old?.status !== status) log.info(`node condition ${type} is ${status}`, { reason, message });
    }
  }

  return {
    name: 'node-status',
    run: async (signal) => {
      try {
        await register(signal);
        const started = clock.monotonic();
        while (!signal.aborted) {
          await round(signal);
          const fast = !ready && clock.monotonic() - started < fastStartLimit;
          await clock.sleep(fast ? fastPeriod : updatePeriod * (1 + 0.04 * random()), signal);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

function isReady(status: NodeStatus | undefined): boolean {
  return status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}
