// One pass over a namespace that is being deleted: deletes its objects and reports what is left. Pods are deleted first.
// Everything else waits for them, since they may use it to the end.

import type { ApiClient, ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import type { ApiObject, GroupVersionResource } from '../../../shared/object/api-object.ts';
import { discover, type DiscoveredResource } from '../api/discover.ts';
import type { DeletionPass } from './deletion-pass.ts';

/** How many resources are handled in parallel, and how many objects are listed in one page. */
const width = 8;
const pageSize = 500;

export interface DeletionResult extends DeletionPass {
  /** The longest grace that a remaining object was given, in seconds; 0 when none. */
  readonly longestGrace: number;
}

/** Rejects only when the discovery fails as a whole, or with the signal's reason. */
export async function deleteNamespacedResources(
  client: ApiClient,
  namespace: string,
  signal: AbortSignal,
): Promise<DeletionResult> {
  const { resources, failures } = await discover(client, signal);
  const doomed = resources.filter(
    ({ namespaced, verbs }) => namespaced && verbs.includes('delete') && verbs.includes('list'),
  );
  const isPods = ({ group, resource }: GroupVersionResource): boolean => group === '' && resource === 'pods';
  const pass = new Pass(client, namespace, signal);
  await pass.empty(doomed.filter(isPods));
  if (pass.remaining.length === 0) await pass.empty(doomed.filter((resource) => !isPods(resource)));
  return {
    discoveryFailures: failures,
    deletionFailures: pass.deletionFailures,
    remaining: pass.remaining,
    finalizers: pass.finalizers,
    longestGrace: pass.longestGrace,
  };
}

class Pass {
  readonly deletionFailures: string[] = [];
  readonly remaining: { readonly resource: GroupVersionResource; readonly count: number }[] = [];
  readonly finalizers = new Map<string, number>();
  longestGrace = 0;
  readonly #client: ApiClient;
  readonly #namespace: string;
  readonly #signal: AbortSignal;

  constructor(client: ApiClient, namespace: string, signal: AbortSignal) {
    this.#client = client;
    this.#namespace = namespace;
    this.#signal = signal;
  }

  async empty(resources: readonly DiscoveredResource[]): Promise<void> {
    const rest = [...resources];
    const lane = async (): Promise<void> => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) await this.#emptyOne(next);
    };
    await Promise.all(Array.from({ length: width }, lane));
  }

  async #emptyOne(resource: DiscoveredResource): Promise<void> {
    const objects = this.#client.resource(resource).in(this.#namespace);
    try {
      // Most namespaces hold few kinds: looking first saves the deletion of nothing.
      const found = await this.#list(objects);
      if (found.length === 0) return;
      await this.#deleteAll(objects, resource, found);
      const left = await this.#list(objects);
      if (left.length > 0) this.#note(resource, left);
    } catch (error) {
      this.#signal.throwIfAborted();
      // The resource itself may go while its objects do.
      if (isNotFound(error)) return;
      this.deletionFailures.push(`${resource.resource}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #list(objects: ResourceClient): Promise<readonly ApiObject[]> {
    const all: ApiObject[] = [];
    for await (const page of objects.listPages({ limit: pageSize, signal: this.#signal })) all.push(...page.items);
    return all;
  }

  async #deleteAll(objects: ResourceClient, resource: DiscoveredResource, found: readonly ApiObject[]): Promise<void> {
    const options = { propagationPolicy: 'Background', signal: this.#signal } as const;
    if (resource.verbs.includes('deletecollection')) {
      await objects.deleteCollection({}, options);
      return;
    }
    for (const { metadata } of found) {
      if (metadata.deletionTimestamp !== undefined) continue;
      await objects.delete(metadata.name ?? '', options).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    }
  }

  #note(resource: DiscoveredResource, left: readonly ApiObject[]): void {
    this.remaining.push({ resource, count: left.length });
    for (const { metadata } of left) {
      this.longestGrace = Math.max(this.longestGrace, metadata.deletionGracePeriodSeconds ?? 0);
      for (const finalizer of metadata.finalizers ?? []) {
        this.finalizers.set(finalizer, (this.finalizers.get(finalizer) ?? 0) + 1);
      }
    }
  }
}
