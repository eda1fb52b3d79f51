import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';

import { DurableLog } from './durable-log.ts';

const megabyte = 2 ** 20;

async function logOf(t: Test): Promise<DurableLog> {
  const folder = await mkdtemp(join(tmpdir(), 'orchkit-log-'));
  const log = new DurableLog(join(folder, 'log.mdb'), { durable: false });
  t.teardown(async () => {
    await log.close();
    await rm(folder, { recursive: true });
  });
  return log;
}

/** Writes records of 8 KB, which hold their revisions. */
async function write(log: DurableLog, from: number, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, index) => {
    const record = Buffer.alloc(8192);
    record.writeUInt32BE(from + index);
    return { revision: from + index, record };
  });
  await log.write({ records });
}

/** Megabytes of the file that count as memory of this process; undefined where the host does not tell. */
async function mapped(log: DurableLog): Promise<number | undefined> {
  const maps = await readFile('/proc/self/smaps', 'utf8').catch(() => undefined);
  if (maps === undefined) return undefined;
  let bytes = 0;
  let own = false;
  for (const line of maps.split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) own = line.endsWith(log.path);
    const resident = /^Rss:\s+(\d+) kB/.exec(line)?.[1];
    if (own && resident !== undefined) bytes += Number(resident) * 1024;
  }
  return bytes / megabyte;
}

t.test('pages of what is read and written are let go, and nobody who reads meanwhile notices', async (t) => {
  const log = await logOf(t);
  const end = new AbortController();
  let reads = 0;
  const reader = (async () => {
    for (; !end.signal.aborted; reads += 1) {
      const last = log.last();
      if (last > 1 && log.get(last)?.readUInt32BE() !== last) throw new Error(`record ${last} cannot be read`);
      await (reads % 3 === 0 ? new Promise((resolve) => setImmediate(resolve)) : Promise.resolve());
    }
  })();
  for (let from = 2; from < 6402; from += 400) {
    await write(log, from, 400);
    await log.releasePages();
  }
  end.abort();
  await reader;
  t.ok(reads > 0);
  await log.releasePages(0);
  let next = 2;
  for await (const entries of log.scan()) {
    for (const { revision, record } of entries) {
      if (revision !== next || record.readUInt32BE() !== revision) t.fail(`record ${revision} instead of ${next}`);
      next += 1;
    }
  }
  t.equal(next, 6402);
  const rest = await mapped(log);
  t.ok(rest === undefined || rest < 32, `${rest} MB of 50 are still mapped`);
});

t.test('while something is written the pages stay, and the write goes on', async (t) => {
  const log = await logOf(t);
  await write(log, 2, 2500);
  const writing = write(log, 2502, 10);
  await log.releasePages();
  await writing;
  t.equal(log.last(), 2511);
  t.equal(log.get(2511)?.readUInt32BE(), 2511);
});
