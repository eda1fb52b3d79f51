// The versions of groups that other servers answer, as the stored APIServices say. What is read of them is kept until one changes.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Lister } from '../../shared/object/lister.ts';

export interface ServiceTarget {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** A version of a group that a service answers. */
export interface RemoteVersion {
  /** Of the APIService. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly service: ServiceTarget;
  /** PEM of whom the service's certificate must come from; undefined: an authority of the system. */
  readonly authority: string | undefined;
  /** Whether any certificate is accepted. */
  readonly insecure: boolean;
  readonly available: boolean;
  readonly groupPriority: number;
  readonly versionPriority: number;
}

export interface ApiServiceSpec {
  readonly service?: { readonly namespace?: string; readonly name?: string; readonly port?: number } | null;
  readonly group?: string;
  readonly version?: string;
  readonly insecureSkipTLSVerify?: boolean;
  /** In base64. */
  readonly caBundle?: string;
  readonly groupPriorityMinimum?: number;
  readonly versionPriority?: number;
}

export interface ApiServiceCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string | null;
}

export interface ApiService extends ApiObject {
  readonly spec?: ApiServiceSpec;
  readonly status?: { readonly conditions?: readonly ApiServiceCondition[] };
}

export const defaultServicePort = 443;

/** Undefined for a version that this server answers itself. */
export function remoteVersionOf({ metadata, spec = {}, status }: ApiService): RemoteVersion | undefined {
  const { service, caBundle = '' } = spec;
  if (service === undefined || service === null) return undefined;
  const { namespace = '', name = '', port = defaultServicePort } = service;
  return {
    name: metadata.name ?? '',
    group: spec.group ?? '',
    version: spec.version ?? '',
    service: { namespace, name, port },
    authority: caBundle === '' ? undefined : Buffer.from(caBundle, 'base64').toString('utf8'),
    insecure: spec.insecureSkipTLSVerify ?? false,
    available: (status?.conditions ?? []).some(({ type, status }) => type === 'Available' && status === 'True'),
    groupPriority: spec.groupPriorityMinimum ?? 0,
    versionPriority: spec.versionPriority ?? 0,
  };
}

export class RemoteVersions {
  readonly #lister: Pick<Lister, 'list' | 'revision'>;
  #revision: number | undefined;
  #byName: ReadonlyMap<string, RemoteVersion> = new Map();
  #version = 1;

  constructor(lister: Pick<Lister, 'list' | 'revision'>) {
    this.#lister = lister;
  }

  /** Grows with each change of an APIService. */
  get version(): number {
    this.#refresh();
    return this.#version;
  }

  all(): ReadonlyMap<string, RemoteVersion> {
    this.#refresh();
    return this.#byName;
  }

  find(group: string, version: string): RemoteVersion | undefined {
    this.#refresh();
    return this.#byName.size === 0 ? undefined : this.#byName.get(`${version}.${group}`);
  }

  #refresh(): void {
    const revision = this.#lister.revision();
    if (revision === this.#revision) return;
    this.#revision = revision;
    const found = this.#lister.list().map((object) => remoteVersionOf(object as ApiService));
    const before = this.#byName;
    this.#byName = new Map(found.flatMap((one) => (one === undefined ? [] : [[one.name, one] as const])));
    if (before.size > 0 || this.#byName.size > 0) this.#version += 1;
  }
}
