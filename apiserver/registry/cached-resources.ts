// Which watch caches there are follows the table of resources: one for each prefix under which a resource of the table is
// stored.

import type { ObjectShape } from '../storage/cache/tree/cached-object.ts';
import type { Resource } from './contract/resource.ts';
import type { ChangedTable, ResourceTable } from './table.ts';
import { storageShapes } from './object/stored-objects.ts';

/** What of the watch cache depends on the resources. */
export interface Caches {
  /** Makes a cache, which loads by itself. */
  cacheFor(shape: ObjectShape): unknown;
  /** The resource of the prefix was changed. */
  change(shape: ObjectShape): void;
  /** No resource has the prefix any more. */
  forget(prefix: string, reason: string): void;
}

/**
 * Makes the caches of the resources in the table, and from now on those that join. A cache stops when the last resource of
 * its prefix leaves. When another one of its prefix joins, leaves or is replaced, its watches end, and their clients resume.
 */
export function cacheResources(table: ResourceTable, caches: Caches): void {
  const cached = new Set<string>();
  const follow = (touched: ReadonlySet<string>): void => {
    const shapes = storageShapes(
      table.all.filter(({ storage }) => storage !== undefined && touched.has(storage.prefix)),
    );
    const wanted = new Set(shapes.map(({ prefix }) => prefix));
    for (const prefix of touched) {
      if (!wanted.has(prefix) && cached.delete(prefix)) caches.forget(prefix, 'the resource is no longer served');
    }
    for (const shape of shapes) {
      if (cached.has(shape.prefix)) caches.change(shape);
      else caches.cacheFor(shape);
      cached.add(shape.prefix);
    }
  };
  follow(prefixesOf({ added: table.all, replaced: [], removed: [] }));
  table.subscribe((changed) => follow(prefixesOf(changed)));
}

function prefixesOf({ added, replaced, removed }: ChangedTable): ReadonlySet<string> {
  const touched: readonly Resource[] = [
    ...added,
    ...removed,
    ...replaced.flatMap(({ before, after }) => [before, after]),
  ];
  return new Set(touched.flatMap(({ storage }) => storage?.prefix ?? []));
}
