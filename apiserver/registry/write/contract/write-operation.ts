// One write as data for the pipeline (`write-object.ts`). Each verb, patch type and sub-resource creates such a
// record; the steps and their order are the same for all.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { CarriedField, Operation } from '../../../admission/contract/admission.ts';
import type { Entry } from '../../../storage/contract/store.ts';
import type { DeleteOptions } from '../../context/delete-options.ts';
import type { BodyShape, DecodedObject } from '../../context/decoded-object.ts';
import type { RegistryDependencies } from '../../context/registry-dependencies.ts';
import type { FieldWriter } from '../../contract/field-ownership.ts';
import type { Resource } from '../../contract/resource.ts';
import type { AdmittedForm } from '../../contract/update-strategy.ts';
import type { ResourceRequest } from '../../contract/resource-handler.ts';

/** The stored object that a write starts from. Decoded once for each attempt; no step changes it. */
export interface LiveObject {
  readonly entry: Entry;
  /** In the version of the request, with its resourceVersion. */
  readonly object: ApiObject;
}

export interface WriteOperation {
  readonly request: ResourceRequest;
  readonly resource: Resource;
  readonly namespace: string;
  /** '' where the object says its own name: POST to a collection. */
  readonly name: string;
  readonly dryRun: boolean;
  /** The options of a removal, for admission. Other writes have their options in the query. */
  readonly deleteOptions?: DeleteOptions;
  /**
   * True: the request was admitted as what the client sent (a binding, an eviction), and admission is not shown what the
   * service makes of it.
   */
  readonly admitted?: true;
  /** What the object is, where it is not stored: a token request, a review, a binding. Absent: an object of the resource. */
  readonly unstored?: BodyShape;
  /** Who owns the fields that are set; absent: a change that the service makes by itself, which no manager owns. */
  readonly writer?: Pick<FieldWriter, 'manager' | 'operation'>;
  /** What is done where there is no such object. Absent: 404. */
  readonly create?: WriteBranch<undefined>;
  /** What is done with the object that there is. Absent: nothing is read before the commit, and a taken name is 409. */
  readonly change?: WriteBranch<LiveObject>;
  /** Whether the client may have named the version that it changes: then the write waits for no other. */
  readonly named: boolean;
}

/** What is done to an object that there is, or that there is not. */
export interface WriteBranch<Live extends LiveObject | undefined> {
  readonly steps: WriteSteps<Live>;
  /**
   * The object as the client wants it; called once for each attempt. The result shares nothing with `live` that a later step
   * changes: it is decoded again, or a copy. Other writes of the object wait meanwhile, so it must not wait for the client.
   */
  propose(live: Live): DecodedObject | Promise<DecodedObject>;
}

/** A write between its steps. */
export interface Draft<Live extends LiveObject | undefined = LiveObject | undefined> {
  readonly parts: RegistryDependencies;
  readonly operation: WriteOperation;
  readonly live: Live;
  object: ApiObject;
  /** Required fields that the client left out. */
  readonly missingFields: readonly string[];
  /** The way to lists that the client gave empty and that are stored like none. */
  readonly emptyLists: readonly (readonly (string | number)[])[];
  /** The way to lists and maps of the content that the client gave empty; defaults may have filled them. */
  readonly emptyContent: readonly (readonly (string | number)[])[];
  /** Whether the client gave a field of a feature that is switched off. */
  disabledContent: boolean;
  /** Further work on it is done in steps, see `context/large-work.ts`. */
  readonly large: boolean;
  /** The entries of `managedFields` before mutating admission. */
  owned: ApiObject['metadata']['managedFields'];
  /** Of a change: metadata that the client left out. Absent: none. */
  carriedOver?: readonly CarriedField[];
  /** The version that the client named for an object that is to be made; 0: none. */
  namedVersion: number;
  /** The uid of another object, which a patch has put in place of this one's: refused with the other faults. Default none. */
  foreignUid?: string;
}

/** What differs between making an object, changing a part of it and removing it. Each function may change the draft's object. */
export interface WriteSteps<Live extends LiveObject | undefined> {
  /** As admission plug-ins see the write. Those of a DELETE see the stored object only. */
  readonly admission: Exclude<Operation, 'CONNECT'>;
  /** '' for the object's own endpoint. */
  readonly subresource: string;
  /** Absent: admission is shown the object itself. */
  readonly admitted?: AdmittedForm;
  /** Throws where the proposal is of another object, or of another version. */
  check(draft: Draft<Live>): void;
  /**
   * Metadata that only the service writes. Absent where the client sent no object (a removal): then there is nothing to
   * default, to own, to allocate and to validate.
   */
  complete?(draft: Draft<Live>): void;
  /** The same once more after mutating admission. Absent: admission is trusted. */
  restore?(draft: Draft<Live>): void;
  /** What the endpoint and the kind's strategy make of it; repeated for each name that is generated. */
  prepare(draft: Draft<Live>): void;
  validate(draft: Draft<Live>): readonly FieldError[];
  /** Whether nothing is left of the object. */
  isGone(draft: Draft<Live>): boolean;
  /** Warnings for the client after a successful write. */
  warnings(draft: Draft<Live>): readonly string[];
}
