// Reading logs from real files: what is answered, what rotation and truncation do, and what is refused.

import {
  appendFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { LogRefused } from './container-log-file.ts';
import { fixedTime, LineSplitter, parseLogLine } from './log-line.ts';
import { type LogOptions, logOptionsOf } from './log-options.ts';
import { readLog } from './log-reader.ts';

t.setTimeout(400_000);
// The clock's timers keep no process alive.
const awake = setInterval(() => {}, 1_000);
t.teardown(() => clearInterval(awake));
const none: LogOptions = {
  follow: false,
  previous: false,
  timestamps: false,
  since: undefined,
  tailLines: undefined,
  limitBytes: undefined,
  stream: undefined,
};
const time = (second: number): string => `2026-01-01T00:00:0${second}.5Z`;
const line = (second: number, text: string, tag = 'F'): string => `${time(second)} stdout ${tag} ${text}\n`;

async function scene(t: Test, content: string) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'log-')));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, '0.log');
  await writeFile(path, content);
  const state = { running: true };
  const abort = new AbortController();
  const open = (options: Partial<LogOptions>) =>
    readLog({
      path,
      folder,
      options: { ...none, ...options },
      isRunning: async () => state.running,
      clock: systemClock,
      signal: abort.signal,
    });
  const read = async (options: Partial<LogOptions> = {}): Promise<string> => {
    const pages: Buffer[] = [];
    for await (const page of await open(options)) pages.push(page);
    return Buffer.concat(pages).toString();
  };
  return { folder, path, state, abort, open, read };
}

