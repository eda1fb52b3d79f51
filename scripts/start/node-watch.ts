// Watches the node and its lease on the service and shows them, until the signal aborts or, once, until the node is Ready
// and its lease was renewed twice.

import { join } from 'node:path';
import type { Client } from '../../shared/client/index.ts';
import { createInformer } from '../../shared/client/index.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import type { LaunchOptions } from './launch-options.ts';
import { isReady, type NodeObject, readyLine } from './node-view.ts';

const renewalsWanted = 2;
/** Milliseconds until a node that was to become Ready once is given up. */
const oncePatience = 120_000;
const redrawEvery = 1000;

export interface Shown {
  readonly nodeName: string;
  readonly url: string;
  readonly kubeconfig: string;
  readonly runtime: string;
  /** Why no pods run; undefined: they do. */
  readonly noPods: string | undefined;
}

interface LeaseObject {
  readonly spec?: { readonly renewTime?: string };
}

/** Rejects when the signal aborts, and when the node does not become Ready once in time. */
export async function watchNode(options: LaunchOptions, client: Client, shown: Shown): Promise<void> {
  const { screen, clock, once, folder } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const { nodes, leases } = informers(options, client, shown.nodeName);
  let renewals = 0;
  leases.onChange({
    modified: (lease, before) => {
      if (lease.spec?.renewTime !== before.spec?.renewTime) renewals += 1;
    },
  });
  const running = [nodes.run(signal), leases.run(signal)];
  const deadline = clock.monotonic() + oncePatience;
  try {
    for (;;) {
      const node = nodes.list()[0];
      const renewed = leases.list()[0]?.spec?.renewTime;
      screen.show({ ...shown, logs: join(folder, 'logs'), node, renewed, renewals, now: clock.now() });
      if (once && isReady(node) && renewals >= renewalsWanted) return;
      if (once && clock.monotonic() > deadline) {
        const late = `was not Ready with its lease renewed twice within ${oncePatience / 1000} s`;
        throw new Error(`node ${shown.nodeName} ${late}: ${readyLine(node)}; ${renewals} renewals`);
      }
      await clock.sleep(redrawEvery, options.signal);
    }
  } finally {
    stop.abort();
    await Promise.allSettled(running);
  }
}

function informers({ vendor, clock }: LaunchOptions, client: Client, nodeName: string) {
  const named = { fieldSelector: `metadata.name=${nodeName}`, clock };
  const group = vendor.fill('coordination.{api}');
  const leases = client
    .resource<ApiObject & LeaseObject>({ group, version: 'v1', resource: 'leases' })
    .in(vendor.fill('{short}-node-lease'));
  const nodes = client.resource<ApiObject & NodeObject>({ group: '', version: 'v1', resource: 'nodes' });
  return { nodes: createInformer(nodes, named), leases: createInformer(leases, named) };
}
