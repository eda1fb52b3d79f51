// The stages every request goes through, first to last, as one list, and the function that runs a request through them.

import type { Log } from '../../shared/process/log/log.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Deadlines } from '../../shared/process/time/deadlines.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { AuditLevel } from '../audit/audit-policy.ts';
import type { Auditor, AuditRecord } from '../audit/auditor.ts';
import type { Authenticator, UserInfo } from '../authentication/contract/authenticator.ts';
import type { Authorizer } from '../authorization/contract/authorizer.ts';
import type { ResourceHandler } from '../registry/contract/resource-handler.ts';
import type { Resources } from '../registry/contract/resource.ts';
import { deprecatedUse } from './response/deprecated-use.ts';
import type { Exchange } from './contract/exchange.ts';
import type { Handler } from './transport/local/exchange-local.ts';
import type { FindPath } from './request/path-table.ts';
import type { RequestInfo } from './contract/request-info.ts';
import type { RequestsUnderWay } from './request/requests-under-way.ts';
import { type EncodeStatus, errorResponder } from './error/respond-error.ts';
import type { Next, RequestContext, Stage } from './contract/stage.ts';
import { attemptMetrics } from './stages/attempt-metrics.ts';
import { audit, auditCaller } from './stages/audit.ts';
import { authentication, authenticationResult } from './stages/authentication.ts';
import { authorization, authorizationResult } from './stages/authorization.ts';
import { commonHeaders } from './stages/common-headers.ts';
import { crossOrigin, type OriginRule } from './stages/cross-origin.ts';
import { deadline } from './stages/deadline.ts';
import { dispatch } from './stages/dispatch.ts';
import { errorGuard } from './stages/error-guard.ts';
import { freshState, type WhenFresh } from './stages/fresh-state.ts';
import { impersonation } from './stages/impersonation.ts';
import { inFlightLimit } from './stages/in-flight-limit.ts';
import { longRunningMetrics, requestMetrics, type ServedResources } from './stages/request-metrics.ts';
import { requestReading } from './stages/request-reading.ts';
import { underWay } from './stages/under-way.ts';

export interface PipelineOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** Every resource there is. */
  readonly resources: Resources;
  /** Those that clients may use; default: every one. */
  readonly servedResources?: Resources;
  readonly answerVerb: ResourceHandler;
  readonly findPath: FindPath;
  /** Hands requests on that other servers answer; absent: there are none. */
  readonly forward?: Stage;
  /** Resolves when the objects that requests are decided by are known; absent: they always are. */
  readonly whenFresh?: WhenFresh;
  /** Representations of errors beside JSON; absent: JSON only. */
  readonly encodeStatus?: EncodeStatus;
  /** Follows requests for the audit log; absent: none is kept. */
  readonly auditor?: Auditor;
  readonly requests: RequestsUnderWay;
  readonly deadlines: Deadlines;
  /** Milliseconds; default 60,000. */
  readonly requestTimeout?: number;
  /** Reading requests at once; default 400; 0: no limit. */
  readonly maxReading?: number;
  /** Mutating requests at once; default 200; 0: no limit. */
  readonly maxMutating?: number;
  /** Whether large answers to reads are compressed for clients that take it; default true. */
  readonly compression?: boolean;
  /** Origins that pages may use the service from; absent: none. */
  readonly allowedOrigin?: OriginRule;
  readonly strictTransportSecurity?: readonly string[];
}

