// What a checkpoint archive contains: the runtime's description of the container, without its environment and
// arguments, which may be secret. The archive may be made by any program: what is read of it is bounded in
// bytes, entries and time, nothing of it becomes a path, and it is unpacked nowhere.

import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { criAnnotations, criLabels } from '../../shared/vendor/cri-labels.ts';

export interface ArchiveContents {
  readonly compression: 'none' | 'gzip';
  readonly id?: string;
  readonly container?: string;
  readonly image?: string;
  readonly runtime?: string;
  readonly createdTime?: string;
  readonly checkpointedTime?: string;
  readonly pod?: string;
  readonly namespace?: string;
  readonly hostname?: string;
}

export interface ReadLimits {
  /** Bytes of one description. */
  readonly description: number;
  readonly entries: number;
  /** Milliseconds. */
  readonly time: number;
}

const usualLimits: ReadLimits = { description: 1024 * 1024, entries: 10_000, time: 20_000 };
const descriptions: ReadonlySet<string> = new Set(['config.dump', 'spec.dump']);
/** Characters shown of one value. */
const longest = 1024;

/**
 * Reads up to the last description. Rejects with an Error for people when the file is no such archive, is damaged, or
 * goes beyond a limit. Closes the file.
 */
export async function readArchive(
  file: FileHandle,
  signal: AbortSignal,
  limits: ReadLimits = usualLimits,
): Promise<ArchiveContents> {
  const late = AbortSignal.timeout(limits.time);
  try {
    const first = Buffer.alloc(2);
    await file.read(first, 0, 2, 0);
    const compression = first.equals(Buffer.from([0x1f, 0x8b])) ? 'gzip' : 'none';
    const found = await descriptionsIn(file, compression, limits, AbortSignal.any([signal, late]));
    const config = found.get('config.dump');
    if (config === undefined) throw new Error('it holds no config.dump: it is no checkpoint of a container');
    return { compression, ...described(config, found.get('spec.dump')) };
  } catch (error) {
    if (late.aborted)
      throw new Error(`no description was found in it within ${limits.time / 1000} seconds`, { cause: error });
    throw error;
  } finally {
    await file.close();
  }
}

async function descriptionsIn(
  file: FileHandle,
  compression: 'none' | 'gzip',
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  const all = new AbortController();
  const entries = extract();
  const source = file.createReadStream({ start: 0, autoClose: false });
  const stages = compression === 'gzip' ? [source, createGunzip(), entries] : [source, entries];
  const fed = pipeline(stages, { signal: AbortSignal.any([signal, all.signal]) });
  // The reader of the entries gets the same error.
  fed.catch(() => {});
  try {
    let count = 0;
    for await (const entry of entries) {
      count += 1;
      if (count > limits.entries) throw new Error(`it has more than ${limits.entries} entries`);
      const { name, type, size } = entry.header;
      if (type !== 'file' || !descriptions.has(name) || found.has(name)) {
        entry.resume();
        continue;
      }
      if (size > limits.description) throw new Error(`its ${name} is larger than ${limits.description} bytes`);
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      found.set(name, parsed(name, Buffer.concat(chunks)));
      if (found.size === descriptions.size) break;
    }
  } finally {
    all.abort();
    await fed.catch(() => {});
  }
  return found;
}

function parsed(name: string, content: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new Error(`its ${name} is no JSON object`);
}

/** The annotations and labels in which runtimes store the pod of a container. */
const podNotes = [criLabels.podName, criAnnotations.sandboxName];
const namespaceNotes = [criLabels.podNamespace, criAnnotations.sandboxNamespace];

function described(
  config: Record<string, unknown>,
  spec: Record<string, unknown> = {},
): Omit<ArchiveContents, 'compression'> {
  const annotations = spec['annotations'];
  const notes = typeof annotations === 'object' && annotations !== null ? (annotations as Record<string, unknown>) : {};
  const rows = {
    id: textOf(config, 'id'),
    container: textOf(config, 'name'),
    image: textOf(config, 'rootfsImageName', 'rootfsImage', 'rootfsImageRef'),
    runtime: textOf(config, 'runtime'),
    createdTime: textOf(config, 'createdTime'),
    checkpointedTime: textOf(config, 'checkpointedTime'),
    pod: textOf(notes, ...podNotes),
    namespace: textOf(notes, ...namespaceNotes),
    hostname: textOf(spec, 'hostname'),
  };
  return Object.fromEntries(Object.entries(rows).filter(([, value]) => value !== undefined));
}

/** The first of the names with a text. Control characters are escaped, because the text is shown in terminals. */
function textOf(object: Record<string, unknown>, ...names: readonly string[]): string | undefined {
  const value = names
    .map((name) => (Object.hasOwn(object, name) ? object[name] : undefined))
    .find((one) => typeof one === 'string' && one !== '');
  if (typeof value !== 'string') return undefined;
  return value.slice(0, longest).replace(/[\p{Cc}\u2028\u2029]/gu, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
