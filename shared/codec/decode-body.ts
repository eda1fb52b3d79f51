// Decodes the body of a write by its Content-Type (JSON, YAML, protobuf or CBOR), and reports duplicate keys for field
// validation. The schema is applied later (`schema/decode.ts`).

import { badRequest, requestBeyondLimit, unsupportedMediaType } from '../object/errors.ts';
import type { StatusError } from '../object/status-error.ts';
import type { Vendor } from '../vendor/vendor.ts';
import { CborError, decodeCbor } from './cbor/cbor-decoder.ts';
import { JsonSyntaxError } from './json/json-scanner.ts';
import { parseJson } from './json/json.ts';
import { parseMediaType } from './negotiation/media-type.ts';
import type { Format } from './negotiation/negotiate.ts';
import { contentTypeOf } from './negotiation/negotiate.ts';
import { ProtobufError } from './protobuf/protobuf.ts';
import { TooManyValuesError, mostBodyValues } from './limit/value-limit.ts';
import { YamlError } from './yaml/yaml-builder.ts';
import { parseYaml } from './yaml/yaml.ts';

export interface BodyOptions {
  readonly vendor: Vendor;
  readonly bytes: Buffer;
  /** Content-Type as sent. Undefined or empty: JSON. */
  readonly contentType: string | undefined;
  /** The kind that the endpoint expects, for the messages. */
  readonly kind: string;
  /** Reads a protobuf envelope; throws ProtobufError and TooManyValuesError. Given for kinds with a protobuf form. */
  readonly protobuf?: ((bytes: Buffer, maxValues: number) => Record<string, unknown>) | undefined;
  /** Whether CBOR is read. Default false. */
  readonly cbor?: boolean;
  /** Levels of nesting. Default 256. */
  readonly maxDepth?: number;
}

export interface DecodedBody {
  readonly value: unknown;
  readonly format: Format;
  /** One text per duplicate key, as warnings and strict errors show it: `duplicate field "spec.replicas"`. */
  readonly duplicates: readonly string[];
}

const textFormats: readonly Format[] = ['json', 'yaml'];
/** Bytes of an undecodable body that the error shows. */
const shownBytes = 30;

/**
 * Decodes a body. Throws StatusError: 415 for a type that is not read here, 400 for bytes that are not of their type, 413 for
 * more values than a body may hold.
 */
export function decodeBody(options: BodyOptions): DecodedBody {
  const format = formatOf(options);
  const limits = {
    maxValues: mostBodyValues,
    ...(options.maxDepth === undefined ? {} : { maxDepth: options.maxDepth }),
  };
  try {
    if (format === 'yaml') return { format, ...parseYaml(options.bytes, limits) };
    if (format === 'json') {
      const { value, duplicates } = parseJson(options.bytes, limits);
      return { format, value, duplicates: duplicates.map(duplicateField) };
    }
    // A key given twice makes the whole item invalid: CBOR has no lenient reading of it.
    if (format === 'cbor') return { format, value: decodeCbor(options.bytes, limits), duplicates: [] };
    if (options.protobuf !== undefined) {
      return { format, value: options.protobuf(options.bytes, limits.maxValues), duplicates: [] };
    }
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw unreadableBody(
        options.kind,
        options.bytes,
        `couldn't get version/kind; json parse error: ${error.message}`,
      );
    }
    if (error instanceof YamlError) {
      throw unreadableBody(options.kind, options.bytes, `error converting YAML to JSON: ${error.message}`);
    }
    if (error instanceof ProtobufError || error instanceof CborError)
      throw unreadableBody(options.kind, options.bytes, error.message);
    throw error instanceof TooManyValuesError ? requestBeyondLimit(error.message) : error;
  }
  throw unsupported(options);
}

/** The message of field validation about a duplicate key. */
export function duplicateField(path: string): string {
  return `duplicate field ${JSON.stringify(path)}`;
}

/** The message of field validation about an unknown field. */
export function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}

/** 400 for bytes that are no object at all; shows how they begin. */
export function unreadableBody(kind: string, bytes: Buffer, problem: string): StatusError {
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${problem} (${beginning(bytes)})`);
}

/** What is read here. */
function formatsOf({ protobuf, cbor }: BodyOptions): readonly Format[] {
  const formats: Format[] = [...textFormats];
  if (protobuf !== undefined) formats.push('protobuf');
  if (cbor === true) formats.push('cbor');
  return formats;
}

function formatOf(options: BodyOptions): Format {
  const { contentType = '' } = options;
  if (contentType === 'application/json' || contentType.trim() === '') return 'json';
  const media = parseMediaType(contentType, true);
  const essence = `${media?.type}/${media?.subtype}`;
  const format = formatsOf(options).find((one) => contentTypeOf(one, options.vendor) === essence);
  if (format === undefined) throw unsupported(options);
  return format;
}

function unsupported(options: BodyOptions): StatusError {
  return unsupportedMediaType(formatsOf(options).map((format) => contentTypeOf(format, options.vendor)));
}

function beginning(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const shown = bytes.subarray(0, shownBytes);
  const text = bytes[0] === 0x7b ? shown.toString('utf8') : shown.toString('hex');
  return bytes.length > shownBytes ? `${text} ...` : text;
}
