import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { RotatingFile, type RotationOptions } from './rotating-file.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');
const day = 86_400_000;
const keepAll: RotationOptions = { maxBytes: 20, maxDays: 0, maxFiles: 0, compress: false };
const lines = (...texts: string[]) => texts.map((text) => Buffer.from(`${text}\n`));

t.test('a full file is kept under its time, and only its owner may read it', async (t) => {
  const folder = t.testdir();
  const clock = new FakeClock(start);
  const file = await RotatingFile.open(join(folder, 'audit.log'), keepAll, { clock, log: silentLog });
  await file.append(lines('0123456789'));
  await file.append(lines('abcdefghij', 'klm'));
  await file.append(lines('x'.repeat(30)));
  await file.close();
  t.strictSame((await readdir(folder)).sort(), [
    'audit-2026-03-01T12-00-00.000.log',
    'audit-2026-03-01T12-00-00.001.log',
    'audit.log',
  ]);
  t.equal(await readFile(join(folder, 'audit-2026-03-01T12-00-00.000.log'), 'utf8'), '0123456789\n');
  t.equal(await readFile(join(folder, 'audit-2026-03-01T12-00-00.001.log'), 'utf8'), 'abcdefghij\nklm\n');
  t.equal((await stat(join(folder, 'audit.log'))).mode & 0o777, 0o600);
});

t.test('a file holds as many bytes as allowed and no more, also of lines that come together', async (t) => {
  const folder = t.testdir();
  const file = await RotatingFile.open(join(folder, 'audit.log'), keepAll, {
    clock: new FakeClock(start),
    log: silentLog,
  });
  // Lines of five bytes, four in a file of twenty.
  await file.append(lines('1111', '2222', '3333', '4444', '5555', '6666', '7777', '8888'));
  await file.append(lines('9999'));
  await file.close();
  const sizes = await Promise.all(
    (await readdir(folder)).sort().map(async (name) => (await stat(join(folder, name))).size),
  );
  t.strictSame(sizes, [20, 20, 5]);
});

t.test('a file that exists is continued', async (t) => {
  const folder = t.testdir({ 'audit.log': 'before\n' });
  const tools = { clock: new FakeClock(start), log: silentLog };
  const file = await RotatingFile.open(join(folder, 'audit.log'), keepAll, tools);
  await file.append(lines('after'));
  await file.close();
  t.equal(await readFile(join(folder, 'audit.log'), 'utf8'), 'before\nafter\n');
});

t.test('old files beyond their number and age are removed, others stay', async (t) => {
  const folder = t.testdir({
    'audit-2026-02-20T00-00-00.000.log': 'too old',
    'audit-2026-02-27T00-00-00.000.log.gz': 'one too many',
    'audit-2026-02-28T00-00-00.000.log': 'kept',
    'audit-2026-02-28T01-00-00.000.log': 'kept',
    'audit-notes.log': 'of another program',
  });
  const clock = new FakeClock(start);
  const options = { ...keepAll, maxDays: 7, maxFiles: 2 };
  const file = await RotatingFile.open(join(folder, 'audit.log'), options, { clock, log: silentLog });
  await file.tidy();
  t.strictSame((await readdir(folder)).sort(), [
    'audit-2026-02-28T00-00-00.000.log',
    'audit-2026-02-28T01-00-00.000.log',
    'audit-notes.log',
    'audit.log',
  ]);
  await clock.advance(10 * day);
  await file.tidy();
  t.strictSame((await readdir(folder)).sort(), ['audit-notes.log', 'audit.log']);
  await file.close();
});

t.test('old files are compressed', async (t) => {
  const folder = t.testdir();
  const clock = new FakeClock(start);
  const path = join(folder, 'audit.log');
  // A crash in the middle of a compression leaves this.
  await writeFile(join(folder, 'audit-2026-03-01T12-00-00.000.log.gz.tmp'), 'half');
  const file = await RotatingFile.open(path, { ...keepAll, compress: true }, { clock, log: silentLog });
  await file.append(lines('0123456789', 'abcdefghij'));
  await file.close();
  t.strictSame((await readdir(folder)).sort(), ['audit-2026-03-01T12-00-00.000.log.gz', 'audit.log']);
  const compressed = join(folder, 'audit-2026-03-01T12-00-00.000.log.gz');
  t.equal(gunzipSync(await readFile(compressed)).toString(), '0123456789\n');
  t.equal((await stat(compressed)).mode & 0o777, 0o600);
});

t.test('opening rejects if the file cannot be created', async (t) => {
  const folder = t.testdir({ 'audit.log': {} });
  const tools = { clock: new FakeClock(), log: silentLog };
  await t.rejects(RotatingFile.open(join(folder, 'audit.log'), keepAll, tools), { code: 'EISDIR' });
});