/** Those of this process below a folder. */
async function openFiles(folder: string): Promise<readonly string[]> {
  const numbers = await readdir('/proc/self/fd');
  const places = await Promise.all(numbers.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return places.filter((place) => place.startsWith(folder));
}

t.test('an entry is a time, a stream, a tag and a text; everything else is none', async (t) => {
  t.match(parseLogLine(Buffer.from(line(1, 'a b  c'))), {
    stream: 'stdout',
    partial: false,
    text: Buffer.from('a b  c\n'),
  });
  t.match(parseLogLine(Buffer.from(`${time(1)} stderr P:x half\n`)), { partial: true, text: Buffer.from('half') });
  t.match(parseLogLine(Buffer.from(`${time(1)} stdout F \n`)), { text: Buffer.from('\n') });
  t.match(parseLogLine(Buffer.from(`${time(1)} stdout F\n`)), { text: Buffer.from('\n') });
  for (const bad of ['', '\n', 'text\n', `${time(1)} stdin F x\n`, `${time(1)} stdout X x\n`, `soon stdout F x\n`]) {
    t.equal(parseLogLine(Buffer.from(bad)), undefined, JSON.stringify(bad));
  }
  t.equal(fixedTime('2026-01-01T00:00:01.25+01:00'), '2026-01-01T00:00:01.250000000+01:00');
  t.equal(fixedTime('2026-01-01T00:00:01Z'), '2026-01-01T00:00:01.000000000Z');
});

t.test('lines come whole however the bytes are cut, and one beyond the limit is dropped alone', async (t) => {
  const splitter = new LineSplitter(8);
  const cut = ['ab', 'c\nde', '\n', '0123', '456789', 'xx\nf\n'].flatMap((part) => splitter.push(Buffer.from(part)));
  t.strictSame(cut.map(String), ['abc\n', 'de\n', 'f\n']);
  t.equal(splitter.rest().length, 0);
});

t.test(
  'of an unfinished line nothing is held but its bytes, however large the block was that they came in',
  async (t) => {
    const splitter = new LineSplitter();
    const block = Buffer.alloc(64 * 1024, 'x');
    splitter.push(block.subarray(0, 3));
    block.fill('y');
    const rest = splitter.rest();
    t.equal(rest.toString(), 'xxx');
    t.not(rest.buffer, block.buffer);
  },
);

t.test(
  'a log is answered as text, partial entries joined, foreign lines left out, the unfinished end included',
  async (t) => {
    const { read } = await scene(
      t,
      `${line(1, 'one')}${line(2, 'tw', 'P')}${line(2, 'o')}nonsense\n${time(3)} stdout F end`,
    );
    t.equal(await read(), 'one\ntwo\nend');
    t.equal(
      await read({ timestamps: true }),
      '2026-01-01T00:00:01.500000000Z one\n2026-01-01T00:00:02.500000000Z two\n2026-01-01T00:00:03.500000000Z end',
    );
  },
);

t.test('the tail, the start time and the limit choose; each alone and together', async (t) => {
  const { read } = await scene(t, [1, 2, 3, 4].map((second) => line(second, `l${second}`)).join(''));
  t.equal(await read({ tailLines: 2 }), 'l3\nl4\n');
  t.equal(await read({ tailLines: 0 }), '');
  t.equal(await read({ tailLines: 99 }), 'l1\nl2\nl3\nl4\n');
  t.equal(await read({ since: Date.UTC(2026, 0, 1, 0, 0, 3) }), 'l3\nl4\n');
  t.equal(await read({ limitBytes: 4 }), 'l1\nl');
  t.equal(await read({ tailLines: 2, since: Date.UTC(2026, 0, 1, 0, 0, 4), limitBytes: 2 }), 'l4');
});

t.test('a log is closed when its reader is left, also one that was never read', async (t) => {
  const { folder, path, open } = await scene(t, line(1, 'one'));
  const unread = await open({});
  t.strictSame(await openFiles(folder), [path]);
  await unread.return(undefined);
  t.strictSame(await openFiles(folder), []);
  const begun = await open({ follow: true });
  await begun.next();
  await begun.return(undefined);
  t.strictSame(await openFiles(folder), []);
});

t.test('when reading stops during a rotation, both files are closed', async (t) => {
  const { folder, path, open } = await scene(t, `${line(1, 'one')}${time(2)} stdout F unfinished`);
  const reader = await open({ follow: true });
  t.equal(String((await reader.next()).value), 'one\n');
  await rename(path, join(folder, '0.log.1'));
  await writeFile(path, line(3, 'three'));
  t.equal(String((await reader.next()).value), 'unfinished');
  await reader.return(undefined);
  t.strictSame(await openFiles(folder), []);
});

t.test('the tail of a long log is found across blocks', async (t) => {
  const { read } = await scene(t, Array.from({ length: 5_000 }, (_, n) => line(1, `${n} ${'x'.repeat(40)}`)).join(''));
  const tail = await read({ tailLines: 3_000 });
  t.equal(tail.split('\n').length, 3_001);
  t.ok(tail.startsWith('2000 '));
});

t.test('following continues after rotation and truncation, and ends with the container', async (t) => {
  const { open, path, state } = await scene(t, line(1, 'old'));
  const pages = await open({ follow: true, tailLines: 1 });
  let got = '';
  const until = async (text: string): Promise<void> => {
    while (!got.includes(text)) {
      const { value, done } = await pages.next();
      if (done === true) throw new Error(`ended before ${text}: ${got}`);
      got += value.toString();
    }
  };
  await until('old\n');
  await appendFile(path, line(2, 'before'));
  await until('before\n');
  await rename(path, `${path}.1`);
  await appendFile(`${path}.1`, line(3, 'late'));
  await writeFile(path, line(4, 'new file'));
  await until('new file\n');
  await truncate(path, 0);
  await appendFile(path, line(5, 'cut'));
  await until('cut\n');
  state.running = false;
  await appendFile(path, line(6, 'last'));
  for await (const page of pages) got += page.toString();
  t.equal(got, 'old\nbefore\nlate\nnew file\ncut\nlast\n');
});

t.test('following ends at the limit, and when the reader disconnects', async (t) => {
  const { read, open, abort } = await scene(t, line(1, 'abc'));
  t.equal(await read({ follow: true, limitBytes: 2 }), 'ab');
  const pages = await open({ follow: true });
  await pages.next();
  const waiting = pages.next();
  abort.abort();
  t.match(await waiting, { done: true });
});

t.test('links, foreign places, folders and pipes are refused, and nothing of them is read', async (t) => {
  const { folder } = await scene(t, line(1, 'mine'));
  const outside = await realpath(await mkdtemp(join(tmpdir(), 'secret-')));
  t.teardown(() => rm(outside, { recursive: true }));
  await writeFile(join(outside, 'key'), line(1, 'secret'));
  await symlink(join(outside, 'key'), join(folder, 'link.log'));
  await symlink(outside, join(folder, 'way'));
  await mkdir(join(folder, 'folder.log'));
  await link(join(folder, '0.log'), join(folder, 'second.log'));
  spawnSync('mkfifo', [join(folder, 'pipe.log')]);
  const paths = [
    'link.log',
    'way/key',
    'folder.log',
    'pipe.log',
    'second.log',
    `../${outside.split('/').at(-1)}/key`,
  ].map((name) => `${folder}/${name}`);
  for (const path of [...paths, join(outside, 'key'), '/etc/passwd', 'relative.log', `${folder}-other/0.log`]) {
    const reading = {
      path,
      folder,
      options: none,
      isRunning: async () => false,
      clock: systemClock,
      signal: new AbortController().signal,
    };
    await t.rejects(readLog(reading), LogRefused, path);
  }
});

t.test('a query is read as documented: undecodable and out-of-range values give different errors', async (t) => {
  const read = (query: string) => logOptionsOf(new URLSearchParams(query), 100_000);
  t.strictSame(read(''), none);
  t.match(read('follow&previous=1&timestamps=TRUE&tailLines=3&limitBytes=9'), {
    follow: true,
    previous: true,
    timestamps: true,
    tailLines: 3,
    limitBytes: 9,
  });
  t.match(read('follow=0&previous=False'), { follow: false, previous: false });
  t.match(read('sinceSeconds=40'), { since: 60_000 });
  t.match(read('sinceTime=1970-01-01T00:00:01Z'), { since: 1_000 });
  t.match(read('tail=2&tailLines=9'), { tailLines: 2 });
  t.match(read('tail=all&tailLines=9'), { tailLines: undefined });
  for (const bad of [
    'sinceTime=1970-01-01t00:00:01z',
    'tailLines=x',
    'tailLines=',
    'limitBytes=1.5',
    'sinceSeconds=1e3',
    'sinceTime=soon',
    'tail=x',
  ]) {
    t.equal(read(bad), 'undecodable', bad);
  }
  const both = 'sinceSeconds=1&sinceTime=1970-01-01T00:00:01Z';
  const empty = ['sinceSeconds=1&sinceTime=', 'sinceSeconds=1&sinceTime=null'];
  for (const bad of ['tailLines=-1', 'limitBytes=0', 'sinceSeconds=0', both, ...empty])
    t.equal(read(bad), 'invalid', bad);
});
