// The form of every option of `startApiServer`, so that one that is misspelt or of the wrong type is refused by its name
// and not ignored, or found by an error of something else. What values mean is checked where they are used.

import { vendorIds } from '../../../shared/vendor/profile.ts';
import { auditFormats } from '../../audit/event-text.ts';
import { auditModes } from '../../audit/log-sink.ts';
import type { WebhookBatching } from '../../audit/webhook-sink.ts';
import { authorizationModes } from '../../authorization/make-authorizer.ts';
import { parseControllerChoice, selectableControllers } from '../../controller/controller-selection.ts';
import type { ElectionPeriods } from '../../controller/election/leader-election.ts';
import type { HealthPeriods } from '../../controller/node/node-health.ts';
import type { EvictionLimits } from '../../controller/node/zone.ts';
import type {
  ApiServerOptions,
  AuditLogOptions,
  AuditOptions,
  AuditWebhookOptions,
  CertificateSigningOptions,
  EtcdOptions,
  LimitOptions,
  ListeningOptions,
  NamedCertificate,
  NodeConnectionOptions,
  NodeLifecycleSettings,
  RequestHeaderOptions,
  ServiceAccountOptions,
} from './options.ts';
import {
  callback,
  content,
  type Form,
  flag,
  flagOr,
  list,
  map,
  methods,
  number,
  oneOf,
  pem,
  shape,
  text,
  wholeNumber,
} from './value-form.ts';

const texts = list(text);
/** A span of time or a count. */
const amount = number(0);

interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

const keyPair = shape<KeyPair>({ certificate: pem, privateKey: pem }, ['certificate', 'privateKey']);

const controllerChoice: Form = (value, name) => {
  if (typeof value === 'string' && parseControllerChoice(value) !== undefined) return;
  oneOf(['*', ...selectableControllers])(value, name);
};

const listening = shape<ListeningOptions>({
  minVersion: oneOf(['TLSv1.2', 'TLSv1.3']),
  cipherSuites: texts,
  named: list(
    shape<NamedCertificate>({ certificate: pem, privateKey: pem, names: texts }, [
      'certificate',
      'privateKey',
      'names',
    ]),
  ),
  sharePort: flag,
  goawayChance: number(0, 1),
  externalHost: text,
  sendRetryAfter: flag,
  watchGrace: amount,
});

const requestHeader = shape<RequestHeaderOptions>(
  {
    clientCa: pem,
    allowedNames: texts,
    usernameHeaders: texts,
    uidHeaders: texts,
    groupHeaders: texts,
    extraHeaderPrefixes: texts,
  },
  ['clientCa', 'usernameHeaders'],
);

const serviceAccounts = shape<ServiceAccountOptions>({
  issuers: list(text, 1),
  audiences: texts,
  signingKey: pem,
  verificationKeys: list(pem),
  keysUrl: text,
  lookup: flag,
  extendExpiration: flag,
  longestExpiration: amount,
});

const auditLog = shape<AuditLogOptions>(
  {
    path: text,
    format: oneOf(auditFormats),
    mode: oneOf(auditModes),
    maxSize: amount,
    maxAge: amount,
    maxBackups: amount,
    compress: flag,
  },
  ['path'],
);

const batching = shape<WebhookBatching>(
  {
    bufferSize: amount,
    maxSize: amount,
    maxWait: amount,
    throttle: shape<NonNullable<WebhookBatching['throttle']>>({ qps: amount, burst: amount }, ['qps', 'burst']),
  },
  ['bufferSize', 'maxSize', 'maxWait'],
);

const audit = shape<AuditOptions>({
  policy: content,
  policyPath: text,
  log: auditLog,
  webhook: shape<AuditWebhookOptions>({ configPath: text, mode: oneOf(auditModes), initialBackoff: amount, batching }, [
    'configPath',
  ]),
});

const limits = shape<LimitOptions>({
  maxReading: wholeNumber(),
  maxMutating: wholeNumber(),
  requestTimeout: amount,
  shortestWatch: amount,
  maxStreams: wholeNumber(),
});

const nodeLifecycle = shape<NodeLifecycleSettings>({
  nodePeriods: shape<HealthPeriods>({ grace: amount, startupGrace: amount }, ['grace', 'startupGrace']),
  nodeMonitorPeriod: amount,
  evictionLimits: shape<EvictionLimits>(
    { rate: amount, secondaryRate: amount, unhealthyThreshold: number(0, 1), largeZone: amount },
    ['rate', 'secondaryRate', 'unhealthyThreshold', 'largeZone'],
  ),
  finishedPods: amount,
});

const options = shape<ApiServerOptions>({
  vendor: oneOf(vendorIds),
  dataDir: text,
  etcd: shape<EtcdOptions>({ servers: texts, prefix: content, ca: pem, client: keyPair }, ['servers']),
  address: text,
  port: wholeNumber(0, 65_535),
  advertisedHost: text,
  authorizationModes: list(oneOf(authorizationModes)),
  anonymousAuth: flag,
  clientCa: pem,
  tokenFile: content,
  serving: keyPair,
  listening,
  requestHeader,
  certificateFolder: text,
  serviceAccounts,
  enableAdmissionPlugins: texts,
  disableAdmissionPlugins: texts,
  audit,
  limits,
  allowPrivileged: flag,
  garbageCollection: flag,
  deleteCollectionWorkers: wholeNumber(1),
  historyPeriod: amount,
  tolerationSeconds: shape<NonNullable<ApiServerOptions['tolerationSeconds']>>(
    { notReady: wholeNumber(), unreachable: wholeNumber() },
    ['notReady', 'unreachable'],
  ),
  runtimeConfig: map(flag),
  showHiddenMetricsFor: text,
  featureGates: map(flag),
  nodeConnection: shape<NodeConnectionOptions>({ agentCa: pem, client: keyPair, addressTypes: texts }),
  livezGracePeriod: amount,
  shutdownDelay: amount,
  unref: flag,
  eventTtl: amount,
  serviceRange: text,
  nodePorts: shape<NonNullable<ApiServerOptions['nodePorts']>>(
    { first: wholeNumber(1, 65_535), last: wholeNumber(1, 65_535) },
    ['first', 'last'],
  ),
  corsAllowedOrigins: texts,
  strictTransportSecurity: texts,
  controllers: flagOr(list(controllerChoice)),
  leaderElection: flagOr(
    shape<ElectionPeriods>({ leaseDuration: amount, renewDeadline: amount, retryPeriod: amount }, [
      'leaseDuration',
      'renewDeadline',
      'retryPeriod',
    ]),
  ),
  nodeLifecycle,
  bootstrapTokenAuth: flag,
  nodeJoining: flag,
  certificateSigning: shape<CertificateSigningOptions>({ authority: keyPair, longest: amount, approveServing: flag }),
  kubeconfigPath: text,
  log: methods(['debug', 'info', 'warn', 'error', 'child']),
  collectGarbage: callback,
  clock: methods(['now', 'monotonic', 'sleep']),
});

/** Throws a TypeError that names the first option that is unknown or has not its form. */
export function checkOptions(given: unknown): void {
  options(given, '');
}
