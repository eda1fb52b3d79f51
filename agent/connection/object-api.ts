// The objects of one resource as the agent's parts use them: a narrow view of the API client, so that a scenario test
// can stand a few lines in its place. Imports nothing else of ours but the object shape.

import type { ApiObject } from '../../shared/object/api-object.ts';

/**
 * Every call rejects with `StatusError` when the server refused (code 404, 409, ...) and with another error when there
 * was no answer at all. Objects handed in are not changed; results belong to the caller.
 */
export interface ObjectApi<T extends ApiObject> {
  get(name: string, signal?: AbortSignal): Promise<T>;
  create(object: T, signal?: AbortSignal): Promise<T>;
  /** Replaces the object named in its metadata; its resourceVersion guards against lost updates. */
  update(object: T, signal?: AbortSignal): Promise<T>;
  /** Strategic merge patch of the `status` sub-resource. */
  patchStatus(name: string, patch: unknown, signal?: AbortSignal): Promise<T>;
}
