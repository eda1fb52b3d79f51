// A fault between the suite and the programs that it starts: what they get of their flags and environment, how they seem
// to end, and a proxy where the fault is in what passes.

import type { Front } from '../../launch/launched-programs.ts';
import type { Fault } from '../contract/mutant.ts';
import { startProxy } from './proxy.ts';

/** The fault itself is shared by all programs: what it remembers, it remembers of them together. */
export function frontOf(fault: Fault): Front {
  const { request, answer, events, holdsHeaders, bytes } = fault;
  const isPassing = [request, answer, events, holdsHeaders, bytes].some((part) => part !== undefined);
  return {
    flags: (flags) => fault.flags?.(flags) ?? flags,
    environment: (environment) => fault.environment?.(environment) ?? environment,
    end: (end) => fault.end?.(end) ?? end,
    called: (end, path) => fault.called?.(end, path) ?? end,
    // Without need of one there is none: client certificates do not pass a proxy.
    open: async (address) => (isPassing ? startProxy(address, fault) : undefined),
  };
}
