// Nodes without an agent for cases about the node controller: the case itself reports their status and renews their
// leases, as long as it wants. They stand in a zone of their own with a companion that lives, because where no node lives
// nothing is driven away.

import { expectOk } from '../wire/expect/status.ts';
import { ExpectationFailed } from '../wire/failure.ts';
import { listAt, textAt, valueAt } from '../wire/json-path.ts';
import type { CaseContext, Launch } from './case.ts';
import { node } from './manifests.ts';
import { made } from './stock.ts';

/** Milliseconds of silence after which a node is lost, on the servers that the cases start. */
export const shortGrace = 3_000;

/** Such a server: it looks often, waits little, and drives pods away without delay. */
export const shortGraceServer: Launch = {
  server: [
    '--node-monitor-period=250ms',
    `--node-monitor-grace-period=${shortGrace}ms`,
    `--node-startup-grace-period=${shortGrace}ms`,
    '--node-eviction-rate=1000',
    '--disable-admission-plugins=DefaultTolerationSeconds',
  ],
};

/** Milliseconds between two heartbeats of a node that lives. */
const beat = 400;

export interface ReportedNode {
  readonly name: string;
  /** The status of a condition; '' without it. */
  condition(type: string): Promise<string>;
  /** `key:effect` of its taints. */
  taints(): Promise<readonly string[]>;
  /** Reports a status, as an agent does: Ready, and pressures that are not False. */
  report(ready: 'True' | 'False', pressures?: Readonly<Record<string, string>>): Promise<void>;
  readonly renewLease: () => Promise<void>;
}

/**
 * A ready node, the companion of its zone, and a way to one more there. All are removed after the case. `since` is a time
 * before all of their heartbeats.
 */
export async function nodeInOwnZone(c: CaseContext): Promise<{
  readonly node: ReportedNode;
  readonly companion: ReportedNode;
  readonly another: () => Promise<ReportedNode>;
  readonly since: number;
}> {
  const since = c.clock.monotonic();
  const zone = c.unique('zone');
  const another = () => reportedNode(c, zone);
  return { node: await another(), companion: await another(), another, since };
}

async function reportedNode(c: CaseContext, zone: string): Promise<ReportedNode> {
  const name = c.unique('node');
  const nodes = c.clusterResource('v1', 'nodes');
  const leases = c.resource('coordination.{api}/v1', 'leases', c.vendor.fill('{short}-node-lease'));
  let beats = 0;
  // Another time at each beat: whether it is the right one must not matter.
  const nextTime = (fraction: string): string =>
    new Date(Date.UTC(2026, 0, 1) + 1000 * ++beats).toISOString().replace('.000Z', fraction);
  const look = async (): Promise<unknown> => {
    const answer = await c.wire.get(nodes.item(name));
    expectOk(answer);
    return answer.json();
  };
  const report: ReportedNode['report'] = async (ready, pressures = {}) => {
    const lastHeartbeatTime = nextTime('Z');
    const condition = (type: string, status: string) => ({
      type,
      status,
      reason: 'Reported',
      message: '',
      lastHeartbeatTime,
    });
    const kinds = ['MemoryPressure', 'DiskPressure', 'PIDPressure'];
    const conditions = [...kinds.map((type) => condition(type, pressures[type] ?? 'False')), condition('Ready', ready)];
    expectOk(await c.wire.patch(`${nodes.item(name)}/status`, 'merge', { status: { conditions } }));
  };
  c.removeLater(nodes.item(name));
  c.removeLater(leases.item(name));
  const labels = { [c.vendor.fill('topology.{label}/zone')]: zone };
  await made(c, nodes.collection, { ...node(name), metadata: { name, labels } });
  await made(c, leases.collection, {
    apiVersion: c.vendor.fill('coordination.{api}/v1'),
    kind: 'Lease',
    metadata: { name },
    spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime: nextTime('.000000Z') },
  });
  await report('True');
  return {
    name,
    report,
    condition: async (type) => {
      const conditions = listAt(await look(), 'status.conditions');
      return textAt(
        conditions.find((one) => valueAt(one, 'type') === type),
        'status',
      );
    },
    taints: async () =>
      listAt(await look(), 'spec.taints').map((taint) => `${textAt(taint, 'key')}:${textAt(taint, 'effect')}`),
    renewLease: async () => {
      const renewed = { spec: { renewTime: nextTime('.000000Z') } };
      expectOk(await c.wire.patch(leases.item(name), 'merge', renewed));
    },
  };
}

/**
 * Runs the body while these heartbeats go on; those before them went at `since`, or later. A heartbeat that is refused fails
 * the case. Throws HeldUp when something was found, but the heartbeats were late.
 */
export async function during<T>(
  c: CaseContext,
  since: number,
  heartbeats: readonly (() => Promise<void>)[],
  body: () => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  let latest = since;
  let longest = 0;
  const beating = (async () => {
    while (!end.signal.aborted) {
      const began = c.clock.monotonic();
      for (const send of heartbeats) await send();
      longest = Math.max(longest, c.clock.monotonic() - latest);
      latest = began;
      await c.clock.sleep(beat, c.signal);
    }
  })();
  try {
    const [result] = await Promise.all([body().finally(() => end.abort()), beating]);
    return result;
  } catch (error) {
    const silence = Math.max(longest, c.clock.monotonic() - latest);
    if (!(error instanceof ExpectationFailed) || silence < late) throw error;
    throw new HeldUp(`no heartbeat went for ${Math.round(silence)} ms`, { cause: error });
  } finally {
    end.abort();
    await beating.catch(() => {});
  }
}

/** Milliseconds after a heartbeat, or a report, after which a server may rightly think that its period is over. */
const late = 0.8 * shortGrace;

/** What a case saw proves nothing: it was held up, as on a host that stood still. */
class HeldUp extends Error {}

/** Throws HeldUp when the period that began with what the case did at this time may be over. */
export function expectInsidePeriod(c: CaseContext, since: number): void {
  const passed = c.clock.monotonic() - since;
  if (passed >= late) throw new HeldUp(`the case was held up for ${Math.round(passed)} ms`);
}

/** Runs the body, and again when it was held up, three times at most. */
export async function inTime(body: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await body();
    } catch (error) {
      if (!(error instanceof HeldUp) || tries === 3) throw error;
    }
  }
}
