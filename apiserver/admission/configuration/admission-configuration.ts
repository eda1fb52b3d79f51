// Reads a configuration of admission plug-ins: kind AdmissionConfiguration of apiserver.config.{api}/v1, as YAML or JSON. It has
// the configuration of each plug-in itself, or the path of a file of its own.

import { isAbsolute, join } from 'node:path';
import { parseYaml } from '../../../shared/codec/yaml/yaml.ts';
import { YamlError } from '../../../shared/codec/yaml/yaml-builder.ts';
import type { Schemas } from '../../../shared/schema/builtin.ts';
import { DecodeError, decodeObject } from '../../../shared/schema/decode.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

/** A configuration that cannot be used. The message says what is wrong, not in which file. */
export class AdmissionConfigurationError extends Error {
  override readonly name = 'AdmissionConfigurationError';
}

/** As it was written, with the files that it names. */
export interface WrittenAdmissionConfiguration {
  readonly text: string;
  /** The content of each file that a `path` in it names, by that path as it is written. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Where the types of configurations come from. */
export interface ConfigurationTypes {
  readonly vendor: Vendor;
  readonly schemas: Schemas;
}

/** A kind of configuration, by the templates of its group. Its version is v1. */
export interface ConfigurationKind {
  readonly group: string;
  readonly kind: string;
}

const admissionConfiguration: ConfigurationKind = { group: 'apiserver.config.{api}', kind: 'AdmissionConfiguration' };

interface WrittenPlugin {
  readonly name?: unknown;
  readonly path?: unknown;
  readonly configuration?: unknown;
}

/** The configuration of each plug-in, by its name, as it was written. Throws AdmissionConfigurationError. */
export function readAdmissionConfiguration(
  { text, files = {} }: WrittenAdmissionConfiguration,
  types: ConfigurationTypes,
): ReadonlyMap<string, object> {
  const document = readDocument(text, '');
  // What plug-ins are configured with is judged by themselves.
  const outer = pluginsOf(document).map((plugin) =>
    Object.fromEntries(Object.entries(plugin).filter(([field]) => field !== 'configuration')),
  );
  decodeConfiguration(
    'plugins' in document ? { ...document, plugins: outer } : document,
    admissionConfiguration,
    types,
  );
  const configurations = new Map<string, object>();
  for (const [index, { name, path, configuration }] of pluginsOf(document).entries()) {
    const place = `plugins[${index}]`;
    if (typeof name !== 'string' || name === '') throw new AdmissionConfigurationError(`${place}.name: it is required`);
    if (configurations.has(name)) throw new AdmissionConfigurationError(`${place}.name: ${name} is configured twice`);
    const written = configuration ?? undefined;
    if (written !== undefined && typeof path === 'string' && path !== '')
      throw new AdmissionConfigurationError(`${place}: it has a path or a configuration, not both`);
    const found =
      typeof path === 'string' && path !== '' ? readDocument(files[path] ?? '', `${place}.path: ${path}: `) : written;
    if (found === undefined || found === null) continue;
    if (typeof found !== 'object' || Array.isArray(found))
      throw new AdmissionConfigurationError(`${place}.configuration: it is no object`);
    configurations.set(name, found);
  }
  return configurations;
}

/** The files that a configuration names, as written, with the place where each is: relative to `folder`. */
export function configurationPaths(text: string, folder: string): ReadonlyMap<string, string> {
  const written = pluginsOf(readDocument(text, '')).flatMap(({ path }) =>
    typeof path === 'string' && path !== '' ? [path] : [],
  );
  return new Map(written.map((path) => [path, isAbsolute(path) ? path : join(folder, path)]));
}

/** The configuration of one plug-in, of the kind that it takes. Unknown fields are refused. Throws AdmissionConfigurationError. */
export function decodeConfiguration(
  value: object,
  { group, kind }: ConfigurationKind,
  { vendor, schemas }: ConfigurationTypes,
): object {
  const filled = vendor.fill(group);
  const schema = schemas.kind(filled, 'v1', kind);
  if (schema === undefined) throw new TypeError(`the schema of ${kind} is missing`);
  const found = value as { readonly kind?: unknown; readonly apiVersion?: unknown };
  if (found.apiVersion !== `${filled}/v1` || found.kind !== kind) {
    const shown = `kind ${JSON.stringify(found.kind) ?? 'none'} of ${JSON.stringify(found.apiVersion) ?? 'none'}`;
    throw new AdmissionConfigurationError(`it must be kind ${kind} of ${filled}/v1, not ${shown}`);
  }
  try {
    const { object, unknownFields } = decodeObject(value, schema);
    if (unknownFields.length > 0) throw new AdmissionConfigurationError(`unknown field ${unknownFields.join(', ')}`);
    return object;
  } catch (error) {
    if (error instanceof DecodeError) throw new AdmissionConfigurationError(error.message);
    throw error;
  }
}

function pluginsOf(document: object): readonly WrittenPlugin[] {
  const { plugins } = document as { readonly plugins?: unknown };
  return Array.isArray(plugins) ? plugins.map((one: unknown) => (one ?? {}) as WrittenPlugin) : [];
}

/** `place` is the prefix of each error. */
function readDocument(text: string, place: string): object {
  try {
    const { value, duplicates } = parseYaml(text);
    if (duplicates.length > 0) throw new AdmissionConfigurationError(place + duplicates.join(', '));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    if (error instanceof YamlError) throw new AdmissionConfigurationError(place + error.message);
    throw error;
  }
  throw new AdmissionConfigurationError(`${place}it holds no object`);
}
