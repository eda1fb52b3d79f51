// The contract of parameters of policies: objects of any kind that is served.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Abortable } from './admission.ts';

/** The objects of one kind. */
export interface ParamObjects {
  readonly namespaced: boolean;
  /** Undefined: there is none. `namespace` is '' for kinds of the cluster. */
  get(namespace: string, name: string, request: Abortable): Promise<ApiObject | undefined>;
  /** Those of a namespace, or all where it is ''. */
  list(namespace: string, request: Abortable): Promise<readonly ApiObject[]>;
}

export interface ParamKinds {
  /** Undefined: no such kind is served. */
  find(apiVersion: string, kind: string): ParamObjects | undefined;
}
