// How the socket of the container runtime is written.

/** The address as the gRPC library takes it. Throws TypeError for what is none. */
export function runtimeAddress(endpoint: string): string {
  if (endpoint.startsWith('unix://') && endpoint.length > 'unix://'.length) return `unix:${endpoint.slice(7)}`;
  if (endpoint.startsWith('/')) return `unix:${endpoint}`;
  if (/^tcp:\/\/[^/]+:\d+$/.test(endpoint)) return endpoint.slice('tcp://'.length);
  throw new TypeError(`runtime endpoint "${endpoint}" is neither unix:///path nor tcp://host:port`);
}
