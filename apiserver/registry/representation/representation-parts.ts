// What turning objects into bytes needs of the server.

import type { Clock } from '../../../shared/process/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AnswerMemory } from './answer-memory.ts';

export interface RepresentationParts {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** The memory that response bodies are written into until they have been sent. */
  readonly answerMemory: AnswerMemory;
}
