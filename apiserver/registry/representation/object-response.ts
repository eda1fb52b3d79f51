// One object as an answer, in the form the client asked for. Plain JSON is the stored bytes with the version spliced in;
// other forms are put together from what is kept of the object, or made from the decoded object.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Status } from '../../../shared/object/status-error.ts';
import type { CachedObject } from '../../storage/contract/resource-cache.ts';
import type { RepresentationDependencies } from './output/representation-parts.ts';
import type { Resource } from '../contract/resource.ts';
import type { Response } from '../contract/resource-handler.ts';
import type { ConversionRequest } from '../contract/version-converter.ts';
import type { Written } from '../contract/written.ts';
import type { NegotiatedOutput } from './output/negotiated-output.ts';
import { mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import { decodeJson, withRevision } from '../../storage/format/stored-object.ts';
import { decodeEntry, servedObject } from '../object/converted-objects.ts';
import { cachedObjectOf, storageOf } from '../object/stored-objects.ts';
import { isPlainJson, render } from './output/negotiated-output.ts';
import { partialOf } from './rendered/partial.ts';
import { bytesOf, splicedFormOf } from './splice/splice.ts';
import { tableOf } from './rendered/table.ts';

/** A stored object, in the version that is served. */
export function cachedResponse(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  held: CachedObject,
  status = 200,
): Response {
  if (isPlainJson(form)) return body(form, status, held.line);
  const spliced = splicedFormOf(parts, resource, form);
  if (spliced === undefined) return objectResponse(parts, resource, form, status, decodeJson(held.text));
  const after = form.representation.format === 'json' ? newline : nothing;
  return body(form, status, bytesOf(nothing, spliced.whole(held), after));
}

const newline = Buffer.from('\n');
const nothing = Buffer.alloc(0);

/** What a write came to. The status follows from it unless one is given. */
export function writtenResponse(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  { outcome, revision, value }: Written,
  request: ConversionRequest,
  status: number = outcome === 'created' ? parts.vendor.behaviour.createStatus : 200,
): Response | Promise<Response> {
  if (revision === undefined) {
    // A dry run of a create has stored nothing, so there is no version to tell.
    return mapMaybePromise(decodeEntry(resource, { key: '', value, revision: 0 }, request), (object) => {
      delete object.metadata.resourceVersion;
      return objectResponse(parts, resource, form, status, object);
    });
  }
  if (isPlainJson(form) && storageOf(resource, 'get').converter === undefined) {
    return body(form, status, withRevision(value, revision, 'line').bytes);
  }
  const written = servedObject(resource, cachedObjectOf(resource, { key: '', value, revision }), request);
  return mapMaybePromise(written, (held) => cachedResponse(parts, resource, form, held, status));
}

/** An object that is not stored as it is sent. */
export function objectResponse(
  parts: RepresentationDependencies,
  resource: Pick<Resource, 'printer'>,
  form: NegotiatedOutput,
  status: number,
  object: ApiObject,
): Response {
  return body(form, status, render(form, transformed(parts, resource, form, object)));
}

/** A Status is never turned into a table or into metadata. */
export function statusResponse(form: NegotiatedOutput, code: number, status: Status): Response {
  return body(form, code, render(form, { ...status }));
}

function transformed(
  parts: RepresentationDependencies,
  resource: Pick<Resource, 'printer'>,
  form: NegotiatedOutput,
  object: ApiObject,
): Readonly<Record<string, unknown>> {
  const { transform } = form.representation;
  if (transform === undefined) return object;
  if (transform.kind !== 'Table') return { ...partialOf(parts.vendor, object, transform.version) };
  const version = object.metadata.resourceVersion;
  return { ...tableOf(parts, resource, form, [object], version === undefined ? {} : { resourceVersion: version }) };
}

function body(form: NegotiatedOutput, status: number, bytes: Buffer): Response {
  return { kind: 'body', status, contentType: form.representation.contentType, parts: [bytes], length: bytes.length };
}
