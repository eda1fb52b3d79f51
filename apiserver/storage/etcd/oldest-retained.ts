// The oldest revision that etcd still shows. Its range error does not tell; a watch from the first revision on, which etcd
// refuses, does.

import { type Revision, StoreUnavailableError } from '../contract/store.ts';
import type { WatchStream } from './connection.ts';
import { watchRequest, watchResponse } from './messages.ts';

/**
 * Uses up the stream. `key` is any key. Rejects with StoreUnavailableError when the stream ends, or the signal aborts, before
 * etcd has answered.
 */
export async function oldestRetained(stream: WatchStream, key: string, signal: AbortSignal): Promise<Revision> {
  const stop = (): void => stream.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<Revision>((resolve, reject) => {
      stream.on('data', (bytes: Buffer) => {
        const { compactRevision } = watchResponse.decode(bytes);
        if (compactRevision > 0) resolve(compactRevision);
      });
      stream.on('error', (cause) => {
        reject(new StoreUnavailableError('etcd did not tell its oldest revision', { refused: true, cause }));
      });
      stream.on('end', () => reject(new StoreUnavailableError('etcd ended the watch', { refused: true })));
      stream.write(watchRequest.encode({ create: { key, startRevision: 1 } }));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    stream.cancel();
  }
}
