// The contract of an authorization module, which decides whether a user may do a request. Modules are asked in order; the first
// that allows or denies decides, and if none has an opinion the request is refused (AUTHZ-008, AUTHZ-009).

import type { Asking, UserInfo } from '../../authentication/contract/authenticator.ts';

/** A request for a resource. Strings that do not apply are ''. */
export interface ResourceAttributes {
  readonly kind: 'resource';
  readonly user: UserInfo;
  /** get, list, watch, create, update, patch, delete, deletecollection, proxy, or a special verb (bind, escalate, ...). */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Selectors of list, watch and deletecollection, as the client wrote them; undefined: none. */
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}

/** A request for a path that is no resource. */
export interface PathAttributes {
  readonly kind: 'path';
  readonly user: UserInfo;
  /** The HTTP method in lower case. */
  readonly verb: string;
  readonly path: string;
}

export type Attributes = ResourceAttributes | PathAttributes;

/**
 * `reason` goes into the 403 message, access reviews and the audit log. `error`: why the module could not find out, where its
 * outcome is what it was told to say then.
 */
export type Decision =
  | { readonly outcome: 'allow'; readonly reason: string }
  | { readonly outcome: 'deny'; readonly reason: string; readonly error?: string }
  | { readonly outcome: 'no-opinion'; readonly reason: string; readonly error?: string };

/** One rule a user has, for SelfSubjectRulesReview. Exactly the resource or the path part is filled. */
export interface RuleOf {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface Rules {
  readonly rules: readonly RuleOf[];
  /** True when the module cannot list all it allows. */
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

export interface Authorizer {
  /** `RBAC`, `Node`, `AlwaysAllow`, ... */
  readonly name: string;
  /** Never throws for a missing rule; a throw is an internal error (500). One that knows at once answers at once. */
  authorize(attributes: Attributes, asking?: Asking): Decision | Promise<Decision>;
  /** What the user may do in a namespace, as far as the module knows. */
  rulesFor(user: UserInfo, namespace: string): Promise<Rules>;
}
