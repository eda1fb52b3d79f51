// The contract of where audit events go. Imports nothing else of ours but the event.

import type { AuditEvent } from './audit-event.ts';

export interface AuditSink {
  /**
   * Takes one event. Resolves when the sink's mode says that the request may go on: false when the event is lost, which
   * the sink has counted and logged itself. Never rejects.
   */
  record(event: AuditEvent): Promise<boolean>;
  /** Whether a request is refused when its first event is lost. */
  readonly strict: boolean;
  /** Resolves when every accepted event is written or lost, and the sink is closed. No event is recorded after it. */
  close(): Promise<void>;
}
