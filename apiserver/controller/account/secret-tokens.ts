// Fills secrets of the type of service-account tokens: a token without expiration, the authority of the server, the namespace. A
// secret is deleted if its account is missing, is deleted, or is another one of the same name.

import { ApiClient, type ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop, keyOf, splitKey } from '../loop/keyed-loop.ts';
import { secrets, serviceAccounts } from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';

const name = 'serviceaccount-token-controller';

/** Signs a token that speaks for the account as long as the secret holds it. */
export type SignToken = (subject: {
  readonly namespace: string;
  readonly secret: string;
  readonly account: string;
  readonly uid: string;
}) => Promise<string>;

export interface SecretTokenOptions {
  /** The secrets of the type, in all namespaces. */
  readonly secrets: Informer<ApiObject>;
  readonly serviceAccounts: Informer<ApiObject>;
  readonly sign: SignToken;
  /** The certificates of the authority, as PEM; absent: secrets get none. */
  readonly rootCa?: string;
}

export function secretTokenType(vendor: Vendor): string {
  return vendor.fill('{label}/service-account-token');
}

/** Acts as the user who feeds the views: of all controllers only this one may write secrets. */
export function secretTokenController(environment: ControllerEnvironment, options: SecretTokenOptions): Loop {
  const { vendor, clock, log, readerTransport } = environment;
  const client = new ApiClient(readerTransport, { clock });
  const tokens = client.resource(secrets);
  const accounts = client.resource(serviceAccounts);
  const queue = new WorkQueue({
    observer: environment.observeQueue?.(name),
    clock,
    onError: (key, error) => log.warn('a secret has no token yet; trying again', { secret: key, error }),
  });
  const add = (secret: ApiObject): void => queue.add(keyOf(secret));
  options.secrets.onChange({ added: add, modified: add });
  const addOf = (account: ApiObject): void => {
    for (const secret of options.secrets.list(account.metadata.namespace)) {
      if (ownerOf(secret, vendor).name === account.metadata.name) add(secret);
    }
  };
  // Also a new one: a secret may have been made just before its account.
  options.serviceAccounts.onChange({ added: addOf, deleted: addOf });
  return keyedLoop({
    name,
    views: [options.secrets, options.serviceAccounts],
    queue,
    async work(key, signal) {
      const { namespace, name: secretName } = splitKey(key);
      const secret = options.secrets.get(namespace, secretName);
      if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) return;
      const account = await liveAccount(secret, { view: options.serviceAccounts, client: accounts, vendor, signal });
      try {
        if (account === undefined) await remove(tokens.in(namespace), secret, signal);
        else {
          const next = await filledSecret(secret, account, options, vendor);
          if (next !== undefined) await tokens.in(namespace).update(next, { signal });
        }
      } catch (error) {
        // Another writer was first: the change comes back as an event.
        if (!isConflict(error) && !isNotFound(error)) throw error;
      }
    },
  });
}

function remove(client: ResourceClient, { metadata }: ApiObject, signal: AbortSignal): Promise<unknown> {
  const { name: secretName = '', uid } = metadata;
  return client.delete(secretName, { signal, ...(uid === undefined ? {} : { preconditions: { uid } }) });
}

interface Lookup {
  readonly view: Informer<ApiObject>;
  readonly client: ResourceClient;
  readonly vendor: Vendor;
  readonly signal: AbortSignal;
}

/** The account of a secret. Read from the server before it counts as missing, because that deletes the secret. */
async function liveAccount(
  secret: ApiObject,
  { view, client, vendor, signal }: Lookup,
): Promise<ApiObject | undefined> {
  const { namespace = '' } = secret.metadata;
  const owner = ownerOf(secret, vendor);
  if (owner.name === '') return undefined;
  const isIt = (account: ApiObject | undefined): boolean =>
    account !== undefined && (owner.uid === '' || owner.uid === account.metadata.uid);
  const known = view.get(namespace, owner.name);
  if (isIt(known)) return known;
  const current = await client.in(namespace).find(owner.name, { signal });
  return isIt(current) ? current : undefined;
}

function ownerOf({ metadata }: ApiObject, vendor: Vendor): { readonly name: string; readonly uid: string } {
  const { annotations = {} } = metadata;
  return {
    name: annotations[vendor.fill('{label}/service-account.name')] ?? '',
    uid: annotations[vendor.fill('{label}/service-account.uid')] ?? '',
  };
}

/** The secret with what it lacks; undefined when it lacks nothing. A token that is there stays, an authority is renewed. */
async function filledSecret(
  secret: ApiObject,
  account: ApiObject,
  { sign, rootCa }: Pick<SecretTokenOptions, 'sign' | 'rootCa'>,
  vendor: Vendor,
): Promise<ApiObject | undefined> {
  const data = (secret['data'] ?? {}) as Readonly<Record<string, string>>;
  const { namespace = '', name: secretName = '' } = secret.metadata;
  const { name: accountName = '', uid = '' } = account.metadata;
  const authority = rootCa === undefined ? undefined : base64(rootCa);
  const missing: Record<string, string> = {};
  if (authority !== undefined && data['ca.crt'] !== authority) missing['ca.crt'] = authority;
  if ((data['namespace'] ?? '') === '') missing['namespace'] = base64(namespace);
  if ((data['token'] ?? '') === '') {
    missing['token'] = base64(await sign({ namespace, secret: secretName, account: accountName, uid }));
  }
  if (Object.keys(missing).length === 0) return undefined;
  const annotations = {
    ...secret.metadata.annotations,
    [vendor.fill('{label}/service-account.name')]: accountName,
    [vendor.fill('{label}/service-account.uid')]: uid,
  };
  return { ...secret, metadata: { ...secret.metadata, annotations }, data: { ...data, ...missing } };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
