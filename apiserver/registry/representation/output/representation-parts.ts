// What turning objects into bytes needs of the server.

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { BufferPool } from './buffer-pool.ts';

export interface RepresentationDependencies {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** The memory that response bodies are written into until they have been sent. */
  readonly bufferPool: BufferPool;
}
