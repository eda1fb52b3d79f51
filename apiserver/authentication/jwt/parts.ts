// The parts of authentication by identity providers, to be loaded together.

export { ConfigDocumentError } from '../../config-file/config-document.ts';
export { checkAuthentication, readAuthenticationConfig } from './check-config.ts';
export { claimCompiler } from './claim-expressions.ts';
export { jwtMetrics } from './jwt-metrics.ts';
export { JwtSet } from './jwt-set.ts';
export { writtenOf } from './oidc-flags.ts';
