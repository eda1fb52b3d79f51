// Finds the handler of a path: exact ones first, then the longest prefix. Built once.

import type { PathHandler, Mount } from '../contract/path-handler.ts';

export type FindPath = (path: string) => PathHandler | undefined;

/** The mount, and the same document under its path with a trailing slash, which is how generated clients ask for it. */
export function alsoWithSlash(mount: Mount): readonly Mount[] {
  const path = `${mount.path}/`;
  return [mount, { path, answer: (question) => (question.path === path ? mount.answer(question) : undefined) }];
}

/** Throws TypeError when two mounts claim the same path. */
export function pathTable(mounts: readonly Mount[]): FindPath {
  const exact = new Map<string, PathHandler>();
  const prefixes: Mount[] = [];
  for (const mount of mounts) {
    if (exact.has(mount.path) || prefixes.some((other) => other.path === mount.path)) {
      throw new TypeError(`the path ${mount.path} is mounted twice`);
    }
    if (mount.path.endsWith('/') && mount.path !== '/') {
      prefixes.push(mount);
    } else {
      exact.set(mount.path, mount.answer);
    }
  }
  prefixes.sort((a, b) => b.path.length - a.path.length);
  return (path) => exact.get(path) ?? prefixes.find((mount) => path.startsWith(mount.path))?.answer;
}
