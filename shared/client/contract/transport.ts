// The transport of a client: one function that sends a request. `connection.ts` creates one over undici from a connection
// config. The API service creates one that calls its own pipeline in process (controllers). Imports nothing else of ours.

export interface TransportRequest {
  readonly method: string;
  /** Path with query, starting with `/`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Aborts the request and, while it is being read, the body. */
  readonly signal?: AbortSignal;
  /** Milliseconds to the response head; default 30,000; 0: no limit. A body may take as long as it likes. */
  readonly headTimeout?: number;
}

export interface TransportResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Chunks as they arrive. An early end of the iteration ends the exchange. Throws when the connection breaks. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Resolves with the head for every HTTP status; rejects only when there is no HTTP response. */
export interface Transport {
  (request: TransportRequest): Promise<TransportResponse>;
}
