// Converts objects between the versions of a definition with a conversion webhook. The response is decoded by the schema of the
// version. If the webhook is unreachable or its response is invalid, the request that needs the object fails.

import { randomUUID } from 'node:crypto';
import type { DefinitionConversion } from '../../../../shared/definition/definition.ts';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { OutboundCaller, OutboundTarget } from '../../../outbound/contract/outbound.ts';
import type { ConversionMetrics } from '../../../registry/contract/conversion-metrics.ts';
import type { VersionConverter } from '../../../registry/contract/version-converter.ts';
import { targetOf } from '../../../outbound/client-config.ts';
import {
  BatchedConverter,
  type ConversionCall,
  type ConversionLimits,
} from '../../../registry/conversion/batched-converter.ts';
import { convertedObjects, conversionReview } from './conversion-review.ts';
import type { JsonSchema } from '../../../../shared/definition/structural/json-schema.ts';
import { convertedObject, kindText, objectOf } from './converted-object.ts';
import type { VersionReader } from './version-reader.ts';

export interface WebhookConverterOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly outbound: OutboundCaller;
  readonly metrics: ConversionMetrics;
  readonly conversion: DefinitionConversion;
  /** Reads what is sent to the program, and what it answers. */
  readonly reader: VersionReader;
}

/** Seconds that a program has for an answer. */
const patience = 30;
/** Bytes of an answer. */
const mostBytes = 32 * 1024 * 1024;
// The call ends by its own limit, whose failure names the program.
const limits: ConversionLimits = { objects: 64, calls: 8, timeout: (patience + 5) * 1000 };

export function webhookConverter(options: WebhookConverterOptions): VersionConverter {
  const { clock, metrics, reader } = options;
  const batched = new BatchedConverter(conversionCall(options), limits, clock, metrics);
  return {
    atOnce: limits.objects,
    rereads: true,
    rewrites: 'labels-and-fields',
    convert(objects, apiVersion, request) {
      const { partial = false } = request;
      const given = objects.map((object) => (partial ? reader.part(object) : reader.completed(object)));
      const others = given.filter((object) => object.apiVersion !== apiVersion);
      if (others.length === 0) return given;
      return batched.convert(others, apiVersion, request).then((converted) => {
        const made = new Map(others.map((object, index) => [object, converted[index]]));
        return given.map((object) => {
          const other = made.get(object);
          if (other === undefined) return object;
          return partial ? reader.part(other) : reader.converted(other);
        });
      });
    },
  };
}

function conversionCall({ vendor, outbound, conversion }: WebhookConverterOptions): ConversionCall {
  const { clientConfig = {}, conversionReviewVersions } = conversion.webhook ?? {};
  const target = conversionTarget(clientConfig);
  return async (objects, apiVersion, signal) => {
    const name = `conversion webhook for ${objects[0] === undefined ? '' : kindText(objects[0])}`;
    const review = conversionReview(vendor, conversionReviewVersions ?? [], objects, { apiVersion, uid: randomUUID() });
    const converted = await outbound
      .postJson(target, {
        purpose: 'conversion',
        body: review.body,
        query: `timeout=${patience}s`,
        userAgent: vendor.fill('{short}-apiserver-admission'),
        timeout: patience * 1000,
        maxBytes: mostBytes,
        comesAgain: true,
        signal,
      })
      .then((answer) => convertedObjects(vendor, review, answer))
      .catch((error: unknown) => {
        if (signal.aborted) throw signal.reason;
        throw new Error(`${name} failed: ${textOf(error)}`, { cause: error });
      });
    if (converted.length !== objects.length)
      throw new Error(`${name} returned ${converted.length} objects, expected ${objects.length}`);
    return objects.map((original, index) => checked(name, original, objectOf(converted[index]), apiVersion));
  };
}

function checked(name: string, original: ApiObject, given: JsonSchema, apiVersion: string): ApiObject {
  try {
    return convertedObject(original, given, apiVersion);
  } catch (error) {
    throw new Error(`${name} ${textOf(error)}`, { cause: error });
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An authority of blanks is none. */
function conversionTarget({ url, service, caBundle = '' }: ClientConfig): OutboundTarget {
  const authority = Buffer.from(caBundle, 'base64').toString('utf8');
  return targetOf({
    ...(url === undefined ? {} : { url }),
    ...(service === undefined
      ? {}
      : { service: { ...service, namespace: service.namespace ?? '', name: service.name ?? '' } }),
    ...(authority.trim() === '' ? {} : { caBundle }),
  });
}

type ClientConfig = NonNullable<NonNullable<DefinitionConversion['webhook']>['clientConfig']>;
