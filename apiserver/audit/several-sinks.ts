// Several places for the same events.

import type { AuditSink } from './audit-sink.ts';

/** Strict when one of them is; then an event counts as lost when a strict one has lost it. */
export function severalSinks(sinks: readonly AuditSink[]): AuditSink {
  return {
    strict: sinks.some(({ strict }) => strict),
    async record(event) {
      const taken = await Promise.all(sinks.map(async (sink) => (await sink.record(event)) || !sink.strict));
      return taken.every(Boolean);
    },
    async close() {
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}
