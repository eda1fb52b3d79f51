// The public door of the library: a complete API service inside the caller's process.

export type {
  ApiServer,
  ApiServerOptions,
  LimitOptions,
  ServiceAccountOptions,
  ServingCertificate,
  UserFile,
} from './config/option/options.ts';
export type { InstallOptions, WebhookInstallation } from './manifest/install-objects.ts';
export type { ManifestSource } from './manifest/read-manifests.ts';
export { startApiServer } from './server.ts';
