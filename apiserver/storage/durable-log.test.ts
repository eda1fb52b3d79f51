import { mkdir, mkdtemp, readFile, rename, rm, rmdir } from 'node:fs/promises';
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

t.test(
  'who reads or writes before the file is closed is served, and what is written is there afterwards',
  async (t) => {
    const log = await logOf(t);
    for (let from = 2; from < 2002; from += 100) {
      await write(log, from, 100);
      const released = log.releasePages(0);
      const writing = write(log, 2000 + from, 1);
      for (let step = 0; step < 8; step += 1) {
        if (log.get(from)?.readUInt32BE() !== from) t.fail(`record ${from} cannot be read in step ${step}`);
        await Promise.resolve();
      }
      await Promise.all([released, writing]);
      t.equal(log.get(2000 + from)?.readUInt32BE(), 2000 + from);
      await log.write({ removals: [2000 + from] });
    }
    t.equal(log.read(0, 5000).length, 2000);
  },
);

t.test('a file that cannot be opened again for a while serves again when it can be', async (t) => {
  const log = await logOf(t);
  await write(log, 2, 10);
  await rename(log.path, `${log.path}.aside`);
  await mkdir(log.path);
  await log.releasePages(0);
  t.throws(() => log.get(2));
  await t.rejects(write(log, 12, 1));
  await rmdir(log.path);
  await rename(`${log.path}.aside`, log.path);
  t.equal(log.get(2)?.readUInt32BE(), 2);
  await write(log, 12, 1);
  t.equal(log.last(), 12);
});

t.test('a log that is closed says so, and does not come back', async (t) => {
  const log = await logOf(t);
  await write(log, 2, 1);
  await log.close();
  t.throws(() => log.get(2), { message: /^the log .* is closed$/ });
  await t.rejects(write(log, 3, 1), { message: /^the log .* is closed$/ });
});
