// Prevents two agents from using one folder: they would serve the same node, and remove each other's sockets and partial
// archives. An agent first listens on a socket with a unique name in the folder, and then looks for other sockets. So of two
// agents that start at once, at least the last one to look finds the other. The kernel closes a socket when its process ends,
// so a socket without a listener is a leftover of a killed agent. (Node has no flock, and any user of the host could take an
// abstract socket.)

import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import type { Log } from '../../shared/process/log/log.ts';

export interface FolderLock {
  /** Lets others in. Repeatable. */
  release(): Promise<void>;
}

const nameOf = /^\.agent-[0-9a-f]{16}\.lock$/;

/**
 * Resolves when no other agent of this host uses the folder, and none can come in before `release`. Rejects with an Error of one
 * line when there is one. Where the file system takes no sockets the log warns, and agents are not kept apart. `path` exists.
 */
export async function lockFolder(path: string, log: Log): Promise<FolderLock> {
  const folder = await open(path);
  const name = `.agent-${randomBytes(8).toString('hex')}.lock`;
  let shown: Server | undefined;
  const release = async (): Promise<void> => {
    const server = shown;
    shown = undefined;
    // Also removes the socket file, through the folder handle, which is closed afterwards.
    if (server !== undefined) await new Promise<void>((resolve) => server.close(() => resolve()));
    await folder.close();
  };
  try {
    shown = await listen(at(folder, name));
  } catch (error) {
    log.warn('two agents in this folder would not notice each other', { folder: path, error: String(error) });
    return { release };
  }
  try {
    for (const other of await readdir(path)) {
      if (other === name || !nameOf.test(other)) continue;
      if (await answers(at(folder, other)))
        throw new Error(`another agent uses the folder ${path}: end it, or give one of them another --root-dir`);
      await unlink(at(folder, other)).catch(() => undefined);
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

/** However long the path of the folder is: that of a socket is limited to 107 bytes. */
function at(folder: FileHandle, name: string): string {
  return `/proc/self/fd/${folder.fd}/${name}`;
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    // A connection is only a check whether an agent is alive.
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve(server);
    });
  });
}

/** Whether a process listens there. Errors other than "no such socket" and "connection refused" count as a listener. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (found: boolean): void => {
      socket.destroy();
      resolve(found);
    };
    socket.once('connect', () => end(true));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => end(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}
