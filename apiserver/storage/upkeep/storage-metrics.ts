// Metrics of what is stored: objects by resource, the revision of each cache, and the size of the files. Read when
// they are scraped.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import { resourceLabels } from './measured-store.ts';
import type { FormMemory } from '../cache/tree/object-forms.ts';
import type { ResourceCache } from '../contract/resource-cache.ts';
import type { SelectionCache } from '../cache/tree/selection-cache.ts';

export interface StorageMetricsOptions {
  readonly metrics: Metrics;
  /** The cache of every resource that is stored now, with its collection prefix. */
  readonly caches: () => Iterable<ResourceCache & { readonly prefix: string }>;
  readonly selections: SelectionCache;
  readonly forms: FormMemory;
  /** Folder of an embedded store; undefined: the room it takes is not this server's to know. */
  readonly folder: string | undefined;
}

export function recordStorage({ metrics, caches, selections, forms, folder }: StorageMetricsOptions): void {
  const all = () => Array.from(caches(), (cache) => ({ labels: resourceLabels(cache.prefix), cache }));
  metrics
    .gauge({
      name: 'apiserver_resource_objects',
      help: 'Stored objects by group and resource.',
      labels: ['group', 'resource'],
      stability: 'ALPHA',
    })
    .readOnScrape(() => all().map(({ labels, cache }) => ({ value: cache.current().size, labels })));
  metrics
    .gauge({
      name: 'apiserver_storage_objects',
      help: 'Stored objects by resource; apiserver_resource_objects has the group, too.',
      labels: ['resource'],
      stability: 'STABLE',
      deprecatedIn: '1.34',
    })
    .readOnScrape(() =>
      all().map(({ labels: { group, resource }, cache }) => ({
        value: cache.current().size,
        labels: { resource: group === '' ? resource : `${resource}.${group}` },
      })),
    );
  metrics
    .gauge({
      name: 'apiserver_watch_cache_resource_version',
      help: 'The newest version that the cache of a resource shows.',
      labels: ['group', 'resource'],
      stability: 'ALPHA',
    })
    .readOnScrape(() => all().map(({ labels, cache }) => ({ value: cache.revision(), labels })));
  recordSelections(metrics, selections);
  recordForms(metrics, forms);
  if (folder !== undefined) recordRoom(metrics, folder);
}

function recordSelections(metrics: Metrics, selections: SelectionCache): void {
  metrics
    .gauge({
      name: 'apiserver_selection_memory_bytes',
      help: 'Memory of the cache of lists by selector, in bytes.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: selections.bytes }]);
  metrics
    .counter({
      name: 'apiserver_selection_memory_requests_total',
      help: 'Lists by selector with a cache hit or miss.',
      labels: ['result'],
      stability: 'ALPHA',
    })
    .readOnScrape(() => [
      { value: selections.hits, labels: { result: 'hit' } },
      { value: selections.misses, labels: { result: 'miss' } },
    ]);
}

function recordForms(metrics: Metrics, forms: FormMemory): void {
  metrics
    .gauge({
      name: 'apiserver_object_forms_bytes',
      help: 'Memory of protobuf, table cells and other versions of stored objects.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: forms.bytes }]);
  metrics
    .gauge({
      name: 'apiserver_object_forms_limit_bytes',
      help: 'Limit of apiserver_object_forms_bytes.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: forms.limit }]);
  metrics
    .counter({
      name: 'apiserver_object_forms_total',
      help: 'Reads of a form of an object: found (hit), made (made), or made and not kept because of the limit (refused).',
      labels: ['result'],
      stability: 'ALPHA',
    })
    .readOnScrape(() => {
      const { hits, made, refused } = forms.counts;
      return [
        { value: hits, labels: { result: 'hit' } },
        { value: made - refused, labels: { result: 'made' } },
        { value: refused, labels: { result: 'refused' } },
      ];
    });
}

function recordRoom(metrics: Metrics, folder: string): void {
  const read = () => [{ value: roomOf(folder), labels: { storage_cluster_id: 'embedded' } }];
  const labels = ['storage_cluster_id'];
  metrics
    .gauge({
      name: 'apiserver_storage_size_bytes',
      help: 'Size of the files of the store in bytes.',
      labels,
      stability: 'STABLE',
    })
    .readOnScrape(read);
  metrics
    .gauge({
      name: 'apiserver_storage_db_total_size_in_bytes',
      help: 'The same under its older name, apiserver_storage_size_bytes.',
      labels,
      stability: 'ALPHA',
      deprecatedIn: '1.34',
    })
    .readOnScrape(read);
}

/** Files that go away meanwhile count as none. */
function roomOf(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    const file = statSync(join(folder, name), { throwIfNoEntry: false });
    if (file?.isFile() === true) bytes += file.size;
  }
  return bytes;
}
