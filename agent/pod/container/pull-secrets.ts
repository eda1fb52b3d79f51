// Credentials of registries, from the pull secrets of a pod. Pure, except for reading the secrets.

import type { RegistryCredentials } from '../../cri/pod-runtime.ts';
import type { NamedData, ReadObject } from '../environment/objects.ts';
import type { Pod } from '../object/pod.ts';

interface Entry {
  readonly username?: string;
  readonly password?: string;
  readonly auth?: string;
  readonly identitytoken?: string;
  readonly registrytoken?: string;
}

/**
 * Credentials that match the image, longest path first. Missing or unreadable secrets are skipped, because the image may be public;
 * `missing` gets their names.
 */
export async function credentialsFor(
  image: string,
  pod: Pod,
  read: ReadObject,
  signal: AbortSignal,
  missing: (names: readonly string[]) => void = () => undefined,
): Promise<readonly RegistryCredentials[]> {
  const absent: string[] = [];
  const found: { readonly place: string; readonly credentials: RegistryCredentials }[] = [];
  for (const { name = '' } of pod.spec?.imagePullSecrets ?? []) {
    const secret = await read('Secret', pod.metadata.namespace ?? 'default', name, signal).catch(() => undefined);
    if (secret === undefined) absent.push(name);
    for (const [server, entry] of secret === undefined ? [] : entriesOf(secret)) {
      if (fits(image, server)) found.push({ place: placeOf(server), credentials: credentialsOf(server, entry) });
    }
  }
  if (absent.length > 0) missing(absent);
  return found.toSorted((one, other) => other.place.length - one.place.length).map(({ credentials }) => credentials);
}

function entriesOf({ values }: NamedData): [string, Entry][] {
  try {
    const modern = values.get('.dockerconfigjson');
    const text = modern ?? values.get('.dockercfg');
    if (text === undefined) return [];
    const parsed = JSON.parse(text.toString('utf8')) as { readonly auths?: Record<string, Entry> } & Record<
      string,
      Entry
    >;
    return Object.entries((modern === undefined ? parsed : parsed.auths) ?? {});
  } catch {
    return [];
  }
}

/** Host and path of a registry that is written as a URL, or without a scheme. */
function placeOf(server: string): string {
  return server.replace(/^https?:\/\//, '').replace(/\/+$/, '');
}

/** A registry may be written as a URL, with a path, and with `*` for a part of the host. */
function fits(image: string, server: string): boolean {
  const [host = '', ...path] = placeOf(server).split('/');
  const [first = '', ...rest] = image.split('/');
  const hasRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const [imageHost, imagePath] = hasRegistry ? [first, rest] : ['index.docker.io', image.split('/')];
  const canonical = host === 'docker.io' ? 'index.docker.io' : host;
  const own = imageHost === 'docker.io' ? 'index.docker.io' : imageHost;
  const wanted = canonical.split('.');
  const given = own.split('.');
  const sameHost = wanted.length === given.length && wanted.every((part, at) => part === '*' || part === given[at]);
  const steps = path[0] === 'v1' || path[0] === 'v2' ? path.slice(1) : path;
  return sameHost && steps.every((step, at) => imagePath[at]?.replace(/[:@].*/, '') === step);
}

function credentialsOf(server: string, entry: Entry): RegistryCredentials {
  const [username = '', ...password] = Buffer.from(entry.auth ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return {
    serverAddress: server,
    username: entry.username ?? username,
    password: entry.password ?? password.join(':'),
    ...(entry.identitytoken === undefined ? {} : { identityToken: entry.identitytoken }),
    ...(entry.registrytoken === undefined ? {} : { registryToken: entry.registrytoken }),
  };
}
