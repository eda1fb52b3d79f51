// A whole node as processes (API service, agent, CRI simulator), and an administrator who looks at its node and its lease.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { type NodeSystemOptions, startNodeSystem } from '../fixtures/node-system.ts';
import { createClient } from '../shared/client/index.ts';
import { vendorOf } from '../shared/vendor/profile.ts';
import type { Lease } from './lease/next-lease.ts';
import type { Node } from './node/node.ts';

/** All is put away with the test. */
export async function nodeScene(t: Test, options: NodeSystemOptions) {
  const vendor = vendorOf(options.vendor);
  const system = await startNodeSystem(options);
  t.teardown(() => system.remove());
  const client = await createClient({ kubeconfig: system.server.kubeconfig });
  t.teardown(() => client.close());
  const nodes = client.resource<Node>({ group: '', version: 'v1', resource: 'nodes' });
  const leases = client
    .resource<Lease>({ group: vendor.fill('coordination.{api}'), version: 'v1', resource: 'leases' })
    .in(vendor.fill('{short}-node-lease'));
  return { vendor, system, client, nodes, leases };
}

export type NodeScene = Awaited<ReturnType<typeof nodeScene>>;

/** Looks again until there is something; a look that fails has found nothing. */
export async function until<T>(read: () => Promise<T | undefined | false>, what: string, seconds = 120): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(50)) {
    const value = await read().catch(() => undefined);
    if (value !== undefined && value !== false) return value;
  }
  throw new Error(`never: ${what}`);
}
