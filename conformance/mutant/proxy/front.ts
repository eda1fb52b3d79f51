// A fault between the suite and the programs that it starts: it changes their flags, environment and reported end. For
// faults in requests or responses it adds a proxy.

import type { Front } from '../../launch/launched-programs.ts';
import type { Fault } from '../contract/mutant.ts';
import { startProxy } from './proxy.ts';

/** All programs share the fault and its state. */
export function frontOf(fault: Fault): Front {
  const { request, answer, events, holdsHeaders, bytes } = fault;
  const isPassing = [request, answer, events, holdsHeaders, bytes].some((part) => part !== undefined);
  return {
    flags: (flags) => fault.flags?.(flags) ?? flags,
    environment: (environment) => fault.environment?.(environment) ?? environment,
    end: (end) => fault.end?.(end) ?? end,
    called: (end, path) => fault.called?.(end, path) ?? end,
    // A proxy only if the fault needs one, because client certificates do not work through a proxy.
    open: async (address) => (isPassing ? startProxy(address, fault) : undefined),
  };
}
