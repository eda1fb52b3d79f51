// The public door of the library: a complete API service inside the caller's process.

export type { ApiServer, ApiServerOptions, LimitOptions, ServiceAccountOptions } from './config/option/options.ts';
export { startApiServer } from './server.ts';
