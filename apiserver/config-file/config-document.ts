// Reads a configuration of one kind of `apiserver.config.{api}`, as YAML or JSON, by its schema. Unknown and duplicate
// fields are refused: a misspelt rule would silently be missing.

import { JsonSyntaxError } from '../../shared/codec/json/json-scanner.ts';
import { parseJson } from '../../shared/codec/json/json.ts';
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
  const { value, duplicates } = readConfigText(text);
  const accepted = versions.map((version) => `${group}/${version}`);
  if (typeof value.apiVersion !== 'string' || !accepted.includes(value.apiVersion) || value.kind !== kind) {
    const found = `kind ${JSON.stringify(value.kind) ?? 'none'} of ${JSON.stringify(value.apiVersion) ?? 'none'}`;
    throw new ConfigDocumentError(`it must be kind ${kind} of ${accepted.join(', ')}, not ${found}`);
  }
  try {
    const { object, unknownFields } = decodeObject({ ...value, apiVersion: `${group}/v1` }, schema);
    const faults = [
      ...inOrderOf(value, unknownFields).map((field) => `unknown field ${JSON.stringify(field)}`),
      ...duplicates,
    ];
    if (faults.length > 0) throw new ConfigDocumentError(`strict decoding error: ${faults.join(', ')}`);
    return object;
  } catch (error) {
    if (error instanceof DecodeError) throw new ConfigDocumentError(error.message);
    throw error;
  }
}

/** What a configuration file holds. */
export interface ConfigText {
  readonly value: { readonly apiVersion?: unknown; readonly kind?: unknown };
  /** What is wrong with fields that the text gives twice. */
  readonly duplicates: readonly string[];
}

/** The object in a text of YAML or JSON. Throws ConfigDocumentError where it is neither, or no object. */
export function readConfigText(text: string): ConfigText {
  try {
    const { value, duplicates } = text.trimStart().startsWith('{') ? jsonDocument(text) : parseYaml(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ConfigDocumentError('it holds no object');
    return { value, duplicates };
  } catch (error) {
    if (error instanceof YamlError || error instanceof JsonSyntaxError) throw new ConfigDocumentError(error.message);
    throw error;
  }
}

/** Throws JsonSyntaxError. */
function jsonDocument(text: string): { readonly value: unknown; readonly duplicates: readonly string[] } {
  const { value, duplicates } = parseJson(text);
  return { value, duplicates: duplicates.map((field) => `duplicate field ${JSON.stringify(field)}`) };
}

/** The fields in the order in which the document has them. */
function inOrderOf(document: object, fields: readonly string[]): readonly string[] {
  if (fields.length < 2) return fields;
  const places = new Map<string, number>();
  const visit = (value: unknown, path: string): void => {
    places.set(path, places.size);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      visit(item, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
    }
  };
  visit(document, '');
  return [...fields].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}
