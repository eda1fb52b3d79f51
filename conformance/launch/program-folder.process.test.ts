import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { isMounted } from '../../shared/process/host/mount-table.ts';
import { removeProgramFolder } from './program-folder.ts';

const mounts = process.getuid?.() === 0 ? {} : { skip: 'mounting needs root' };
const bind = (from: string, to: string) => execFileSync('mount', ['--bind', from, to]);

t.test('what a program left mounted is unmounted, and keeps its files', mounts, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'program-folder-'));
  const other = t.testdir({ kept: 'text' });
  const root = join(folder, 'root');
  mkdirSync(root);
  bind(other, root);
  bind(root, root);
  await removeProgramFolder(folder);
  t.equal(existsSync(folder), false);
  t.equal(await isMounted(root), false);
  t.equal(existsSync(join(other, 'kept')), true);
});

t.test('a folder that cannot be deleted is told of, and does not throw', mounts, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'program-folder-'));
  const warnings: string[] = [];
  const hear = (warning: Error) => warnings.push(warning.message);
  process.on('warning', hear);
  t.teardown(() => process.off('warning', hear));
  bind(folder, folder);
  const before = process.cwd();
  process.chdir(folder);
  try {
    await removeProgramFolder(folder);
  } finally {
    process.chdir(before);
  }
  await new Promise((resolve) => setImmediate(resolve));
  t.match(warnings, [/is still there: .*busy/s]);
  await removeProgramFolder(folder);
  t.equal(existsSync(folder), false);
});
