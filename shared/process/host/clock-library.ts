// The library that moves the clock of a program from outside (libfaketime), for tests of programs under clock changes.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Its path, to be preloaded; undefined where this host has none in a place where distributions of Linux put it. The build for
 * programs with threads is meant: the usual one keeps what it read in one place for all of them without a lock, and a clock
 * that goes back for a moment ends many a program, Node among them.
 */
export function clockLibrary(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const folders = ['/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  return folders
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
}
