// What runtimes leave out of their figures.

import t from 'tap';
import { sandboxUsageFrom } from './usage-readings.ts';

t.test('network usage with only a default interface, and without a time, is completed', async (t) => {
  const counter = (value: bigint) => ({ value });
  const eth0 = {
    name: 'eth0',
    rxBytes: counter(5n),
    rxErrors: counter(0n),
    txBytes: counter(7n),
    txErrors: counter(0n),
  };
  const found = sandboxUsageFrom({
    attributes: undefined,
    linux: {
      cpu: { timestamp: 3_000_000n, usageCoreNanoSeconds: undefined, usageNanoCores: undefined, psi: undefined },
      memory: undefined,
      network: { timestamp: 0n, defaultInterface: eth0, interfaces: [] },
      process: undefined,
      containers: [],
      io: undefined,
    },
  });
  t.match(found.network, { at: 3, interfaces: [{ name: 'eth0', rxBytes: 5, txBytes: 7 }] });
  t.match(found.network?.defaultInterface, { name: 'eth0' });
});
