// Which secrets the pods of a service account may use, where the account says that it lists them all. Pure.

import type { ApiObject } from '../../../shared/object/api-object.ts';

interface Named {
  readonly name?: string;
}

/** What lists the secrets of its pods. */
export interface SecretLists extends ApiObject {
  readonly secrets?: readonly Named[];
  readonly imagePullSecrets?: readonly Named[];
}

interface ReadingContainer extends Named {
  readonly env?: readonly { readonly name?: string; readonly valueFrom?: { readonly secretKeyRef?: Named } }[];
  readonly envFrom?: readonly { readonly secretRef?: Named }[];
}

interface ReadingSpec {
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
  readonly imagePullSecrets?: readonly Named[];
  readonly containers?: readonly ReadingContainer[];
  readonly initContainers?: readonly ReadingContainer[];
  readonly ephemeralContainers?: readonly ReadingContainer[];
}

const yes: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);

/** Whether pods may use the listed secrets only. `annotation`: with which an account says so. */
export function listsSecrets({ metadata }: ApiObject, annotation: string): boolean {
  const { annotations = {} } = metadata;
  return Object.hasOwn(annotations, annotation) && yes.has(annotations[annotation] ?? '');
}

/** Why a new pod may not run as the account; undefined: it may. */
export function unlistedSecret(account: SecretLists, spec: ReadingSpec): string | undefined {
  const listed = namesOf(account.secrets);
  const because = `is not allowed because service account ${account.metadata.name ?? ''} does not reference that`;
  for (const volume of spec.volumes ?? []) {
    const secret = volume['secret'] as { readonly secretName?: string } | undefined;
    const name = secret?.secretName ?? '';
    if (secret !== undefined && !listed.has(name)) return `volume with secret.secretName="${name}" ${because} secret`;
  }
  const unlisted =
    unlistedOf('init container', spec.initContainers, account) ?? unlistedOf('container', spec.containers, account);
  if (unlisted !== undefined) return unlisted;
  const pulling = namesOf(account.imagePullSecrets);
  const index = (spec.imagePullSecrets ?? []).findIndex(({ name = '' }) => !pulling.has(name));
  const { name = '' } = spec.imagePullSecrets?.[index] ?? {};
  return index < 0 ? undefined : `imagePullSecrets[${index}].name="${name}" ${because} imagePullSecret`;
}

/** Why containers may not be added to a pod of the account for debugging. */
export function unlistedSecretOfEphemeral(account: SecretLists, spec: ReadingSpec): string | undefined {
  return unlistedOf('ephemeral container', spec.ephemeralContainers, account);
}

function unlistedOf(
  what: string,
  containers: readonly ReadingContainer[] = [],
  account: SecretLists,
): string | undefined {
  const listed = namesOf(account.secrets);
  for (const { name: container = '', env = [], envFrom = [] } of containers) {
    const used = [
      ...env.map(({ name = '', valueFrom }) => ({ how: `envVar ${name}`, secret: valueFrom?.secretKeyRef })),
      ...envFrom.map(({ secretRef }) => ({ how: 'envFrom', secret: secretRef })),
    ];
    for (const { how, secret } of used) {
      const name = secret?.name ?? '';
      if (secret !== undefined && !listed.has(name)) {
        return `${what} ${container} with ${how} referencing secret.secretName="${name}" is not allowed because service account ${account.metadata.name ?? ''} does not reference that secret`;
      }
    }
  }
  return undefined;
}

function namesOf(list: readonly Named[] = []): ReadonlySet<string> {
  return new Set(list.map(({ name = '' }) => name));
}
