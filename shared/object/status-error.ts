// The one error type of the API: a failed request as a Status object (RFC 9110 status code, machine reason,
// details). Anything that refuses throws it; exactly one place (the error stage of the server) turns it into a response.
// The catalogue of reasons and the functions that make these errors stand in `errors.ts`.

/** One cause in `details.causes`. `reason` is the cause type, `field` a path such as `spec.containers[0].image`. */
export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The plural resource name; for Invalid (422) the kind. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  /** Also sent as the Retry-After header when greater than 0. */
  readonly retryAfterSeconds?: number;
}

/** The Status object on the wire; fields in this order. */
export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly continue?: string; readonly resourceVersion?: string };
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  /** Equal to the HTTP status; absent on the Success answer of a delete. */
  readonly code?: number;
}

/** A request that failed with a documented Status. The message is sent to the client: no secrets in it. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Status;
  constructor(status: Status, options?: { readonly cause?: unknown }) {
    super(status.message ?? status.reason ?? `status ${status.code}`, options);
    this.status = status;
  }
  get code(): number {
    return this.status.code ?? 500;
  }
  get reason(): string {
    return this.status.reason ?? '';
  }
}
