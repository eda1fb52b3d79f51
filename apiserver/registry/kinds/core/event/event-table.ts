// The table of events of both groups: last occurrence, object, source.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { Cell, TablePrinter } from '../../../contract/resource.ts';
import { column, nameColumn, since, wide } from '../../printers/columns.ts';

interface Reference {
  readonly kind?: string;
  readonly name?: string;
  readonly fieldPath?: string;
}

interface Source {
  readonly component?: string;
  readonly host?: string;
}

/** Fields of either group: `kinds/events/events.ts` has the pairs. */
interface Printed extends ApiObject {
  readonly involvedObject?: Reference;
  readonly regarding?: Reference;
  readonly message?: string;
  readonly note?: string;
  readonly reason?: string;
  readonly type?: string;
  readonly source?: Source;
  readonly deprecatedSource?: Source;
  readonly reportingComponent?: string;
  readonly reportingController?: string;
  readonly reportingInstance?: string;
  readonly firstTimestamp?: string;
  readonly deprecatedFirstTimestamp?: string;
  readonly lastTimestamp?: string;
  readonly deprecatedLastTimestamp?: string;
  readonly eventTime?: string;
  readonly count?: number;
  readonly deprecatedCount?: number;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
}

export const eventPrinter: TablePrinter = {
  columns: [
    column('Last Seen', 'string', 'Time since it was last seen.'),
    column('Type', 'string', 'Normal or Warning.'),
    column('Reason', 'string', 'Why it happened, in one word.'),
    column('Object', 'string', 'What it is about.'),
    wide('Subobject', 'string', 'Which part of the object it is about.'),
    wide('Source', 'string', 'Who reported it.'),
    column('Message', 'string', 'What happened, for people.'),
    wide('First Seen', 'string', 'Time since it was first seen.'),
    wide('Count', 'string', 'How often it was seen.'),
    { ...nameColumn, priority: 1 },
  ],
  cells: cellsOf,
};

function cellsOf(event: Printed): readonly Cell[] {
  const about = event.involvedObject ?? event.regarding ?? {};
  const first = event.firstTimestamp ?? event.deprecatedFirstTimestamp ?? event.eventTime;
  const last = event.lastTimestamp ?? event.deprecatedLastTimestamp;
  const seen = event.series?.lastObservedTime ?? last ?? first;
  const kind = (about.kind ?? '').toLowerCase();
  return [
    since(seen),
    event.type ?? '',
    event.reason ?? '',
    (about.name ?? '') === '' ? kind : `${kind}/${about.name}`,
    about.fieldPath ?? '',
    sourceOf(event),
    (event.message ?? event.note ?? '').trim(),
    since(first),
    event.series?.count ?? Math.max(event.count ?? event.deprecatedCount ?? 1, 1),
    event.metadata.name ?? '',
  ];
}

function sourceOf(event: Printed): string {
  const source = event.source ?? event.deprecatedSource;
  const component = source?.component ?? event.reportingComponent ?? event.reportingController ?? '';
  const host = source?.host ?? (source?.component === undefined ? event.reportingInstance : undefined) ?? '';
  return host === '' ? component : `${component}, ${host}`;
}
