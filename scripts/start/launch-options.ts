// The options of a launch: of the command line, or of its caller.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Screen } from './screen.ts';

export interface LaunchOptions {
  readonly vendor: Vendor;
  /** The folder for all files; created when missing. */
  readonly folder: string;
  readonly port: number;
  readonly agentPort: number;
  readonly healthzPort: number;
  /** A valid node name. */
  readonly nodeName: string;
  /** `unix:///...`; undefined: one that answers on this host, else the simulator. */
  readonly runtimeEndpoint: string | undefined;
  readonly once: boolean;
  readonly screen: Screen;
  readonly clock: Clock;
  /** Aborts to stop. */
  readonly signal: AbortSignal;
}
