// Reads objects that were written down: files and folders of YAML or JSON, or objects in code.

import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseYaml } from '../../shared/codec/yaml/yaml.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';

/**
 * Objects to install: the path of a file with one or more documents of YAML or JSON, the path of a folder of such files (those
 * below its sub-folders not included), or an object.
 */
export type ManifestSource = string | object;

/** An object, and where it stands, for messages. */
export interface WrittenObject {
  readonly object: ApiObject;
  readonly place: string;
}

const endings: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);
/** Of a tool that assembles manifests; they are none themselves. */
const assembly = /^kustomization\.ya?ml$/;
/** Bytes of a file that is read. */
const largestFile = 64 * 2 ** 20;

/** In the order of the sources; of a folder in the order of its file names. Lists are taken apart. Rejects with an Error that names the place. */
export async function readManifests(sources: readonly ManifestSource[]): Promise<readonly WrittenObject[]> {
  const found: WrittenObject[] = [];
  for (const [index, source] of sources.entries()) {
    if (typeof source !== 'string') {
      found.push(...objectsIn(structuredClone(source), `object ${index + 1}`));
      continue;
    }
    for (const file of await filesOf(source)) found.push(...(await objectsOfFile(file)));
  }
  return found;
}

async function filesOf(path: string): Promise<readonly string[]> {
  const { isDirectory } = await stat(path).then(
    (entry) => ({ isDirectory: entry.isDirectory() }),
    (cause: Error) => {
      throw new Error(`${path} cannot be read: ${cause.message}`, { cause });
    },
  );
  if (!isDirectory) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && endings.has(extname(entry.name)) && !assembly.test(entry.name))
    .map((entry) => join(path, entry.name))
    .sort();
}

async function objectsOfFile(path: string): Promise<readonly WrittenObject[]> {
  const bytes = await readFile(path);
  if (bytes.length > largestFile) throw new Error(`${path} is larger than ${largestFile} bytes`);
  return documentsIn(bytes.toString('utf8')).flatMap((text, index) => {
    const place = `${path}, document ${index + 1}`;
    return objectsIn(valueOf(text, place), place);
  });
}

/** A marker at the beginning of a line is never part of a value. */
function documentsIn(text: string): readonly string[] {
  return text.split(/^---(?=[ \t\r\n]|$)/m);
}

function valueOf(text: string, place: string): unknown {
  try {
    const { value, duplicates } = parseYaml(text);
    if (duplicates.length > 0) throw new Error(duplicates.join(', '));
    return value;
  } catch (cause) {
    throw new Error(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** None for a document without content. */
function objectsIn(value: unknown, place: string): readonly WrittenObject[] {
  if (value === undefined || value === null) return [];
  const { apiVersion, kind, metadata, items } = value as Partial<ApiObject>;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || apiVersion === '' || kind === '') {
    throw new Error(`${place} holds no object of an API: it needs apiVersion and kind`);
  }
  if (kind.endsWith('List') && Array.isArray(items)) {
    return items.flatMap((item, index) => objectsIn(item, `${place}, item ${index + 1}`));
  }
  if (typeof metadata !== 'object' || metadata === null) throw new Error(`${place}: ${kind} has no metadata`);
  return [{ object: value as ApiObject, place }];
}
