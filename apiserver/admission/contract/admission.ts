// The contract of an admission plug-in: it sees a write after authorization and before the store. The mutating phase
// runs first and may change the object, the validating phase then only accepts or refuses (ADM-006, ADM-009).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** The level from which on an audit event has an annotation. */
export type AnnotationLevel = 'Metadata' | 'Request' | 'RequestResponse';

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  /** Plural name. */
  readonly resource: string;
}

/** Options of a write. What the client left out is absent. Their `apiVersion` is that of the meta group, v1. */
export type OperationOptions = WriteOperationOptions | DeleteOperationOptions;

/** A PATCH has the options of what it does: an update, or a create. */
export interface WriteOperationOptions {
  readonly kind: 'CreateOptions' | 'UpdateOptions';
  readonly dryRun?: readonly ['All'];
  readonly fieldManager?: string;
  readonly fieldValidation?: string;
}

export interface DeleteOperationOptions {
  readonly kind: 'DeleteOptions';
  readonly dryRun?: readonly ['All'];
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
}

/** Metadata that a client may leave out when it changes an object. */
export type CarriedField = 'uid' | 'creationTimestamp' | 'generation' | 'resourceVersion';

/** The quota usage that has to be stored with an object, in the same commit. */
export interface Charge {
  /**
   * The quotas as they are now, and with what is used of them after the write. `paid`: uids of those that show it already, which
   * are left out. Throws StatusError where one is exceeded.
   */
  quotas(paid?: ReadonlySet<string>): readonly { readonly stored: ApiObject; readonly changed: ApiObject }[];
  /** Resolves once `quotas` sees all that was acknowledged before the call. */
  refresh(signal: AbortSignal): Promise<void>;
}

/**
 * One write on its way. Only `object`, `namespaceVersion` and `reinvocation` may be changed, and only in the mutating phase;
 * `charge` only in the validating one.
 */
export interface AdmissionAttributes {
  readonly operation: Operation;
  readonly user: UserInfo;
  /** The resource of the path, as this callee sees it: a hook may have asked for another version of it. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** '' when none. */
  readonly subresource: string;
  /** The kind of `object`. Sub-resources such as `scale` and `token` have their own. */
  readonly kind: GroupVersionKind;
  /** The resource and kind of the request itself, whichever version a callee sees. */
  readonly requestResource: GroupVersionResource;
  readonly requestKind: GroupVersionKind;
  /** '' for cluster-scoped kinds. */
  readonly namespace: string;
  /** '' while a generated name is still to come. */
  readonly name: string;
  /** The name in the path of the request; '' for a POST, whose path is that of the collection. */
  readonly requestName: string;
  /** What the client sent, of `kind`; undefined for DELETE. Of CONNECT the parameters of the connection, with empty metadata. */
  object: ApiObject | undefined;
  /** The object that there is, of `kind`; undefined for CREATE and CONNECT. */
  readonly oldObject: ApiObject | undefined;
  /** Of a change: metadata that the client left out and the service took over from the stored object. Absent: none. */
  readonly carriedOver?: readonly CarriedField[];
  readonly dryRun: boolean;
  /** Undefined for CONNECT. */
  options(): OperationOptions | undefined;
  /** On CREATE, the version of the namespace that was found to take new objects: what is made is stored only while it has it. */
  namespaceVersion?: string | undefined;
  /** Of a write that is stored: what it uses. Undefined: nothing that is limited. */
  charge?: Charge | undefined;
  /** What the mutating phase keeps between its two rounds; undefined until a hook was called. */
  reinvocation?: Reinvocation | undefined;
  /** Adds a Warning header to the response. */
  warn(text: string): void;
  /**
   * Adds an annotation to the audit event of the request, where its level is `level` (default Metadata) or higher. `key`:
   * `<plug-in>/<name>`, a qualified name. Returns why it was not added: a malformed key, or one that has another value already;
   * undefined when it was.
   */
  addAnnotation(key: string, value: string, level?: AnnotationLevel): string | undefined;
}

/** The state of one write's mutating phase, which has a second round when a hook changed the object (ADM-008). */
export interface Reinvocation {
  /** 1 while the plug-ins run again. */
  round: 0 | 1;
  /** Set by a hook that changed the object: the phase runs once more. */
  requested: boolean;
  /** What each plug-in remembers of its first round, by its name. */
  readonly byPlugin: Map<string, unknown>;
}

/** Whether the request is over. A plug-in that waits passes the signal on. */
export interface Abortable {
  readonly signal: AbortSignal;
  /**
   * Whether the time of the request is over. For work that does not wait: while it runs, no timer can abort the signal. Absent: it has no
   * limit.
   */
  readonly overdue?: boolean;
}

export interface AdmissionPlugin {
  /** As `--enable-admission-plugins` spells it. */
  readonly name: string;
  /** Changes whenever answers of `handles` may have changed. Absent: they never do. */
  readonly revision?: number;
  /** False: neither phase is called for this operation and resource. */
  handles(operation: Operation, group: string, resource: string, subresource: string, version: string): boolean;
  /** Throws StatusError to refuse. Runs again, once per write, when a hook changed the object after it. */
  mutate?(attributes: AdmissionAttributes, request: Abortable): Admitted;
  /** Throws StatusError to refuse. Must not change the object. */
  validate?(attributes: AdmissionAttributes, request: Abortable): Admitted;
}

/** Undefined: there was nothing to wait for. */
export type Admitted = Promise<void> | undefined;

/** The whole chain, as the verbs call it. */
export interface Admission {
  mutate(attributes: AdmissionAttributes, request: Abortable): Admitted;
  validate(attributes: AdmissionAttributes, request: Abortable): Admitted;
}
