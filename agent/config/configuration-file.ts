// Reads the configuration from its sources, later ones over earlier ones (requirements ACONF): defaults, the main file, the
// drop-in files of a folder in the order of their paths, the command line. Each file is validated alone, so that a fault is
// reported with its file.

import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseYaml } from '../../shared/codec/yaml/yaml.ts';
import type { YamlPlaces } from '../../shared/codec/yaml/yaml-builder.ts';
import type { AgentConfiguration, ConfigurationFormat } from './configuration.ts';
import { type Content, FieldError } from './field.ts';
import { lineOf, Origins, type Path, pathInMessage, pathText } from './origins.ts';

/** The configuration cannot be used: an error for each fault, whose message names file, line and field. */
export class ConfigurationError extends AggregateError {
  override readonly name = 'ConfigurationError';
  /** Whether the faults are in `overrides`, and not in a file. */
  readonly ofOverrides: boolean;

  constructor(faults: readonly string[], options?: ErrorOptions & { readonly ofOverrides?: boolean }) {
    super(
      faults.map((fault) => new Error(fault)),
      faults.join('; '),
      options,
    );
    this.ofOverrides = options?.ofOverrides ?? false;
  }
}

export interface ConfigurationSources {
  readonly file?: string;
  /** A folder of `.conf` files, searched with its sub-folders. */
  readonly folder?: string;
  /** The settings of the command line, in the form of a file. */
  readonly overrides: Content;
  /** The name of the flag that set one of them, such as `--max-pods`. Default: `the command line`. */
  readonly overrideSource?: (path: Path) => string;
}

export interface LoadedConfiguration {
  readonly configuration: AgentConfiguration;
  /** The same with all defaults, in the form of a file. */
  readonly shown: object;
  /** Where each of the settings comes from: `<file>:<line>`, a flag, or `default`. */
  readonly origins: Pick<Origins, 'sourceOf'>;
}

/** Rejects with ConfigurationError. */
export async function loadConfiguration(
  sources: ConfigurationSources,
  format: ConfigurationFormat,
): Promise<LoadedConfiguration> {
  const files = [
    ...(sources.file === undefined ? [] : [sources.file]),
    ...(sources.folder === undefined ? [] : await dropIns(sources.folder)),
  ];
  let content: Content = {};
  const origins = new Origins();
  for (const layer of await readFiles(files, format)) {
    content = overlay(content, layer.content);
    origins.lay(layer.content, layer.sourceOf);
  }
  content = overlay(content, sources.overrides);
  const overrideSource = sources.overrideSource ?? ((): string => 'the command line');
  origins.lay(sources.overrides, overrideSource);
  try {
    return { configuration: format.read(content), shown: format.complete(content), origins };
  } catch (error) {
    const found = faultsOf(error).map((fault) => ({ fault, path: pathInMessage(content, fault) }));
    const placed = found.map(({ fault, path }) => {
      const source = origins.sourceOf(path);
      return `${source === 'default' ? 'the configuration' : source}: ${fault}`;
    });
    throw new ConfigurationError(placed, {
      cause: error,
      ofOverrides: found.every(({ path }) => origins.sourceOf(path) === overrideSource(path)),
    });
  }
}

/** Rejects with the faults of all files. */
async function readFiles(files: readonly string[], format: ConfigurationFormat): Promise<readonly Layer[]> {
  const read = await Promise.allSettled(files.map((file) => readFileContent(file, format)));
  const faults = read.flatMap((one) => (one.status === 'rejected' ? faultsOf(one.reason) : []));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** The messages of an error, one for each fault. Rethrows errors that are not faults of the configuration. */
function faultsOf(error: unknown): readonly string[] {
  if (error instanceof FieldError) return error.faults;
  if (error instanceof ConfigurationError) return error.errors.map(messageOf);
  throw error;
}

async function dropIns(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    const names = entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.conf'));
    return names.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  } catch (error) {
    throw new ConfigurationError([`${folder}: cannot be read: ${messageOf(error)}`], { cause: error });
  }
}

interface Layer {
  readonly content: Content;
  sourceOf(this: void, path: Path): string;
}

async function readFileContent(path: string, format: ConfigurationFormat): Promise<Layer> {
  const bytes = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ConfigurationError([`${path}: cannot be read: ${messageOf(error)}`], { cause: error });
  });
  if (bytes.trim() === '') throw new ConfigurationError([`${path}: is empty`]);
  const places: YamlPlaces = { lines: new WeakMap(), repeated: [] };
  const { value } = attempt(path, () => parseYaml(bytes, { places }));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigurationError([`${path}: is no map of fields`]);
  }
  const { apiVersion, kind, ...fields } = value as Record<string, unknown>;
  if (apiVersion !== format.apiVersion || kind !== format.kind) {
    throw new ConfigurationError([
      `${path}: must begin with apiVersion: ${format.apiVersion} and kind: ${format.kind}`,
    ]);
  }
  const placeOf = (line: number | undefined): string => (line === undefined ? path : `${path}:${line}`);
  const content = format.withoutZeros(fields);
  const repeated = places.repeated.map((one) => ({ line: one.line, fault: `${pathText(one.path)}: is given twice` }));
  const faults = faultsIn(content, format).map((fault) => {
    return { line: lineOf(value, pathInMessage(content, fault), places), fault };
  });
  const found = [...repeated, ...faults].toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  if (found.length > 0) throw new ConfigurationError(found.map(({ line, fault }) => `${placeOf(line)}: ${fault}`));
  return {
    content: withAbsolutePaths(content, dirname(resolve(path))),
    sourceOf: (at) => placeOf(lineOf(value, at, places)),
  };
}

function faultsIn(content: Content, format: ConfigurationFormat): readonly string[] {
  try {
    format.check(content);
    return [];
  } catch (error) {
    return faultsOf(error);
  }
}

/** Relative paths in a configuration file are resolved against its folder. */
function withAbsolutePaths(content: Content, folder: string): Content {
  const absolute = (value: unknown, keys: readonly string[]): unknown => {
    const [key, ...rest] = keys;
    if (key === undefined) return typeof value === 'string' && value !== '' ? resolve(folder, value) : value;
    if (!isContent(value) || !Object.hasOwn(value, key)) return value;
    return { ...value, [key]: absolute(value[key], rest) };
  };
  return [['tlsCertFile'], ['tlsPrivateKeyFile'], ['authentication', 'x509', 'clientCAFile']].reduce<Content>(
    (all, keys) => absolute(all, keys) as Content,
    content,
  );
}

/**
 * One layer over another (RFC 7386): maps are merged by key, null removes a key, all other values and whole lists are replaced.
 * Neither is changed.
 */
export function overlay(under: Content, over: Content): Content {
  const result = new Map(Object.entries(under));
  for (const [key, value] of Object.entries(over)) {
    const before = result.get(key);
    if (value === null) result.delete(key);
    else result.set(key, isContent(value) ? overlay(isContent(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(result);
}

function isContent(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function attempt<T>(source: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigurationError([`${source}: ${messageOf(error)}`], { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
