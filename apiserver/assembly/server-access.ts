// Authentication and authorization of a server: one list of constructions, no logic.

import type { Counter, Metrics } from '../../shared/process/metric/metrics.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { anonymousAuthenticator } from '../authentication/request/anonymous.ts';
import type { Asking, Authenticator } from '../authentication/contract/authenticator.ts';
import { bootstrapTokenAuthenticator } from '../authentication/bootstrap/bootstrap-token.ts';
import { cachedTokens } from '../authentication/token/cached-tokens.ts';
import { tokenUseMetrics } from '../authentication/service-account/token-use-metrics.ts';
import { tokenCacheMetrics } from '../authentication/token/token-cache-metrics.ts';
import { authenticatorChain } from '../authentication/chain.ts';
import { requestHeaderAuthenticator } from '../authentication/request/request-header.ts';
import {
  type SecretTokenSubject,
  secretTokens,
  signSecretToken,
} from '../authentication/service-account/secret-token.ts';
import { signingKey, verificationKeys } from '../authentication/service-account/service-account-keys.ts';
import { serviceAccountTokens } from '../authentication/service-account/service-account-token.ts';
import { tokenFileAuthenticator } from '../authentication/token/token-file.ts';
import { tokenIssuer } from '../authentication/service-account/token-request.ts';
import { remainingLifetimes } from '../authentication/certificate/certificate-metrics.ts';
import { x509Authenticator } from '../authentication/certificate/x509.ts';
import { makeAuthorizer } from '../authorization/make-authorizer.ts';
import { issuerMounts, keysPath } from '../endpoint/issuer-documents.ts';
import { ownIssuersOf, type RequestHeaderOptions } from '../config/option/options.ts';
import type { ResourceListers } from './resource-listers.ts';
import type { ServerContext } from '../context/server-context.ts';

export interface AccessSettings
  extends Pick<
    ServerContext,
    'vendor' | 'clock' | 'log' | 'credentials' | 'options' | 'metrics' | 'authentication' | 'authorization'
  > {
  /** Host and port as clients reach the server; asked once it listens. */
  readonly serverAddress: () => string;
  /** Writes labels to a secret, some time; a failure is no one's concern. */
  readonly labelSecret: (namespace: string, name: string, labels: Readonly<Record<string, string>>) => void;
}

/** Throws an Error for options that contradict each other or cannot be read. `clientCa`: PEM of those who sign clients. */
export function buildAccess(
  {
    vendor,
    clock,
    log,
    credentials,
    options,
    metrics,
    authentication,
    authorization,
    serverAddress,
    labelSecret,
  }: AccessSettings,
  objects: ResourceListers,
  clientCa: string,
) {
  const { authorizer, rules } = makeAuthorizer({
    vendor,
    modules: () => authorization.modules(),
    listers: objects,
    decisions: authorizationDecisions(metrics),
  });
  const accounts = options.serviceAccounts ?? {};
  const issuers = ownIssuersOf(options, vendor);
  const audiences = accounts.audiences ?? issuers;
  const key = signingKey(accounts.signingKey ?? credentials.serviceAccountKey);
  const keys = [key, ...(accounts.verificationKeys ?? []).flatMap((pem) => verificationKeys(pem))];
  const onUse = tokenUseMetrics(metrics);
  const tokens = serviceAccountTokens({
    vendor,
    clock,
    issuers,
    audiences,
    keys,
    objects,
    onUse,
  });
  const oldTokens = secretTokens({
    vendor,
    clock,
    audiences,
    keys,
    labelSecret,
    onUse,
    ...(accounts.lookup === false ? {} : { objects }),
  });
  const remembered = cachedTokens([tokens, oldTokens, ...authentication.remembered(audiences)], {
    clock,
    metrics: tokenCacheMetrics(metrics),
  });
  authentication.onChange(() => remembered.forget());
  const methods: readonly Authenticator[] = [
    ...(options.requestHeader === undefined ? [] : [proxyAuthenticator(options.requestHeader, vendor, clock)]),
    x509Authenticator({ clientCa, vendor, clock, onRemaining: remainingLifetimes(metrics) }),
    ...(options.tokenFile === undefined ? [] : [tokenFileAuthenticator(options.tokenFile, (text) => log.warn(text))]),
    ...(options.bootstrapTokenAuth === true || options.nodeJoining === true
      ? [bootstrapTokenAuthenticator({ vendor, clock, secrets: objects.secrets })]
      : []),
    remembered,
    ...authentication.unremembered(audiences),
  ];
  // AlwaysAllow needs authenticated callers (AUTHN-059, AUTHN-060).
  const { enabled, paths } = authentication.anonymous ?? { enabled: options.anonymousAuth ?? true, paths: undefined };
  const anonymous = enabled && !authorization.types.has('AlwaysAllow');
  const authenticator = authenticatorChain(methods, anonymous ? anonymousAuthenticator(paths) : undefined);
  const [issuer = ''] = issuers;
  const external =
    options.listening?.externalHost === undefined ? undefined : () => `https://${serverAddress()}${keysPath}`;
  const keysUrl = accounts.keysUrl === undefined ? external : () => accounts.keysUrl ?? '';
  return {
    authorizer,
    rules,
    authenticator,
    audiences,
    issuerMounts: issuerMounts(issuer, keys, keysUrl),
    authenticateToken: async (bearerToken: string, asked: readonly string[], asking?: Asking) =>
      authenticator.authenticate(
        { bearerToken, certificateChain: [], headers: {}, path: '', audiences: asked },
        asking,
      ),
    signSecretToken: (subject: SecretTokenSubject) => signSecretToken(subject, key, vendor),
    issueToken: tokenIssuer({
      vendor,
      clock,
      issuer,
      audiences,
      key,
      objects,
      ...(accounts.extendExpiration === undefined ? {} : { extend: accounts.extendExpiration }),
      ...(accounts.longestExpiration === undefined
        ? {}
        : { longestSeconds: Math.floor(accounts.longestExpiration / 1000) }),
    }),
  };
}

function authorizationDecisions(metrics: Metrics): Counter {
  return metrics.counter({
    name: 'apiserver_authorization_decisions_total',
    help: 'Final decisions of authorizers, by type, name and decision.',
    labels: ['type', 'name', 'decision'],
    stability: 'ALPHA',
  });
}

function proxyAuthenticator(
  { clientCa, allowedNames = [], uidHeaders = [], groupHeaders = [], ...more }: RequestHeaderOptions,
  vendor: Vendor,
  clock: Clock,
): Authenticator {
  return requestHeaderAuthenticator({
    certificates: x509Authenticator({ clientCa, vendor, clock }),
    allowedNames,
    usernameHeaders: more.usernameHeaders,
    uidHeaders,
    groupHeaders,
    extraHeaderPrefixes: more.extraHeaderPrefixes ?? [],
  });
}
