// The contract of an admission plug-in: it sees a write after authorization and before the store. The mutating phase
// runs first and may change the object, the validating phase then only accepts or refuses (ADM-006, ADM-009).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** One write on its way. Only `object` and `namespaceVersion` may be changed, and only in the mutating phase. */
export interface AdmissionAttributes {
  readonly operation: Operation;
  readonly user: UserInfo;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  /** '' when none. */
  readonly subresource: string;
  /** '' for cluster-scoped kinds. */
  readonly namespace: string;
  /** '' while a generated name is still to come. */
  readonly name: string;
  /** The object to be stored; undefined for DELETE. */
  object: ApiObject | undefined;
  /** The stored object; undefined for CREATE. */
  readonly oldObject: ApiObject | undefined;
  readonly dryRun: boolean;
  /** On CREATE, the version of the namespace that was found to take new objects: what is made is stored only while it has it. */
  namespaceVersion?: string | undefined;
  /** Adds a Warning header to the answer. */
  warn(text: string): void;
}

/** What ends a plug-in's waiting. Its signal is asked for only by those who wait: making one costs more than most plug-ins. */
export interface Abortable {
  readonly signal: AbortSignal;
}

export interface AdmissionPlugin {
  /** As `--enable-admission-plugins` spells it. */
  readonly name: string;
  /** False: neither phase is called for this operation and resource. */
  handles(operation: Operation, group: string, resource: string, subresource: string): boolean;
  /** Throws StatusError to refuse. */
  mutate?(attributes: AdmissionAttributes, request: Abortable): Admitted;
  /** Throws StatusError to refuse. Must not change the object. */
  validate?(attributes: AdmissionAttributes, request: Abortable): Admitted;
}

/** Undefined: there was nothing to wait for, as for most writes; a promise would cost each of them more than its plug-ins. */
export type Admitted = Promise<void> | undefined;

/** The whole chain, as the verbs call it. */
export interface Admission {
  mutate(attributes: AdmissionAttributes, request: Abortable): Admitted;
  validate(attributes: AdmissionAttributes, request: Abortable): Admitted;
}
