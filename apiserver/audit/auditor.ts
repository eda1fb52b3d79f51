// Follows requests through the server and sends their events to the sink: one record per request. Data that the policy does
// not require is not kept: at level Metadata only who an object is, and what a Status says.

import { internalError } from '../../shared/object/errors.ts';
import { formatGoDuration } from '../../shared/object/duration.ts';
import type { Status } from '../../shared/object/status-error.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { UserInfo } from '../authentication/contract/authenticator.ts';
import {
  auditEvent,
  type AuditEvent,
  type BodyIdentity,
  plainStatus,
  type ResponseStatus,
  statusOf,
} from './audit-event.ts';
import {
  type AuditDecision,
  type AuditedRequest,
  type AuditLevel,
  auditLevels,
  type AuditRules,
  type AuditStage,
} from './audit-policy.ts';
import type { AuditSink } from './audit-sink.ts';
import { identityOf, type ReadObject, withoutManagedFields } from './body-object.ts';

/** Largest body of an answer that is recorded, in bytes; a larger one is left out and the event says so. */
const longestAnswer = 3 * 1024 * 1024;
const unauthorized = 401;
/** Bytes from the start of an answer in which a Status says what it is, in every form. */
const statusStart = 64;
/** Requests that took longer, in milliseconds, say how long. */
const slow = 500;

export interface AuditorOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly rules: AuditRules;
  readonly sink: AuditSink;
  readonly metrics: Metrics;
  readonly readObject: ReadObject;
}

/** Who asks for what; read once, when the caller is known or refused. */
export interface RequestFacts {
  readonly auditId: string;
  /** Path and query as sent. */
  readonly uri: string;
  readonly request: AuditedRequest;
  readonly sourceIps: readonly string[];
  readonly userAgent: string;
  readonly longRunning: boolean;
  /** Wall clock and monotonic, in milliseconds. */
  readonly received: number;
  readonly receivedMonotonic: number;
}

/** How a request ended. */
export interface Outcome {
  /** HTTP status; 0 when nothing was sent. */
  readonly code: number;
  /** The Status that was sent, when it was refused by one. */
  readonly failure: Status | undefined;
  /** A defect of the server: the stage is Panic. */
  readonly defect: boolean;
  /** Who the request acted as in the end. */
  readonly user: UserInfo | undefined;
}

export interface Auditor {
  /** A record for a request that arrives. */
  begin(): AuditRecord;
}

export function makeAuditor(options: AuditorOptions): Auditor {
  const { vendor, metrics } = options;
  const levels = metrics.counter({
    name: 'apiserver_audit_level_total',
    help: 'Requests by the level that the audit policy gives them.',
    labels: ['level'],
    stability: 'ALPHA',
  });
  const tools: Tools = {
    ...options,
    apiVersion: vendor.fill('audit.{api}/v1'),
    truncated: vendor.fill('audit.{api}/truncated'),
    latency: vendor.fill('apiserver.latency.{api}/total'),
    events: metrics.counter({
      name: 'apiserver_audit_event_total',
      help: 'Audit events generated.',
      stability: 'ALPHA',
    }),
    rejected: metrics.counter({
      name: 'apiserver_audit_requests_rejected_total',
      help: 'Requests refused because their audit event was lost.',
      stability: 'ALPHA',
    }),
    countLevel: (level) => levels.increment({ level }),
  };
  return { begin: () => new AuditRecord(tools) };
}

interface Tools extends AuditorOptions {
  readonly apiVersion: string;
  readonly truncated: string;
  readonly latency: string;
  readonly events: { increment(): void };
  readonly rejected: { increment(): void };
  countLevel(level: AuditLevel): void;
}

