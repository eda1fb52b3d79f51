// What every place for audit events keeps, whichever it is.

import type { Test } from 'tap';
import type { AuditEvent } from './audit-event.ts';
import type { AuditSink } from './audit-sink.ts';

/** A sink whose requests wait for their events, and access to what arrived. */
export interface SinkScene {
  readonly sink: AuditSink;
  /** Ids of the events that have arrived, in their order. */
  readonly arrived: () => readonly string[];
  /** From now on nothing arrives. */
  readonly fail: () => void;
}

export const eventOf = (auditID: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  kind: 'Event',
  apiVersion: 'v1',
  level: 'Metadata',
  auditID,
  stage: 'ResponseComplete',
  requestURI: '/version',
  verb: 'get',
  user: {},
  requestReceivedTimestamp: '2026-03-01T12:00:00.000000Z',
  stageTimestamp: '2026-03-01T12:00:00.000000Z',
  ...more,
});

export function auditSinkContract(t: Test, name: string, make: (t: Test) => SinkScene): void {
  t.test(`${name}: an event has arrived when its request may go on`, async (t) => {
    const { sink, arrived } = make(t);
    t.equal(await sink.record(eventOf('a')), true);
    t.strictSame(arrived(), ['a']);
    await sink.close();
  });

  t.test(`${name}: events of requests side by side all arrive, once`, async (t) => {
    const { sink, arrived } = make(t);
    const ids = Array.from({ length: 50 }, (_, index) => `id-${index}`);
    t.strictSame(
      await Promise.all(ids.map((id) => sink.record(eventOf(id)))),
      ids.map(() => true),
    );
    t.strictSame([...arrived()].sort(), [...ids].sort());
    await sink.close();
  });

  t.test(`${name}: a lost event is reported by the result, never thrown; close still resolves`, async (t) => {
    const { sink, arrived, fail } = make(t);
    fail();
    t.equal(await sink.record(eventOf('a')), false);
    t.equal(await sink.record(eventOf('b')), false);
    t.strictSame(arrived(), []);
    await sink.close();
  });
}
