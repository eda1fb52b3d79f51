// One object as an answer, in the form the client asked for. Plain JSON is the stored bytes with the version spliced in;
// other forms are put together from what is kept of the object, or made from the decoded object.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Status } from '../../../shared/object/status-error.ts';
import type { CachedObject } from '../../storage/resource-cache.ts';
import type { RepresentationParts } from './representation-parts.ts';
import type { Resource } from '../resource.ts';
import type { VerbAnswer } from '../verb.ts';
import type { Written } from '../verbs/written.ts';
import type { Form } from './form.ts';
import { withRevision } from '../../storage/stored-object.ts';
import { cachedObjectOf, decodeCached, decodeEntry, servedObject, storageOf } from '../stored-objects.ts';
import { isPlainJson, render } from './form.ts';
import { partialOf } from './partial.ts';
import { bytesOf, splicedFormOf } from './splice.ts';
import { tableOf } from './table.ts';

/** A stored object. */
export function answerCached(
  parts: RepresentationParts,
  resource: Resource,
  form: Form,
  held: CachedObject,
  status = 200,
): VerbAnswer {
  if (isPlainJson(form) && storageOf(resource, 'get').identical) return body(form, status, held.line);
  const spliced = splicedFormOf(parts, resource, form);
  if (spliced === undefined) return answerObject(parts, resource, form, status, decodeCached(resource, held));
  const after = form.representation.format === 'json' ? newline : nothing;
  return body(form, status, bytesOf(nothing, spliced.whole(servedObject(resource, held)), after));
}

const newline = Buffer.from('\n');
const nothing = Buffer.alloc(0);

/** What a write came to. The status follows from it unless one is given. */
export function answerWritten(
  parts: RepresentationParts,
  resource: Resource,
  form: Form,
  { outcome, revision, value }: Written,
  status: number = outcome === 'created' ? parts.vendor.behaviour.createStatus : 200,
): VerbAnswer {
  if (revision === undefined) {
    // A dry run of a create has stored nothing, so there is no version to tell.
    const object = decodeEntry(resource, { key: '', value, revision: 0 });
    delete object.metadata.resourceVersion;
    return answerObject(parts, resource, form, status, object);
  }
  if (isPlainJson(form) && storageOf(resource, 'get').identical) {
    return body(form, status, withRevision(value, revision, 'line').bytes);
  }
  return answerCached(parts, resource, form, cachedObjectOf(resource, { key: '', value, revision }), status);
}

/** An object that is not stored as it is sent. */
export function answerObject(
  parts: RepresentationParts,
  resource: Pick<Resource, 'printer'>,
  form: Form,
  status: number,
  object: ApiObject,
): VerbAnswer {
  return body(form, status, render(form, transformed(parts, resource, form, object)));
}

/** A Status is never turned into a table or into metadata. */
export function answerStatus(form: Form, code: number, status: Status): VerbAnswer {
  return body(form, code, render(form, { ...status }));
}

function transformed(
  parts: RepresentationParts,
  resource: Pick<Resource, 'printer'>,
  form: Form,
  object: ApiObject,
): Readonly<Record<string, unknown>> {
  const { transform } = form.representation;
  if (transform === undefined) return object;
  if (transform.kind !== 'Table') return { ...partialOf(parts.vendor, object, transform.version) };
  const version = object.metadata.resourceVersion;
  return { ...tableOf(parts, resource, form, [object], version === undefined ? {} : { resourceVersion: version }) };
}

function body(form: Form, status: number, bytes: Buffer): VerbAnswer {
  return { kind: 'body', status, contentType: form.representation.contentType, parts: [bytes], length: bytes.length };
}
