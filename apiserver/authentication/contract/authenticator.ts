// The contract of an authentication method: from the credentials of a request to the user. One file per
// method; the chain asks them in order and the first that accepts wins (AUTHN-021). Imports nothing else of ours.

/** Who a request acts as. Immutable. */
export interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** Keys in lower case. */
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/** The input of a method. */
export interface Credentials {
  /** The bearer token without its scheme; undefined when the request carries none. */
  readonly bearerToken: string | undefined;
  /** What is wrong with the form of credentials that are there: without others the request is refused. */
  readonly malformed?: string | undefined;
  /** The client certificate chain as DER, leaf first; empty when the client presented none. */
  readonly certificateChain: readonly Buffer[];
  /** Request headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Path without query, as the anonymous conditions compare it. */
  readonly path: string;
  /** Whom a token must be for, one of them; undefined or empty: this server. Others ask for themselves in a TokenReview. */
  readonly audiences?: readonly string[];
}

/** Who waits. The signal ends the question: only what waits reads it, because making one costs more than most answers. */
export interface Asking {
  readonly signal?: AbortSignal | undefined;
}

export type Authentication =
  /** These are this user's credentials. */
  | {
      readonly outcome: 'accepted';
      readonly user: UserInfo;
      /** Those asked for that the token is for; undefined: the method knows of no audiences, its tokens are for this server. */
      readonly audiences?: readonly string[];
    }
  /** There are no credentials of this method: ask the next. */
  | { readonly outcome: 'none' }
  /** There are, and they are wrong: unless another method accepts, the request is refused with 401. The reason is logged, and sent to who asks by a TokenReview: it holds no secret. */
  | { readonly outcome: 'rejected'; readonly reason: string };

export interface Authenticator {
  /** Name for logs and metrics, e.g. `x509`, `token-file`. */
  readonly name: string;
  /**
   * Never throws for bad credentials; a throw is an internal error. Secrets are compared in constant time. A method that knows
   * at once answers at once: this runs for every request.
   */
  authenticate(credentials: Credentials, asking?: Asking): Authentication | Promise<Authentication>;
}
