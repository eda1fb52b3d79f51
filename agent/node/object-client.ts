// The agent's view of one resource over the API client.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { ResourceClient } from '../../shared/client/api-client.ts';
import type { ObjectApi } from './object-api.ts';

/** `headTimeout`: milliseconds an answer may take; a heartbeat that is late is worth less than the next one. */
export function objectClient<T extends ApiObject>(client: ResourceClient<T>, headTimeout: number): ObjectApi<T> {
  const options = (signal: AbortSignal | undefined) => ({ headTimeout, ...(signal === undefined ? {} : { signal }) });
  return {
    get: (name, signal) => client.get(name, options(signal)),
    create: (object, signal) => client.create(object, options(signal)),
    update: (object, signal) => client.update(object, options(signal)),
    patchStatus: (name, patch, signal) =>
      client.patch(name, 'strategic', patch, { ...options(signal), subresource: 'status' }),
  };
}
