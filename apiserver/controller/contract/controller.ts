// The contract of a controller: a loop that uses the API as a client with its own user, so that authorization and
// admission apply to it, and it could run in another process unchanged.

import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ObserveQueue } from '../loop/queue-metrics.ts';

/** What every controller is given. */
export interface ControllerEnvironment {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** Acts as the given service account of the system namespace, e.g. `namespace-controller`. */
  readonly transportFor: (serviceAccount: string) => Transport;
  /**
   * Acts as the user `system:{short}-controller-manager`, who may list and watch everything, and write secrets and service
   * accounts: the views that controllers share are fed by it.
   */
  readonly readerTransport: Transport;
  /**
   * Calls the listener when resources came, changed or went; returns what ends that. Absent: a controller notices when it
   * discovers the resources again.
   */
  readonly onServedChange?: (listener: () => void) => () => void;
  readonly log: Log;
  /** Observes the queue of a controller, by its name; absent: not observed. */
  readonly observeQueue?: ObserveQueue;
}

export type ControllerFactory = (environment: ControllerEnvironment) => Loop;
