// The folder in which the agent and the device plug-ins meet: the agent's socket, one of each plug-in, and the names of the
// resources that had plug-ins, which outlive the agent. Nothing outside the folder is ever touched.

import { lstat, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../shared/process/host/folder.ts';
import { writePrivateFile } from '../../shared/process/host/private-file.ts';
import { maximumResources } from './device-book.ts';

/** The socket on which plug-ins find the agent. */
const agentSocket = 'kubelet.sock';
const namesFile = 'registered.json';
/** Most bytes of a path that a socket can have. */
const longestPath = 107;
const mostBytes = 64 * 1024;

export class SocketFolder {
  readonly #path: string;

  /** An absolute path. */
  constructor(path: string) {
    this.#path = path;
  }

  /** The agent's own socket. */
  get socket(): string {
    return join(this.#path, agentSocket);
  }

  /**
   * Creates the folder and removes the sockets in it: plug-ins notice that and register again with the restarted agent. Files,
   * folders and links stay. Rejects with an Error of one line.
   */
  async prepare(): Promise<void> {
    await this.make();
    for (const entry of await readdir(this.#path, { withFileTypes: true })) {
      if (entry.isSocket()) await unlink(join(this.#path, entry.name));
    }
  }

  /** Creates the folder if it is missing, and removes nothing. Rejects with an Error of one line. */
  async make(): Promise<void> {
    if (Buffer.byteLength(this.socket) > longestPath) {
      throw new Error(`the path ${this.socket} is longer than the ${longestPath} bytes that a socket can have`);
    }
    await makeFolder(this.#path, 0o750);
  }

  /** Whether the agent's socket file exists; also true when that is unknown. */
  async isThere(): Promise<boolean> {
    return lstat(this.socket).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
    );
  }

  /** The path of a plug-in's socket. Rejects with an Error that says why the name is invalid. */
  async pluginSocket(endpoint: string): Promise<string> {
    const path = join(this.#path, endpoint);
    // oxlint-disable-next-line no-control-regex -- what no file should be called
    const isPlain = /^[^/\\\u0000-\u001f\u007f]+$/.test(endpoint) && endpoint !== '.' && endpoint !== '..';
    if (!isPlain) throw new Error('must be the plain name of a socket in the folder of the agent');
    if (endpoint === agentSocket) throw new Error("is the agent's own socket");
    if (Buffer.byteLength(path) > longestPath) throw new Error(`makes a path of more than ${longestPath} bytes`);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) throw new Error('is not there');
    if (!found.isSocket()) throw new Error('is no socket');
    return path;
  }

  /** The stored names; empty when there are none, or when the file was not written by an agent. */
  async keptNames(isName: (name: string) => boolean): Promise<readonly string[]> {
    const file = join(this.#path, namesFile);
    const isSmall = await lstat(file).then(
      (found) => found.isFile() && found.size <= mostBytes,
      () => false,
    );
    if (!isSmall) return [];
    try {
      const { resources } = JSON.parse(await readFile(file, 'utf8')) as { readonly resources?: unknown };
      if (!Array.isArray(resources)) return [];
      return resources
        .filter((name) => typeof name === 'string' && isName(name))
        .slice(0, maximumResources) as string[];
    } catch {
      return [];
    }
  }

  /** Stores the names durably for the next start. */
  async keepNames(names: readonly string[]): Promise<void> {
    await writePrivateFile(join(this.#path, namesFile), `${JSON.stringify({ resources: [...names].sort() })}\n`);
  }

  /** Removes the agent's own socket. */
  async remove(): Promise<void> {
    await unlink(this.socket).catch(() => undefined);
  }
}
