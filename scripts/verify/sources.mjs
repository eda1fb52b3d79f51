// The TypeScript files of the project, as paths from its root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tracked and new files with this ending, without those that git ignores. */
export function sources(ending = '.ts') {
  const git = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return git.stdout.split('\n').filter((file) => file.endsWith(ending) && existsSync(join(root, file)));
}
