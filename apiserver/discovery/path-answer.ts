// The contract of what is served under a path that is no resource: discovery, OpenAPI, health, version, metrics. The
// pipeline has authorized the request already. Imports nothing else of ours.

/** One GET or HEAD of such a path. */
export interface PathQuestion {
  /** Decoded path, as it was authorized. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Headers by lower-case name; a repeated one joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface PathAnswer {
  readonly status: number;
  /** Names in lower case; Content-Length is the pipeline's. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Answers a path, or undefined when the path is not its own. Throws StatusError. */
export type AnswerPath = (question: PathQuestion) => Promise<PathAnswer | undefined>;
