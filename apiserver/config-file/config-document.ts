// Reads a configuration of one kind of `apiserver.config.{api}`, as YAML or JSON, by its schema. Unknown and duplicate
// fields are refused: a misspelt rule would silently be missing.

import { parseYaml } from '../../shared/codec/yaml/yaml.ts';
import { YamlError } from '../../shared/codec/yaml/yaml-builder.ts';
import type { Schemas } from '../../shared/schema/builtin.ts';
import { DecodeError, decodeObject } from '../../shared/schema/decode.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';

/** A configuration that cannot be used. The message says what is wrong and where, not in which file. */
export class ConfigDocumentError extends Error {
  override readonly name = 'ConfigDocumentError';
}

/** Versions that say the same. */
const versions: readonly string[] = ['v1', 'v1beta1', 'v1alpha1'];

/** Returns the object with the right types; fields without a value are absent. Throws ConfigDocumentError. */
export function readConfigDocument(
  text: string,
  kind: string,
  { vendor, schemas }: { readonly vendor: Vendor; readonly schemas: Schemas },
): Readonly<Record<string, unknown>> {
  const group = vendor.fill('apiserver.config.{api}');
  const schema = schemas.kind(group, 'v1', kind);
  if (schema === undefined) throw new TypeError(`the schema of ${kind} is missing`);
  const value = documentOf(text);
  const accepted = versions.map((version) => `${group}/${version}`);
  if (typeof value.apiVersion !== 'string' || !accepted.includes(value.apiVersion) || value.kind !== kind) {
    const found = `kind ${JSON.stringify(value.kind) ?? 'none'} of ${JSON.stringify(value.apiVersion) ?? 'none'}`;
    throw new ConfigDocumentError(`it must be kind ${kind} of ${accepted.join(', ')}, not ${found}`);
  }
  try {
    const { object, unknownFields } = decodeObject({ ...value, apiVersion: `${group}/v1` }, schema);
    if (unknownFields.length > 0) {
      throw new ConfigDocumentError(unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`).join(', '));
    }
    return object;
  } catch (error) {
    if (error instanceof DecodeError) throw new ConfigDocumentError(error.message);
    throw error;
  }
}

function documentOf(text: string): { readonly apiVersion?: unknown; readonly kind?: unknown } {
  let value: unknown;
  try {
    const parsed = parseYaml(text);
    if (parsed.duplicates.length > 0) throw new ConfigDocumentError(parsed.duplicates.join(', '));
    value = parsed.value;
  } catch (error) {
    if (error instanceof YamlError) throw new ConfigDocumentError(error.message);
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigDocumentError('it holds no object');
  }
  return value;
}
