// A key and its value as etcd sends them, as the store's entry.

import type { Entry } from '../contract/store.ts';
import type { KeySpace } from './key-space.ts';
import type { KeyValue } from './messages.ts';

/** The value is copied: it is kept for long, and must not hold on to the whole message. */
export function entryOf({ key, value, modRevision }: KeyValue, keys: KeySpace): Entry {
  return { key: keys.keyOf(key), value: Buffer.from(value), revision: modRevision };
}
