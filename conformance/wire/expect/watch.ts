// Expectations about watch streams and their events.

import { ExpectationFailed, shown } from '../contract/failure.ts';
import { textAt } from '../format/json-path.ts';
import type { WatchEvent, WatchStream } from '../exchange/watch.ts';

/** The watch was accepted. */
export function expectOpen(stream: WatchStream): void {
  if (stream.status === 200) return;
  throw new ExpectationFailed(
    `status of ${stream.opened.title}`,
    '200',
    `${stream.status} ${stream.opened.text().slice(0, 200)}`,
  );
}

/** Name of the object of an event. */
export function eventName(event: WatchEvent): string {
  return textAt(event.object, 'metadata.name');
}

/** The version of the object of an event; fails if there is none. */
export function eventVersion(event: WatchEvent): string {
  const version = textAt(event.object, 'metadata.resourceVersion');
  if (version === '')
    throw new ExpectationFailed('metadata.resourceVersion of an event', 'a non-empty string', shown(event.document));
  return version;
}

/** The event has this type and, if given, this object name. */
export function expectEvent(event: WatchEvent, type: string, name?: string): void {
  if (event.type === type && (name === undefined || eventName(event) === name)) return;
  const expected = name === undefined ? type : `${type} of ${name}`;
  throw new ExpectationFailed('watch event', expected, `${event.type} of ${eventName(event)}`);
}

/** The event reports the removal of the object: its type is none of the other three (reading 1). */
export function expectRemoval(event: WatchEvent, name: string): void {
  const other = ['ADDED', 'MODIFIED', 'BOOKMARK', 'ERROR', ''];
  if (!other.includes(event.type) && eventName(event) === name) return;
  throw new ExpectationFailed('watch event', `the removal of ${name}`, `${event.type} of ${eventName(event)}`);
}
