// The contract of authentication and authorization: who calls the node's API, and what the caller requests. Both are checked
// for every request; no caller is trusted without them. Imports nothing else of ours.

/** An authenticated caller. */
export interface Caller {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The credentials of a request. */
export interface Credentials {
  /** The subject of a trusted client certificate; undefined: there was none. */
  readonly certificate: { readonly commonName: string; readonly organizations: readonly string[] } | undefined;
  /** True when the client sent a certificate that is not trusted. */
  readonly badCertificate: boolean;
  /** The bearer token; undefined: none. */
  readonly token: string | undefined;
}

/**
 * Resolves with the caller, or undefined when the credentials are missing or wrong (answered 401). Rejects when they
 * could not be checked; that is 401 too: unchecked callers are refused.
 */
export type Authenticate = (credentials: Credentials, signal: AbortSignal) => Promise<Caller | undefined>;

/** An access to the node as the rules see it: resource `nodes` of the core group, the node's own name. */
export interface NodeAccess {
  readonly caller: Caller;
  /** `get`, `create`, ... after the HTTP method; '' for methods without a verb. */
  readonly verb: string;
  readonly subresource: string;
}

/** Resolves with the decision. Rejects when there could be no decision (500). */
export type Authorize = (access: NodeAccess, signal: AbortSignal) => Promise<boolean>;

export const anonymousCaller: Caller = { name: 'system:anonymous', groups: ['system:unauthenticated'], extra: {} };
