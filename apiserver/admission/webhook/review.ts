// The AdmissionReview that a webhook gets, and what it may answer.

import { randomUUID } from 'node:crypto';
import { stringifyJson } from '../../../shared/codec/json/json.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Status, StatusCause } from '../../../shared/object/status-error.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionRequest } from '../rule/admission-request.ts';

export interface ReviewQuestion {
  readonly uid: string;
  /** `admission.<domain>/v1` */
  readonly apiVersion: string;
  /** JSON. */
  readonly body: string;
}

export function reviewQuestion(
  version: 'v1' | 'v1beta1',
  request: AdmissionRequest,
  objects: { readonly object: ApiObject | undefined; readonly oldObject: ApiObject | undefined },
  vendor: Vendor,
): ReviewQuestion {
  const uid = randomUUID();
  const apiVersion = vendor.fill(`admission.{api}/${version}`);
  const { object = null, oldObject = null } = objects;
  const review = { kind: 'AdmissionReview', apiVersion, request: { uid, ...request, object, oldObject } };
  return { uid, apiVersion, body: stringifyJson(review) };
}

/** A valid answer. */
export interface ReviewAnswer {
  readonly allowed: boolean;
  readonly status: Partial<Status>;
  /** JSON text of the patch; undefined: there is none. */
  readonly patch: string | undefined;
  readonly patchType: string;
  readonly auditAnnotations: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** An answer that cannot be decoded as a review at all, in the same words as other failures of the call. */
export class UndecodableReviewError extends Error {
  override readonly name = 'UndecodableReviewError';
}

/** Those that the reference server knows. */
const reviewVersions: readonly string[] = ['v1', 'v1beta1'];

type Json = Readonly<Record<string, unknown>>;

/** Throws UndecodableReviewError, or Error for a review that does not fit its question. */
export function reviewAnswer(value: unknown, question: ReviewQuestion, mutating: boolean): ReviewAnswer {
  const review = objectOf(value, 'AdmissionReview') ?? {};
  const apiVersion = textOf(review, 'apiVersion');
  const kind = textOf(review, 'kind');
  const foreign =
    (apiVersion !== '' && apiVersion !== question.apiVersion) || (kind !== '' && kind !== 'AdmissionReview');
  if (foreign) {
    const [group = '', version = ''] = apiVersion.split('/');
    const [ownGroup = '', own = ''] = question.apiVersion.split('/');
    if (group === ownGroup && kind === 'AdmissionReview' && reviewVersions.includes(version)) {
      throw new UndecodableReviewError(
        `converting (${version}.AdmissionReview) to (${own}.AdmissionReview): unknown conversion`,
      );
    }
    throw new UndecodableReviewError(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in reviews of ${question.apiVersion}`,
    );
  }
  const response = objectOf(review['response'], 'response');
  if (response === undefined) throw new Error('webhook response was absent');
  // The older version demands neither.
  if (question.apiVersion.endsWith('/v1')) checkIdentity(response, question, apiVersion, kind);
  const answer = contentOf(response);
  return { ...answer, ...patchOf(response, mutating, question.apiVersion.endsWith('/v1')) };
}

function checkIdentity(response: Json, { uid, apiVersion: wanted }: ReviewQuestion, apiVersion: string, kind: string) {
  const echoed = textOf(response, 'uid');
  if (echoed !== uid) {
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(echoed)}`);
  }
  if (apiVersion === '' || kind === '') {
    const got = `${apiVersion === '' ? '/' : apiVersion}, Kind=${kind}`;
    throw new Error(`expected webhook response of ${wanted}, Kind=AdmissionReview, got ${got}`);
  }
}

function contentOf(response: Json): Omit<ReviewAnswer, 'patch' | 'patchType'> {
  const allowed = response['allowed'] ?? false;
  if (typeof allowed !== 'boolean') throw mistyped('response.allowed', 'a boolean');
  const annotations = objectOf(response['auditAnnotations'], 'response.auditAnnotations') ?? {};
  const warnings = response['warnings'] ?? [];
  if (!Array.isArray(warnings) || !warnings.every((one) => typeof one === 'string')) {
    throw mistyped('response.warnings', 'a list of strings');
  }
  return {
    allowed,
    status: statusOf(objectOf(response['status'], 'response.status')),
    auditAnnotations: new Map(Object.keys(annotations).map((key) => [key, textOf(annotations, key)])),
    warnings,
  };
}

function patchOf(response: Json, mutating: boolean, strict: boolean): Pick<ReviewAnswer, 'patch' | 'patchType'> {
  const encoded = decoded(textOf(response, 'patch'));
  const given = response['patchType'] ?? undefined;
  const patchType = given === undefined ? '' : textOf(response, 'patchType');
  if (!strict) {
    return mutating && encoded !== ''
      ? { patch: encoded, patchType: 'JSONPatch' }
      : { patch: undefined, patchType: '' };
  }
  if (!mutating && encoded !== '') throw new Error('validating webhook may not return response.patch');
  if (!mutating && given !== undefined) throw new Error('validating webhook may not return response.patchType');
  if (encoded !== '' && given === undefined) {
    throw new Error('webhook returned response.patch but not response.patchType');
  }
  if (encoded === '' && given !== undefined) {
    throw new Error('webhook returned response.patchType but not response.patch');
  }
  if (given !== undefined && patchType === '') throw new Error('webhook returned invalid response.patchType of ""');
  return { patch: encoded === '' ? undefined : encoded, patchType };
}

/** Of a patch in base64; '' for none. */
function decoded(base64: string): string {
  const compact = base64.replaceAll(/[\r\n]/g, '');
  const whole = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact);
  if (whole) return Buffer.from(compact, 'base64').toString('utf8');
  const wrong = compact.search(/[^A-Za-z0-9+/=]/);
  throw new UndecodableReviewError(`illegal base64 data at input byte ${wrong < 0 ? compact.length : wrong}`);
}