/** One request on its way. Its methods are called in their order here, each at most once but for `annotate`. */
export class AuditRecord {
  readonly #tools: Tools;
  #facts: RequestFacts | undefined;
  #decision: AuditDecision | undefined;
  #caller: UserInfo | undefined;
  #annotations: Map<string, string> | undefined;
  #identity: BodyIdentity = {};
  /** What the client sent. */
  #sent: unknown;
  #answer: { parts: Buffer[]; bytes: number; readonly contentType: string } | undefined;
  #started = false;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /**
   * Adds to the annotations of later events, unless the request is recorded at a lower level than `level`. The first value of a key
   * stays.
   */
  annotate(key: string, value: string, level: AuditLevel = 'Metadata'): void {
    if (this.#decision !== undefined && auditLevels.indexOf(this.#decision.level) < auditLevels.indexOf(level)) return;
    this.#annotations ??= new Map();
    if (!this.#annotations.has(key)) this.#annotations.set(key, value);
  }

  /** The caller is known. Throws 500 when the event is lost and the sink is strict. */
  async received(facts: RequestFacts, caller: UserInfo | undefined): Promise<void> {
    this.#decide(facts, caller);
    if (!(await this.#emit('RequestReceived', undefined, undefined)) && this.#tools.sink.strict) {
      this.#tools.rejected.increment();
      throw internalError(new Error('the audit log does not take the request'));
    }
  }

  /** The object that the client sent could be read. `whole` is called now, if the policy wants it. */
  sentObject(metadata: object | undefined, whole: () => unknown): void {
    if (this.#decision === undefined || this.#decision.level === 'None') return;
    this.#identity = identityOf({ metadata });
    if (this.#wantsBodies()) this.#sent = whole();
  }

  /** The client sent a patch, and what it asks for beside is valid. */
  sentPatch(bytes: Buffer, contentType: string | undefined): void {
    if (this.#wantsBodies()) this.#sent = this.#tools.readObject(bytes, contentType);
  }

  #wantsBodies(): boolean {
    return this.#decision?.level === 'Request' || this.#decision?.level === 'RequestResponse';
  }

  /**
   * The same parts, kept as they pass where the policy wants the answer's object. A Status is kept at every level: the event says what
   * is in it.
   */
  answerBody(parts: Iterable<Buffer>, contentType: string): Iterable<Buffer> {
    const level = this.#decision?.level ?? 'None';
    if (level === 'None' || this.#facts?.request.kind !== 'resource') return parts;
    const kept: Buffer[] = [];
    const answer = { parts: kept, bytes: 0, contentType };
    let wanted: boolean | undefined = level === 'RequestResponse' ? true : undefined;
    const keep = (part: Buffer): Buffer => {
      wanted ??= part.subarray(0, statusStart).includes('Status');
      if (!wanted) return part;
      this.#answer = answer;
      answer.bytes += part.length;
      if (answer.bytes <= longestAnswer) kept.push(part);
      else kept.length = 0;
      return part;
    };
    return Array.isArray(parts) ? (parts as readonly Buffer[]).map(keep) : passing(parts, keep);
  }

  /** A stream begins: the head of the answer is about to leave. */
  async streaming(code: number, actingAs: UserInfo | undefined): Promise<void> {
    this.#started = true;
    await this.#emit('ResponseStarted', plainStatus(code), this.#impersonated(actingAs));
  }

  /** Nothing more will be sent. `facts` are asked for when the caller never became known. */
  async complete(outcome: Outcome, facts: () => RequestFacts): Promise<void> {
    const isUnknown = this.#decision === undefined;
    if (isUnknown) this.#decide(facts(), undefined);
    const { code, failure, defect } = outcome;
    const known = this.#facts;
    if (known === undefined || this.#decision?.level === 'None') return;
    const took = this.#tools.clock.monotonic() - known.receivedMonotonic;
    if (took > slow && !known.longRunning) this.annotate(this.#tools.latency, formatGoDuration(Math.round(took)));
    const answered = failure ?? this.#answerObject();
    const status = isStatus(answered) ? statusOf(answered, code) : plainStatus(code);
    // Of a caller who is refused before anything is known of them there is one event, by which policies know it.
    const stage = isUnknown && code === unauthorized ? 'ResponseStarted' : 'ResponseComplete';
    const impersonated = this.#impersonated(outcome.user);
    if (known.longRunning && !this.#started && !isUnknown)
      await this.#emit('ResponseStarted', status, impersonated, answered);
    await this.#emit(defect ? 'Panic' : stage, status, impersonated, answered);
  }

  #decide(facts: RequestFacts, caller: UserInfo | undefined): void {
    this.#decision = this.#tools.rules(facts.request, caller);
    this.#tools.countLevel(this.#decision.level);
    this.#facts = facts;
    this.#caller = caller;
  }

  #impersonated(actingAs: UserInfo | undefined): UserInfo | undefined {
    return actingAs === this.#caller ? undefined : actingAs;
  }

  /** True also for what is not to be recorded. */
  async #emit(
    stage: AuditStage,
    status: ResponseStatus | undefined,
    impersonated: UserInfo | undefined,
    answered?: unknown,
  ): Promise<boolean> {
    const [facts, decision] = [this.#facts, this.#decision];
    if (facts === undefined || decision === undefined || decision.level === 'None' || decision.omitStages.has(stage)) {
      return true;
    }
    this.#tools.events.increment();
    return this.#tools.sink.record(this.#event(stage, facts, decision, status, impersonated, answered));
  }

  #event(
    stage: AuditStage,
    facts: RequestFacts,
    decision: AuditDecision,
    status: ResponseStatus | undefined,
    impersonated: UserInfo | undefined,
    answered: unknown,
  ): AuditEvent {
    const { clock, apiVersion } = this.#tools;
    const { level } = decision;
    const shown = (object: unknown): unknown => (decision.omitManagedFields ? withoutManagedFields(object) : object);
    return auditEvent({
      ...facts,
      apiVersion,
      level,
      stage,
      user: this.#caller,
      impersonated,
      identity: this.#identity,
      status,
      requestObject: this.#wantsBodies() ? shown(this.#sent) : undefined,
      responseObject: level === 'RequestResponse' ? shown(answered) : undefined,
      now: facts.received + (clock.monotonic() - facts.receivedMonotonic),
      annotations: this.#annotations,
    });
  }

  #answerObject(): unknown {
    const answer = this.#answer;
    if (answer === undefined || answer.bytes === 0) return undefined;
    if (answer.bytes > longestAnswer) {
      this.annotate(this.#tools.truncated, 'true');
      return undefined;
    }
    return this.#tools.readObject(Buffer.concat(answer.parts, answer.bytes), answer.contentType);
  }
}

function isStatus(answered: unknown): answered is Status {
  return typeof answered === 'object' && answered !== null && 'kind' in answered && answered.kind === 'Status';
}

function* passing(parts: Iterable<Buffer>, keep: (part: Buffer) => Buffer): Generator<Buffer> {
  for (const part of parts) yield keep(part);
}
