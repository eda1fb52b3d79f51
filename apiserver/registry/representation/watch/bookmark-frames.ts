// Bookmarks: events that tell how far the stream has come, and the one that ends the initial events.

import type { RepresentationDependencies } from '../output/representation-parts.ts';
import type { Resource } from '../../contract/resource.ts';
import type { NegotiatedOutput } from '../output/negotiated-output.ts';
import type { Framing } from './event-framing.ts';
import { apiVersionOf } from '../../../../shared/object/group-version.ts';
import { partialOf } from '../rendered/partial.ts';
import { tableOf } from '../rendered/table.ts';

/** `initialEventsEnd`: the one that ends the initial events. */
export type BookmarkFrame = (revision: number, initialEventsEnd: boolean) => Buffer;

export function bookmarkFrames(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  framing: Framing,
): BookmarkFrame {
  const { vendor } = parts;
  const { transform } = form.representation;
  const annotation = vendor.fill('{api}/initial-events-end');
  return (revision, initialEventsEnd) => {
    const annotated = initialEventsEnd && vendor.behaviour.bookmarkAnnotation;
    const metadata = {
      resourceVersion: String(revision),
      ...(annotated ? { annotations: { [annotation]: 'true' } } : {}),
    };
    const object = { kind: resource.kind, apiVersion: apiVersionOf(resource.group, resource.version), metadata };
    return framing.value('BOOKMARK', bookmarkObject());

    function bookmarkObject(): Readonly<Record<string, unknown>> {
      if (transform === undefined) return object;
      if (transform.kind !== 'Table') return { ...partialOf(vendor, object, transform.version) };
      const row = { cells: [], object: partialOf(vendor, object, transform.version) };
      return {
        ...tableOf(parts, resource, form, [], { resourceVersion: String(revision) }),
        columnDefinitions: null,
        rows: annotated ? [row] : [],
      };
    }
  };
}
