// The parts of encryption at rest, to be loaded together.

export { checkConfig } from './config/check-config.ts';
export { readEncryptionConfig } from './config/written-config.ts';
export { encryptedStore } from './encrypted-store.ts';
export { Encryption } from './encryption.ts';
export { EncryptionSet } from './encryption-set.ts';
export { kmsMetrics } from './kms/kms-metrics.ts';
export { openKmsProvider } from './kms/kms-provider.ts';
export { reloadMetrics } from '../../config-file/reload-metrics.ts';
export { transformationMetrics } from './transformation-metrics.ts';
