// What a request asks for, read from its method, path and query (requirements AUTHZ). The types stand here, the reading in
// `parse-request-info.ts`. Nothing of it may be changed: requests for the same path share it.

import type { Query } from '../../registry/contract/query.ts';

export interface ResourceRequestInfo {
  readonly kind: 'resource';
  /** As authorization names it: get, list, watch, create, update, patch, delete, deletecollection, proxy; '' for an unknown method. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** '' when none. */
  readonly subresource: string;
  /** What follows the sub-resource, without the leading slash; '' when nothing. */
  readonly subpath: string;
  readonly namespace: string;
  /** '' for a collection. A field selector that fixes `metadata.name` fills it too (see `nameFromSelector`). */
  readonly name: string;
  /** True when `name` came from the field selector of a collection request. */
  readonly nameFromSelector: boolean;
  readonly path: string;
  readonly query: Query;
  /** Whether other requests get the same object, frozen: what is found out about it may be kept by its identity. */
  readonly shared: boolean;
}

export interface PathRequest {
  readonly kind: 'path';
  /** The HTTP method in lower case. */
  readonly verb: string;
  /** Decoded path. */
  readonly path: string;
  readonly query: Query;
}

export type RequestInfo = ResourceRequestInfo | PathRequest;