/** The stages in their one order. */
export function stagesOf(options: PipelineOptions): readonly Stage[] {
  const { log, metrics, authorizer, clock, auditor } = options;
  const served: ServedResources = {
    version: () => options.resources.version,
    isServed(info) {
      const resource = options.resources.find(info.group, info.version, info.resource);
      return resource !== undefined && (info.subresource === '' || resource.subresources.has(info.subresource));
    },
  };
  return [
    requestMetrics(metrics, () => clock.monotonic(), served),
    ...(auditor === undefined ? [] : [audit(auditor)]),
    errorGuard(errorResponder(log, options.encodeStatus)),
    commonHeaders(options.strictTransportSecurity),
    requestReading(),
    longRunningMetrics(metrics, served),
    underWay(options.requests),
    deadline(options.deadlines, options.requestTimeout ?? 60_000),
    ...(options.allowedOrigin === undefined ? [] : [crossOrigin(options.allowedOrigin)]),
    ...(options.whenFresh === undefined ? [] : [freshState(options.whenFresh)]),
    authentication({
      authenticator: options.authenticator,
      tokenProtocol: options.vendor.fill('base64url.bearer.authorization.{api}.'),
      log,
      attempts: attemptMetrics({
        metrics,
        clock,
        counter: 'authentication_attempts',
        histogram: 'authentication_duration_seconds',
        what: 'Authentication attempts',
        resultOf: authenticationResult,
      }),
      users: metrics.counter({
        name: 'authenticated_user_requests',
        help: 'Requests whose credentials were accepted, by the kind of user.',
        labels: ['username'],
        stability: 'ALPHA',
      }),
      countedUsers: [
        'admin',
        'client',
        '{short}_proxy',
        '{short}let',
        'system:serviceaccount:{short}-system:default',
      ].map((name) => options.vendor.fill(name)),
    }),
    ...(auditor === undefined ? [] : [auditCaller()]),
    impersonation(authorizer, options.vendor),
    inFlightLimit(
      { reading: options.maxReading ?? 400, mutating: options.maxMutating ?? 200 },
      metrics.gauge({
        name: 'apiserver_current_inflight_requests',
        help: 'Requests in flight, by kind.',
        labels: ['request_kind'],
        stability: 'STABLE',
      }),
    ),
    authorization(
      authorizer,
      options.vendor,
      attemptMetrics({
        metrics,
        clock,
        counter: 'authorization_attempts_total',
        histogram: 'authorization_duration_seconds',
        what: 'Authorization attempts',
        resultOf: authorizationResult,
      }),
    ),
    ...(options.forward === undefined ? [] : [options.forward]),
    dispatch({
      resources: options.servedResources ?? options.resources,
      ownResources: options.resources,
      onDeprecated: deprecatedUse(metrics, options.vendor),
      answerVerb: options.answerVerb,
      findPath: options.findPath,
      authorizer,
      compression: options.compression ?? true,
      head: options.vendor.behaviour.headOfResource,
      anyMethod: options.vendor.behaviour.documentMethods === 'any',
    }),
  ];
}

/**
 * Answers exchanges by these stages, which are joined once. Most reads are answered without a promise on their way: it would cost
 * as much as finding the object. A stage that is async holds its frame for as long as the request lives, which is long for watches,
 * and awaits `next(context)` instead of returning it, which would take two more turns of the microtask queue. The guard is among the first: this throws nothing, and what it
 * returns rejects only by a defect of the stages before the guard.
 */
export function pipeline(stages: readonly Stage[], clock: Clock): Handler {
  const first = stages.reduceRight<Next>((next, stage) => stage(next), handedOn);
  return (exchange) => {
    try {
      return first(new PipelineContext(exchange, clock));
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

function handedOn(): never {
  throw new TypeError('the last stage handed the request on');
}

class PipelineContext implements RequestContext {
  readonly exchange: Exchange;
  readonly received: number;
  readonly receivedMonotonic: number;
  readonly warnings: string[] = [];
  readonly answerHeaders: Record<string, string | readonly string[]> = {};
  info: RequestInfo = unread;
  longRunning = false;
  due = Number.POSITIVE_INFINITY;
  readonly #clock: Clock;
  user: UserInfo | undefined = undefined;
  auditId = '';
  answerStatus = 0;
  answerBytes = 0;
  failure: unknown = undefined;
  audit: AuditRecord | undefined = undefined;

  constructor(exchange: Exchange, clock: Clock) {
    this.exchange = exchange;
    this.#clock = clock;
    this.received = clock.now();
    this.receivedMonotonic = clock.monotonic();
  }

  get signal(): AbortSignal {
    return this.exchange.signal;
  }

  get overdue(): boolean {
    return this.#clock.monotonic() > this.due;
  }

  get clientGone(): boolean {
    return this.exchange.clientGone;
  }

  annotate(key: string, value: string, level?: AuditLevel): void {
    this.audit?.annotate(key, value, level);
  }
}

/** Used until the path is parsed; an error before that is reported for a request without a path. */
const unread: RequestInfo = { kind: 'path', verb: '', path: '', query: new URLSearchParams() };
