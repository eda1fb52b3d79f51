// The types of events.{api}/v1, in the notation of ../notation.ts: one field per line.

export const eventsV1 = `
kind Event
  metadata                   1  meta/v1.ObjectMeta        written
  eventTime                  2  microTime                 required  unchecked  written
  series                     3  EventSeries?
  reportingController        4  string
  reportingInstance          5  string
  action                     6  string
  reason                     7  string
  regarding                  8  core/v1.ObjectReference
  related                    9  core/v1.ObjectReference?
  note                      10  string
  type                      11  string
  deprecatedSource          12  core/v1.EventSource
  deprecatedFirstTimestamp  13  time
  deprecatedLastTimestamp   14  time
  deprecatedCount           15  int32

kind EventList
  metadata  1  meta/v1.ListMeta
  items     2  [Event]           required  written

type EventSeries
  count             1  int32      required  written
  lastObservedTime  2  microTime  required  written
`;
