// Which seccomp profile a container runs under (requirements SECC): from the security contexts of pod and container to the
// profile for the runtime. Pure; `profile-file.ts` checks whether the file of a `Localhost` profile can be used.

import type { Vendor } from '../../shared/vendor/vendor.ts';

/** `securityContext.seccompProfile`. */
export interface SeccompField {
  readonly type?: string;
  readonly localhostProfile?: string;
}

/** What counts of a pod. */
export interface SeccompPod {
  readonly annotations: Readonly<Record<string, string>>;
  /** Of the pod's own security context. */
  readonly profile: SeccompField | undefined;
}

/** A container of any sort: initial and ephemeral ones inherit alike. */
export interface SeccompContainer {
  readonly name: string;
  readonly profile: SeccompField | undefined;
}

export type SeccompProfile =
  | { readonly type: 'RuntimeDefault' }
  | { readonly type: 'Unconfined' }
  /** The name of a file below the folder of profiles, as it was written. */
  | { readonly type: 'Localhost'; readonly name: string };

/** The container cannot be created; the message says what to change. */
export class SeccompRefused extends Error {
  override readonly name = 'SeccompRefused';
}

/**
 * The container's field wins over the pod's; without either it is `RuntimeDefault` where `byDefault` says so (setting
 * `seccompDefault`), and `Unconfined` otherwise. Throws SeccompRefused for a field that says no profile, and where an annotation
 * that has no effect any more is all that asks for one: the container would run unconfined.
 */
export function seccompProfileOf(
  pod: SeccompPod,
  container: SeccompContainer,
  vendor: Vendor,
  byDefault: boolean,
): SeccompProfile {
  const field = container.profile ?? pod.profile;
  if (field === undefined) {
    refuseAnnotations(pod, container, vendor);
    return { type: byDefault ? 'RuntimeDefault' : 'Unconfined' };
  }
  const { type, localhostProfile = '' } = field;
  if (type === 'RuntimeDefault' || type === 'Unconfined') return { type };
  if (type !== 'Localhost') {
    throw new SeccompRefused(`seccompProfile type "${type ?? ''}" is none of RuntimeDefault, Unconfined, Localhost`);
  }
  if (localhostProfile !== '') return { type, name: localhostProfile };
  throw new SeccompRefused('localhostProfile must be set if seccompProfile type is Localhost');
}

function refuseAnnotations({ annotations }: SeccompPod, { name }: SeccompContainer, vendor: Vendor): void {
  const keys = [
    vendor.fill('container.seccomp.security.alpha.{label}/') + name,
    vendor.fill('seccomp.security.alpha.{label}/pod'),
  ];
  for (const key of keys) {
    if (Object.hasOwn(annotations, key)) {
      throw new SeccompRefused(`annotation ${key} has no effect: set securityContext.seccompProfile instead`);
    }
  }
}
