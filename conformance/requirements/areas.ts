// The areas of the catalogue, in the order of the printed table.

import type { AreaRows } from './contract/requirement.ts';
import { abac } from './data/abac.ts';
import { accessReviews } from './data/access-reviews.ts';
import { admission } from './data/admission.ts';
import { agentConfig } from './data/agent-config.ts';
import { apply } from './data/apply.ts';
import { authentication } from './data/authentication.ts';
import { authorization } from './data/authorization.ts';
import { bootstrapTokens } from './data/bootstrap-tokens.ts';
import { cel } from './data/cel.ts';
import { checkpoint } from './data/checkpoint.ts';
import { declarativeValidation } from './data/declarative-validation.ts';
import { deletion } from './data/deletion.ts';
import { dryRun } from './data/dry-run.ts';
import { errors } from './data/errors.ts';
import { events } from './data/events.ts';
import { execCredentials } from './data/exec-credentials.ts';
import { fieldValidation } from './data/field-validation.ts';
import { health } from './data/health.ts';
import { impersonation } from './data/impersonation.ts';
import { limits } from './data/limits.ts';
import { listing } from './data/listing.ts';
import { mediaTypes } from './data/media-types.ts';
import { nodeAuthorization } from './data/node-authorization.ts';
import { nodeLifecycle } from './data/node-lifecycle.ts';
import { nodeStatus } from './data/node-status.ts';
import { objects } from './data/objects.ts';
import { oidc } from './data/oidc.ts';
import { proxyAndMisc } from './data/proxy-and-misc.ts';
import { rbac } from './data/rbac.ts';
import { removedApis } from './data/removed-apis.ts';
import { requestheader } from './data/requestheader.ts';
import { resourceVersions } from './data/resource-versions.ts';
import { seccomp } from './data/seccomp.ts';
import { tokenWebhook } from './data/token-webhook.ts';
import { updating } from './data/updating.ts';
import { verbsAndPaths } from './data/verbs-and-paths.ts';
import { versioning } from './data/versioning.ts';
import { watchdog } from './data/watchdog.ts';
import { watching } from './data/watching.ts';
import { webhookAuthorizer } from './data/webhook-authorizer.ts';

/** Every area once. */
export const areas: readonly AreaRows[] = [
  objects,
  resourceVersions,
  verbsAndPaths,
  mediaTypes,
  listing,
  watching,
  updating,
  apply,
  deletion,
  dryRun,
  fieldValidation,
  health,
  events,
  errors,
  limits,
  versioning,
  removedApis,
  authentication,
  oidc,
  tokenWebhook,
  requestheader,
  impersonation,
  execCredentials,
  bootstrapTokens,
  authorization,
  rbac,
  abac,
  nodeAuthorization,
  webhookAuthorizer,
  accessReviews,
  admission,
  cel,
  declarativeValidation,
  nodeStatus,
  nodeLifecycle,
  checkpoint,
  agentConfig,
  seccomp,
  watchdog,
  proxyAndMisc,
];
