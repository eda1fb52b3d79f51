// The sources of static pods: a file, the files of a folder, and a URL. Each is polled. When a source cannot be read, its pods
// stay as they are. A refused manifest is logged once.

import { constants } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { underSignals } from '../../../shared/process/async/joined-signal.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Pod } from '../object/pod.ts';
import { ManifestRefused, mostManifest, readManifest, type StaticOrigin } from './static-pod.ts';

export interface StaticSourceOptions {
  /** `file` or `http`. */
  readonly source: string;
  /** The manifests by where they were found. Rejects when the source as a whole cannot be read. */
  readonly read: (signal: AbortSignal) => Promise<ReadonlyMap<string, Buffer>>;
  readonly origin: (from: string) => StaticOrigin;
  /** Milliseconds between two reads. */
  readonly period: number;
  /** All pods of the source, whenever they were read. */
  readonly found: (pods: readonly Pod[]) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export function staticSource({ source, read, origin, period, found, clock, log }: StaticSourceOptions): Loop {
  let told = '';
  const tell = (text: string): void => {
    if (text !== told && text !== '') log.warn('static pods could not be read', { source, error: text });
    told = text;
  };
  return {
    name: `static-pods-${source}`,
    run: async (signal) => {
      while (!signal.aborted) {
        try {
          const { pods, faults } = podsOf(await read(signal), origin);
          tell(faults.join('; '));
          found(pods);
        } catch (error) {
          if (signal.aborted) return;
          tell(error instanceof Error ? error.message : String(error));
        }
        await clock.sleep(period, signal).catch(() => undefined);
      }
    },
  };
}

/** The pods of all valid manifests. Of two with the same name the first is used. */
export function podsOf(
  manifests: ReadonlyMap<string, Buffer>,
  origin: (from: string) => StaticOrigin,
): { readonly pods: readonly Pod[]; readonly faults: readonly string[] } {
  const pods = new Map<string, Pod>();
  const faults: string[] = [];
  for (const [from, text] of manifests) {
    try {
      for (const pod of readManifest(text, origin(from))) {
        const key = `${pod.metadata.namespace}/${pod.metadata.name}`;
        if (pods.has(key)) faults.push(`${from}: the pod ${key} is given twice`);
        else pods.set(key, pod);
      }
    } catch (error) {
      if (!(error instanceof ManifestRefused)) throw error;
      faults.push(`${from}: ${error.message}`);
    }
  }
  return { pods: [...pods.values()], faults };
}

/** The files of a folder whose names do not begin with a dot, or one file. Empty if the path does not exist. */
export async function readPath(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return new Map();
  if (!found.isDirectory()) return new Map([[path, await readSmall(path)]]);
  const manifests = new Map<string, Buffer>();
  for (const entry of (await readdir(path)).toSorted()) {
    if (entry.startsWith('.')) continue;
    const file = join(path, entry);
    // Sub-folders and files removed meanwhile are skipped. An unreadable file rejects, so that it is not taken for a removed one.
    const kind = await stat(file).catch(() => undefined);
    if (kind?.isFile() === true) manifests.set(file, await readSmall(file));
  }
  return manifests;
}

async function readSmall(path: string): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const { size } = await handle.stat();
    if (size > mostManifest) throw new Error(`is larger than ${mostManifest} bytes`);
    return await handle.readFile();
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    await handle?.close();
  }
}

/** Milliseconds an answer may take. */
const patience = 10_000;

export function readUrl(
  url: string,
  headers: Readonly<Record<string, readonly string[]>>,
): (signal: AbortSignal) => Promise<ReadonlyMap<string, Buffer>> {
  const read = async (signal: AbortSignal): Promise<ReadonlyMap<string, Buffer>> => {
    const sent = new Headers();
    for (const [name, values] of Object.entries(headers)) for (const value of values) sent.append(name, value);
    const response = await fetch(url, { headers: sent, signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`${url}: the answer is ${response.status}`);
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > mostManifest) throw new Error(`${url}: the answer is larger than ${mostManifest} bytes`);
      parts.push(part);
    }
    // An empty response is most likely an error of its server: it would stop all pods.
    if (size === 0) throw new Error(`${url}: the answer is empty`);
    return new Map([[url, Buffer.concat(parts)]]);
  };
  return (signal) => underSignals([signal], read, patience);
}
