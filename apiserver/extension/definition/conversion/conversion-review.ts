// The request to a conversion webhook, and the checks of its response (the group's ConversionReview). Pure.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import { stringifyJson } from '../../../../shared/codec/json/json.ts';
import { isSchema, type JsonSchema } from '../../../../shared/definition/structural/json-schema.ts';

/** Versions of the review that this server speaks. */
const known = ['v1', 'v1beta1'];

export interface ConversionReview {
  /** Of the review, one of `known`. */
  readonly version: string;
  readonly uid: string;
  /** JSON. */
  readonly body: string;
}

/** `versions`: those that the webhook understands, the best one first. Throws an Error where the server knows none of them. */
export function conversionReview(
  vendor: Vendor,
  versions: readonly string[],
  objects: readonly ApiObject[],
  { apiVersion, uid }: { readonly apiVersion: string; readonly uid: string },
): ConversionReview {
  const version = versions.find((one) => known.includes(one));
  if (version === undefined) throw new Error('no supported conversion review versions');
  const body = stringifyJson({
    kind: 'ConversionReview',
    apiVersion: vendor.fill(`apiextensions.{api}/${version}`),
    request: { uid, desiredAPIVersion: apiVersion, objects },
  });
  return { version, uid, body };
}

/** The objects of an answer, whatever they are. Throws an Error with what is wrong, or with what the webhook says is. */
export function convertedObjects(vendor: Vendor, review: ConversionReview, answer: unknown): readonly unknown[] {
  const { version, uid } = review;
  const group = vendor.fill('apiextensions.{api}');
  const given: JsonSchema = isSchema(answer) ? answer : {};
  if (version === 'v1') {
    const wanted = `${group}/v1, Kind=ConversionReview`;
    const got = `${textOf(given['apiVersion']) || '/'}, Kind=${textOf(given['kind'])}`;
    if (got === `${group}/v1beta1, Kind=ConversionReview`)
      throw new Error('converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion');
    if (got !== wanted) throw new Error(`expected webhook response of ${wanted}, got ${got}`);
  }
  const { response } = given;
  if (!isSchema(response)) throw new Error('no response provided');
  if (version === 'v1' && response['uid'] !== uid) {
    const got = JSON.stringify(textOf(response['uid']));
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${got}`);
  }
  const result: JsonSchema = isSchema(response['result']) ? response['result'] : {};
  if (result['status'] !== 'Success') {
    const message = textOf(result['message']);
    if (message !== '') throw new Error(message);
    throw new Error(`response.result.status was '${textOf(result['status'])}', not 'Success'`);
  }
  const objects = response['convertedObjects'];
  return Array.isArray(objects) ? objects : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
