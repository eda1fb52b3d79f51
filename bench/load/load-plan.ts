// The task of the load generator, and its result. Passed as JSON in its only argument and on its output.

export interface LoadPlan {
  /** `https://host:port`. */
  readonly origin: string;
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Body of a POST; `%N` becomes a number that no other request of the run has. */
  readonly body?: string;
  readonly connections: number;
  /** Requests in flight on each connection. */
  readonly streams: number;
  readonly seconds: number;
  /** Seconds of the same load before it counts. Default: `warmUpSeconds`. */
  readonly warmUp?: number;
  /** Distinguishes the numbers of one run from those of another. */
  readonly seed: string;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
  readonly failures: number;
}
