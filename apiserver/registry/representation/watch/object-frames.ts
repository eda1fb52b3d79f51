// The frame of one object in the form that a watcher asked for.

import type { CachedObject } from '../../../storage/contract/resource-cache.ts';
import type { RepresentationDependencies } from '../output/representation-parts.ts';
import type { Resource } from '../../contract/resource.ts';
import type { NegotiatedOutput } from '../output/negotiated-output.ts';
import type { SplicedForm } from '../splice/spliced-form.ts';
import type { Framing } from './event-framing.ts';
import type { EventType } from './event-type.ts';
import { decodeJson } from '../../../storage/format/stored-object.ts';
import { isPlainJson } from '../output/negotiated-output.ts';
import { partialOf } from '../rendered/partial.ts';
import { splicedFormOf } from '../splice/splice.ts';
import { SplicedTable } from '../splice/spliced-table.ts';
import { tableOf } from '../rendered/table.ts';
import { jsonFrame } from './event-framing.ts';

/** `object`: in the version that is served. */
export type MakeFrame = (type: EventType, object: CachedObject) => Buffer;

/**
 * How the next frame of a stream is made, to be asked for once for each frame, in their order: tables name their columns in the
 * first event only, so these frames belong to one watcher.
 */
export function frameMakers(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  framing: Framing,
): () => MakeFrame {
  const asStored: MakeFrame = (type, object) => jsonFrame(type, object.bytes);
  if (isPlainJson(form)) return () => asStored;
  const spliced = splicedFormOf(parts, resource, form);
  if (spliced === undefined) return decodedFrames(parts, resource, form, framing);
  const from =
    (spliceable: SplicedForm): MakeFrame =>
    (type, object) =>
      framing.item(type, spliceable.whole(object));
  const first = from(spliced);
  if (form.representation.transform?.kind !== 'Table') return () => first;
  const later = from(new SplicedTable(parts, resource, form, 'no columns'));
  return inTurn(first, later);
}

function decodedFrames(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  framing: Framing,
): () => MakeFrame {
  const { transform } = form.representation;
  if (transform?.kind !== 'Table') {
    return () => (type, held) => {
      const object = decodeJson(held.text);
      return framing.value(
        type,
        transform === undefined ? object : { ...partialOf(parts.vendor, object, transform.version) },
      );
    };
  }
  const row =
    (columns: 'columns' | 'no columns'): MakeFrame =>
    (type, held) => {
      const object = decodeJson(held.text);
      const version = object.metadata.resourceVersion;
      const table = tableOf(parts, resource, form, [object], version === undefined ? {} : { resourceVersion: version });
      return framing.value(type, columns === 'columns' ? { ...table } : { ...table, columnDefinitions: null });
    };
  return inTurn(row('columns'), row('no columns'));
}

/** The first once. */
function inTurn(first: MakeFrame, later: MakeFrame): () => MakeFrame {
  let next = first;
  return () => {
    const make = next;
    next = later;
    return make;
  };
}
