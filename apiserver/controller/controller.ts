// The contract of a controller: a loop that works through the API as a client of its own name, so that authorization and
// admission hold for it and it could move to another process unchanged.

import type { Transport } from '../../shared/client/transport.ts';
import type { Clock } from '../../shared/process/clock.ts';
import type { Loop } from '../../shared/process/loop.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';

/** What every controller is given. */
export interface ControllerEnvironment {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** Acts as the given service account of the system namespace, e.g. `namespace-controller`. */
  transportFor(serviceAccount: string): Transport;
  readonly log: import('../../shared/process/log.ts').Log;
}

export type ControllerFactory = (environment: ControllerEnvironment) => Loop;
