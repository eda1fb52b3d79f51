// An audit event (kind Event of the group audit.{api}, version v1): the type as it is written, in the order of its fields,
// and how it is put together. Pure.

import { formatMicroTime } from '../../shared/object/time.ts';
import type { Status } from '../../shared/object/status-error.ts';
import type { UserInfo } from '../authentication/contract/authenticator.ts';
import type { AuditedRequest, AuditLevel, AuditStage } from './audit-policy.ts';

export interface AuditEvent {
  readonly kind: 'Event';
  readonly apiVersion: string;
  readonly level: AuditLevel;
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: AuditUser;
  readonly impersonatedUser?: AuditUser;
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  readonly objectRef?: ObjectReference;
  readonly responseStatus?: ResponseStatus;
  readonly requestObject?: unknown;
  readonly responseObject?: unknown;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface AuditUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface ObjectReference {
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/** The bounded part of a Status. */
export type ResponseStatus = Pick<Status, 'message' | 'reason' | 'details'> & {
  readonly metadata: Readonly<Record<string, never>>;
  readonly status?: Status['status'];
  readonly code?: number;
};

/** What the body of a write says about the object, as far as the path does not. */
export interface BodyIdentity {
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** Everything in an event. Times in milliseconds since the epoch, with a fraction. */
export interface EventFacts {
  readonly apiVersion: string;
  readonly level: AuditLevel;
  readonly stage: AuditStage;
  readonly auditId: string;
  readonly uri: string;
  readonly request: AuditedRequest;
  readonly user: UserInfo | undefined;
  readonly impersonated: UserInfo | undefined;
  readonly sourceIps: readonly string[];
  readonly userAgent: string;
  readonly identity: BodyIdentity;
  readonly status: ResponseStatus | undefined;
  readonly requestObject: unknown;
  readonly responseObject: unknown;
  readonly received: number;
  readonly now: number;
  readonly annotations: ReadonlyMap<string, string> | undefined;
}

/** Longest user agent that is recorded whole. */
const longestUserAgent = 1024;

export function auditEvent(facts: EventFacts): AuditEvent {
  const { impersonated, sourceIps, userAgent, request, status, requestObject, responseObject, annotations } = facts;
  return {
    kind: 'Event',
    apiVersion: facts.apiVersion,
    level: facts.level,
    auditID: facts.auditId,
    stage: facts.stage,
    requestURI: facts.uri,
    verb: request.verb,
    user: userOf(facts.user),
    ...(impersonated === undefined ? {} : { impersonatedUser: userOf(impersonated) }),
    ...(sourceIps.length === 0 ? {} : { sourceIPs: sourceIps }),
    ...(userAgent === '' ? {} : { userAgent: cut(userAgent) }),
    ...(request.kind === 'path' ? {} : { objectRef: referenceOf(request, facts.identity) }),
    ...(status === undefined ? {} : { responseStatus: status }),
    ...(requestObject === undefined ? {} : { requestObject }),
    ...(responseObject === undefined ? {} : { responseObject }),
    requestReceivedTimestamp: formatMicroTime(facts.received),
    stageTimestamp: formatMicroTime(facts.now),
    ...(annotations === undefined || annotations.size === 0 ? {} : { annotations: sorted(annotations) }),
  };
}

/** The status of an answer that is no failure, or of one that has no Status object. */
export function plainStatus(code: number): ResponseStatus {
  return { metadata: {}, code };
}

export function statusOf({ status, message, reason, details, code }: Status, httpCode: number): ResponseStatus {
  return {
    metadata: {},
    status,
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code: code ?? httpCode,
  };
}

function userOf(user: UserInfo | undefined): AuditUser {
  if (user === undefined) return {};
  const { username, uid = '', groups, extra } = user;
  return {
    ...(username === '' ? {} : { username }),
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(extra.size === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}

function referenceOf(request: Extract<AuditedRequest, { kind: 'resource' }>, body: BodyIdentity): ObjectReference {
  const { resource, group, version, subresource } = request;
  const namespace = request.namespace === '' ? (body.namespace ?? '') : request.namespace;
  const name = request.name === '' ? (body.name ?? '') : request.name;
  const { uid = '', resourceVersion = '' } = body;
  return {
    resource,
    ...(namespace === '' ? {} : { namespace }),
    ...(name === '' ? {} : { name }),
    ...(uid === '' ? {} : { uid }),
    ...(group === '' ? {} : { apiGroup: group }),
    apiVersion: version,
    ...(resourceVersion === '' ? {} : { resourceVersion }),
    ...(subresource === '' ? {} : { subresource }),
  };
}

function cut(userAgent: string): string {
  return userAgent.length <= longestUserAgent ? userAgent : `${userAgent.slice(0, longestUserAgent)}...TRUNCATED`;
}

function sorted(annotations: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...annotations].sort(([left], [right]) => (left < right ? -1 : 1)));
}
