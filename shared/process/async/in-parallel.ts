// Work on many items, a few at a time: starting all at once would use much memory and block the event loop.

/** The results in the order of the items. After a failure nothing new is begun, and what is under way is waited for. */
export async function inParallel<T, R>(
  workers: number,
  items: Iterable<T>,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = items[Symbol.iterator]();
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (!failed) {
      const index = next;
      next += 1;
      const item = queue.next();
      if (item.done === true) return;
      try {
        results[index] = await work(item.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: workers }, worker));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
  return results;
}