/** The fields of a Status that clients read; those of a wrong type make the answer undecodable. */
function statusOf(status: Json | undefined): Partial<Status> {
  if (status === undefined) return {};
  const code = status['code'] ?? 0;
  if (typeof code !== 'number' || !Number.isInteger(code)) throw mistyped('response.status.code', 'an integer');
  const details = objectOf(status['details'], 'response.status.details');
  const fields = {
    status: textOf(status, 'status'),
    message: textOf(status, 'message'),
    reason: textOf(status, 'reason'),
  };
  return {
    ...(Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')) as Partial<Status>),
    ...(details === undefined ? {} : { details: detailsOf(details) }),
    code,
  };
}

function detailsOf(details: Json): NonNullable<Status['details']> {
  const causes = details['causes'] ?? [];
  if (!Array.isArray(causes)) throw mistyped('response.status.details.causes', 'a list');
  const retry = details['retryAfterSeconds'] ?? 0;
  if (typeof retry !== 'number' || !Number.isInteger(retry)) {
    throw mistyped('response.status.details.retryAfterSeconds', 'an integer');
  }
  return {
    ...textsOf(details, ['name', 'group', 'kind', 'uid']),
    ...(causes.length === 0
      ? {}
      : {
          causes: causes.map(
            (cause) => textsOf(objectOf(cause, 'cause') ?? {}, ['reason', 'message', 'field']) as StatusCause,
          ),
        }),
    ...(retry > 0 ? { retryAfterSeconds: retry } : {}),
  };
}

function textsOf(from: Json, fields: readonly string[]): Readonly<Record<string, string>> {
  const texts = fields.map((field) => [field, textOf(from, field)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function objectOf(value: unknown, path: string): Json | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Json;
  throw mistyped(path, 'an object');
}

function textOf(from: Json, field: string): string {
  const value = (Object.hasOwn(from, field) ? from[field] : undefined) ?? '';
  if (typeof value === 'string') return value;
  throw mistyped(field, 'a string');
}

function mistyped(path: string, wanted: string): UndecodableReviewError {
  return new UndecodableReviewError(`json: ${path} is not ${wanted}`);
}
