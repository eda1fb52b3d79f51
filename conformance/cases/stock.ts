// Objects that many cases start from, created in the namespace of the case.

import { versionOf } from '../wire/expect/list.ts';
import { expectCreated } from '../wire/expect/status.ts';
import type { ResourcePaths } from '../wire/paths.ts';
import type { CaseContext } from './case.ts';
import { configMap } from './manifests.ts';

/** ConfigMaps `m-00`, `m-01`, ... with `data.n` = their number and label `parity` = even or odd. Created in order. */
export async function stockConfigMaps(
  c: CaseContext,
  count: number,
): Promise<{ maps: ResourcePaths; names: string[]; versions: string[] }> {
  const maps = c.resource('v1', 'configmaps');
  const names: string[] = [];
  const versions: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `m-${String(index).padStart(2, '0')}`;
    const labels = { stock: 'yes', parity: index % 2 === 0 ? 'even' : 'odd' };
    const created = await c.wire.post(maps.collection, configMap(name, { n: String(index) }, { labels }));
    expectCreated(created);
    versions.push(versionOf(created));
    names.push(name);
  }
  return { maps, names, versions };
}

/** Selects the stock in any namespace: some targets put ConfigMaps of their own into every namespace. */
export const stockSelector = { labelSelector: 'stock=yes' };

/** Makes an object by POST and returns its answer after checking the success. */
export async function made(c: CaseContext, path: string, manifest: unknown) {
  const created = await c.wire.post(path, manifest);
  expectCreated(created);
  return created;
}
