// Where a request for a pod or a service goes: an address of a pod, at the port that the request names.

import type { ApiObject } from '../../shared/object/api-object.ts';
import { badRequest, serviceUnavailable } from '../../shared/object/errors.ts';
import { StatusError } from '../../shared/object/status-error.ts';
import { allowedHost, type NamedNode, type NodeOrigin } from './address/node-target.ts';
import { readObject } from './known-objects.ts';
import type { ConnectSettings } from './settings.ts';

interface Pod extends ApiObject {
  readonly spec?: {
    readonly containers?: readonly { readonly ports?: readonly { readonly containerPort?: number }[] }[];
  };
  readonly status?: { readonly podIP?: string; readonly podIPs?: readonly { readonly ip?: string }[] };
}

/** The first port of the pod where none is named. Rejects with 404, and 400 for a pod whose address is not connected to. */
export async function podOrigin(
  settings: ConnectSettings,
  namespace: string,
  { scheme, name, port }: NamedNode,
): Promise<NodeOrigin> {
  const pod = (await readObject(settings, 'pods', namespace, name)) as Pod;
  const first = pod.spec?.containers?.flatMap(({ ports = [] }) => ports)[0]?.containerPort;
  return originAt(
    settings,
    scheme,
    addressesOf(pod)[0] ?? '',
    port === '' && first !== undefined ? String(first) : port,
  );
}

interface Service extends ApiObject {
  readonly spec?: { readonly ports?: readonly { readonly name?: string; readonly port?: number }[] };
}

interface Endpoints extends ApiObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly Address[];
    readonly ports?: readonly { readonly name?: string; readonly port?: number }[];
  }[];
}

interface Address {
  readonly ip?: string;
  readonly targetRef?: { readonly name?: string; readonly namespace?: string };
}

/**
 * An address of the service's endpoints that is one of a pod; which one is left to chance. Rejects with 404 for a service without
 * endpoints, with 503 where none of them has the port.
 */
export async function serviceOrigin(
  settings: ConnectSettings,
  namespace: string,
  { scheme, name, port }: NamedNode,
): Promise<NodeOrigin> {
  const portName = /^\d+$/.test(port) ? await portNameOf(settings, namespace, name, Number(port)) : port;
  const { subsets = [] } = (await readObject(settings, 'endpoints', namespace, name, 'services')) as Endpoints;
  for (const { addresses = [], ports = [] } of shuffled(subsets)) {
    const number = ports.find((one) => (one.name ?? '') === portName)?.port;
    if (number === undefined) continue;
    for (const address of shuffled(addresses)) {
      if (await isOfPod(settings, namespace, address))
        return originAt(settings, scheme, address.ip ?? '', String(number));
    }
  }
  throw serviceUnavailable(`no endpoints available for service ${JSON.stringify(name)}`);
}

async function portNameOf(settings: ConnectSettings, namespace: string, name: string, port: number): Promise<string> {
  const { spec } = (await readObject(settings, 'services', namespace, name)) as Service;
  const found = spec?.ports?.find((one) => one.port === port);
  if (found === undefined)
    throw serviceUnavailable(`no service port ${port} found for service ${JSON.stringify(name)}`);
  return found.name ?? '';
}

/** An address that anybody may write into an object leads only to the pod that it names. */
async function isOfPod(settings: ConnectSettings, namespace: string, { ip, targetRef }: Address): Promise<boolean> {
  if (ip === undefined || targetRef?.name === undefined || targetRef.namespace !== namespace) return false;
  try {
    return addressesOf(await readObject(settings, 'pods', namespace, targetRef.name)).includes(ip);
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return false;
    throw error;
  }
}

function addressesOf({ status = {} }: Pod): readonly string[] {
  const all = (status.podIPs ?? []).flatMap(({ ip }) => (ip === undefined ? [] : [ip]));
  return all.length > 0 || status.podIP === undefined ? all : [status.podIP];
}

function originAt({ isAllowed }: ConnectSettings, scheme: string, address: string, port: string): NodeOrigin {
  if (address === '') throw badRequest('address not allowed');
  const host = allowedHost(address, isAllowed);
  const origin = `${scheme === '' ? 'http' : scheme}://${host}`;
  return { origin: port === '' ? origin : `${origin}:${port}`, isAgent: false };
}

/** From a place left to chance on. */
function shuffled<T>(items: readonly T[]): readonly T[] {
  const from = Math.floor(Math.random() * items.length);
  return [...items.slice(from), ...items.slice(0, from)];
}
