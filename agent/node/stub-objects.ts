// An ObjectApi over a Map, for scenario tests: keeps what was written, refuses as a server would, and fails on demand.

import type { ApiObject } from '../../shared/object/api-object.ts';
import { StatusError } from '../../shared/object/status-error.ts';
import type { ObjectApi } from './object-api.ts';

export interface StubObjects<T extends ApiObject> extends ObjectApi<T> {
  readonly objects: Map<string, T>;
  /** Every call, oldest first. */
  readonly calls: { readonly verb: 'get' | 'create' | 'update' | 'patchStatus'; readonly body?: unknown }[];
  /** Calls whose verb this accepts fail without an answer. */
  failing: (verb: string) => boolean;
  /** Calls whose verb this accepts are forbidden. */
  forbidding: (verb: string) => boolean;
}

/** `applyPatch` is what a patch does to an object; by default it changes nothing. */
export function stubObjects<T extends ApiObject>(
  applyPatch: (object: T, patch: unknown) => T = (object) => object,
): StubObjects<T> {
  const objects = new Map<string, T>();
  let revision = 0;
  const put = (object: T): T => {
    revision += 1;
    const stored = structuredClone({
      ...object,
      metadata: { uid: `uid-${revision}`, ...object.metadata, resourceVersion: String(revision) },
    });
    objects.set(object.metadata.name ?? '', stored);
    return structuredClone(stored);
  };
  const stub: StubObjects<T> = {
    objects,
    calls: [],
    failing: () => false,
    forbidding: () => false,
    get: async (name) => {
      enter('get');
      return structuredClone(found(name));
    },
    create: async (object) => {
      enter('create', object);
      if (objects.has(object.metadata.name ?? '')) throw refusal(409, 'AlreadyExists');
      return put(object);
    },
    update: async (object) => {
      enter('update', object);
      const { resourceVersion } = found(object.metadata.name ?? '').metadata;
      if (resourceVersion !== object.metadata.resourceVersion) throw refusal(409, 'Conflict');
      return put(object);
    },
    patchStatus: async (name, patch) => {
      enter('patchStatus', patch);
      return put(applyPatch(found(name), patch));
    },
  };
  function enter(verb: StubObjects<T>['calls'][number]['verb'], body?: unknown): void {
    stub.calls.push({ verb, ...(body === undefined ? {} : { body: structuredClone(body) }) });
    if (stub.failing(verb)) throw new Error('connection refused');
    if (stub.forbidding(verb)) throw refusal(403, 'Forbidden');
  }
  function found(name: string): T {
    const object = objects.get(name);
    if (object === undefined) throw refusal(404, 'NotFound');
    return object;
  }
  return stub;
}

/** The error of a server that refuses. */
export function refusal(code: number, reason: string): StatusError {
  return new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, reason });
}
