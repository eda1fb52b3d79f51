// The object in a body, as an audit event shows it: a JSON value, whatever form the client spoke. Managed fields are left
// out where the policy says so.

import { decodeCbor } from '../../shared/codec/cbor/cbor-decoder.ts';
import { parseJson } from '../../shared/codec/json/json.ts';
import { parseMediaType } from '../../shared/codec/negotiation/media-type.ts';
import { parseYaml } from '../../shared/codec/yaml/yaml.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { BodyIdentity } from './audit-event.ts';

/** Undefined for bytes that are no object in a form that is known: the event then shows none. Never throws. */
export type ReadObject = (bytes: Buffer, contentType: string | undefined) => unknown;

/** `decodeProtobuf` throws for bytes that it does not know. */
export function objectReader(vendor: Vendor, decodeProtobuf: (bytes: Buffer) => unknown): ReadObject {
  const protobuf = vendor.fill('vnd.{maker}.protobuf');
  const valueOf = (bytes: Buffer, subtype: string): unknown => {
    if (subtype === protobuf) return decodeProtobuf(bytes);
    if (subtype === 'cbor') return decodeCbor(bytes);
    if (subtype === 'yaml' || subtype.endsWith('+yaml')) return parseYaml(bytes).value;
    if (subtype === 'json' || subtype.endsWith('+json')) return parseJson(bytes).value;
    return undefined;
  };
  return (bytes, contentType) => {
    try {
      const media = parseMediaType(contentType ?? 'application/json');
      const value = media?.type === 'application' ? valueOf(bytes, media.subtype) : undefined;
      return typeof value === 'object' && value !== null ? value : undefined;
    } catch {
      return undefined;
    }
  };
}

/** What an object's metadata say, as far as they are text. */
export function identityOf(object: unknown): BodyIdentity {
  const metadata = metadataOf(object);
  if (metadata === undefined) return {};
  const identity: Record<string, string> = {};
  for (const field of ['namespace', 'name', 'uid', 'resourceVersion'] as const) {
    const value = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
    if (typeof value === 'string') identity[field] = value;
  }
  return identity;
}

/** The object, or the list or table of objects, without `metadata.managedFields`. The input is not changed. */
export function withoutManagedFields(object: unknown): unknown {
  const stripped = strip(object);
  if (!isRecord(stripped)) return stripped;
  const { items, rows } = stripped;
  if (Array.isArray(items)) return { ...stripped, items: items.map(strip) };
  if (stripped['kind'] !== 'Table' || !Array.isArray(rows)) return stripped;
  return { ...stripped, rows: rows.map((row) => (isRecord(row) ? { ...row, object: strip(row['object']) } : row)) };
}

function strip(object: unknown): unknown {
  const metadata = metadataOf(object);
  if (metadata === undefined || !Object.hasOwn(metadata, 'managedFields')) return object;
  const { managedFields: _managedFields, ...rest } = metadata;
  return { ...(object as object), metadata: rest };
}

function metadataOf(object: unknown): Record<string, unknown> | undefined {
  if (!isRecord(object) || !Object.hasOwn(object, 'metadata')) return undefined;
  const { metadata } = object;
  return isRecord(metadata) ? metadata : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
