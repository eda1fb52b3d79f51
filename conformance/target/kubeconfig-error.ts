// Why a client configuration cannot be used.

/** A configuration that cannot be used; the message says why in one line. */
export class KubeconfigError extends Error {}
