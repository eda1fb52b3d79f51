// Reads the store page by page for the watch cache, so that what is loaded is never all in memory as the store's answers.

import { CompactedError, type Entry, type Range, type Revision, type Store } from '../contract/store.ts';

type ReadableStore = Pick<Store, 'range'>;

/** Entries of one page. */
const pageSize = 10_000;

/**
 * Hands every entry under a prefix to `add`, in the order of the keys; resolves to the revision that they show. Rejects with
 * a CompactedError when that is forgotten before the last page, and when the store fails.
 */
export async function loadPages(
  store: ReadableStore,
  what: Pick<Range, 'prefix' | 'revision'>,
  add: (entry: Entry) => void,
): Promise<Revision> {
  let page = await store.range({ ...what, limit: pageSize });
  const { revision } = page;
  for (;;) {
    for (const entry of page.entries) add(entry);
    const last = page.entries.at(-1);
    if (!page.more || last === undefined) return revision;
    page = await store.range({ prefix: what.prefix, start: `${last.key}\0`, limit: pageSize, revision });
  }
}

/** The oldest revision that the store can still show. The store names it in the error for an older one. */
export async function oldestRevision(store: ReadableStore, prefix: string): Promise<Revision> {
  try {
    await store.range({ prefix, limit: 1, revision: 1 });
    return 1;
  } catch (error) {
    if (error instanceof CompactedError) return error.oldest;
    throw error;
  }
}
