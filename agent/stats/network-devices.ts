// Network interfaces as the kernel lists them in `net/dev`, without loopback, host ends of pods' interfaces, and bridges of
// container tools: their traffic is counted at the external interface, and in the pods.

import type { InterfaceUsage } from '../cri/usage.ts';

/** Prefixes of the names that are left out, as other agents do. */
const leftOut = ['lo', 'veth', 'docker', 'nerdctl'];

/** Reads the lines `name: receive x 8, transmit x 8`; others are ignored. */
export function networkDevices(text: string): readonly InterfaceUsage[] {
  return Array.from(text.matchAll(/^\s*([^\s:]+):\s*(.*)$/gm), ([, name = '', figures = '']) => {
    const [rxBytes = 0, rxPackets = 0, rxErrors = 0, rxDropped = 0, , , , , ...sent] = figures
      .trim()
      .split(/\s+/)
      .map(Number);
    const [txBytes = 0, txPackets = 0, txErrors = 0, txDropped = 0] = sent;
    return { name, rxBytes, rxPackets, rxErrors, rxDropped, txBytes, txPackets, txErrors, txDropped };
  }).filter(({ name }) => !leftOut.some((beginning) => name.toLowerCase().startsWith(beginning)));
}
