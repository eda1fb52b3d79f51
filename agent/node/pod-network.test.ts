// The loop that sends the pod addresses of the node to the runtime.

import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { silentLog } from '../../shared/process/log/log.ts';
import { RuntimeError, type RuntimeFailure } from '../cri/runtime.ts';
import { PodNetwork } from './pod-network.ts';

function scene() {
  const told: string[] = [];
  const state = { failure: undefined as RuntimeFailure | undefined };
  const runtime = {
    setPodCidrs: async (podCidrs: string): Promise<void> => {
      told.push(podCidrs);
      if (state.failure !== undefined) throw new RuntimeError(state.failure, 'no');
    },
  };
  const network = new PodNetwork({ runtime, log: silentLog, signal: new AbortController().signal });
  const seen = async (spec: { podCIDR?: string; podCIDRs?: string[] }): Promise<readonly string[]> => {
    network.seen({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' }, spec });
    for (let turns = 0; turns < 5; turns += 1) await turn();
    return told.splice(0);
  };
  return { state, seen };
}

t.test('the runtime gets the pod addresses once, and again when they change', async (t) => {
  const { seen } = scene();
  t.strictSame(await seen({}), []);
  t.strictSame(await seen({ podCIDR: '10.0.1.0/24' }), ['10.0.1.0/24']);
  t.strictSame(await seen({ podCIDR: '10.0.1.0/24', podCIDRs: ['10.0.1.0/24'] }), []);
  t.strictSame(
    await seen({ podCIDRs: ['10.0.1.0/24", "x": "', '10.0.1.0', '/24', '10.0.1.0/24/8'] }),
    [],
    'no networks',
  );
  t.strictSame(await seen({ podCIDRs: ['10.0.1.0/24', 'fd00::/64'] }), ['10.0.1.0/24,fd00::/64']);
});

t.test('a failed call is repeated, unless the runtime does not implement it', async (t) => {
  const { seen, state } = scene();
  state.failure = 'unavailable';
  t.strictSame(await seen({ podCIDR: '10.0.1.0/24' }), ['10.0.1.0/24']);
  state.failure = undefined;
  t.strictSame(await seen({ podCIDR: '10.0.1.0/24' }), ['10.0.1.0/24']);
  t.strictSame(await seen({ podCIDR: '10.0.1.0/24' }), []);
  state.failure = 'unimplemented';
  t.strictSame(await seen({ podCIDR: '10.0.2.0/24' }), ['10.0.2.0/24']);
  t.strictSame(await seen({ podCIDR: '10.0.2.0/24' }), []);
});
