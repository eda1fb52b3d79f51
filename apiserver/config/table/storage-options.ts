// The options of where objects and keys are kept.

import { switchFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { KeySpace } from '../../storage/etcd/key-space.ts';
import { parseServerAddress } from '../../storage/etcd/server-address.ts';
import { checkedFlag, checkedListFlag, pathFlag } from '../flag/value-flags.ts';
import { flagOption, keyPairOption, option, pemOption, switchOption } from '../option/option-entry.ts';
import type { EncryptionOptions, EtcdOptions } from '../option/options.ts';
import { content, flag as trueOrFalse, list, shape, text } from '../option/value-form.ts';

const heading = { group: 'Storage' };

/** In place of a data folder: nothing is written to a disk. A folder of this name is `./memory`. */
export const inMemory = 'memory';

const dataDir = {
  'data-dir': pathFlag('folder of objects (without etcd), keys and certificates; `memory`, the default: no files', {
    value: 'FOLDER',
  }),
};

export const etcdServers = {
  'etcd-servers': checkedListFlag(
    'http or https addresses of etcd, where objects go; an embedded store when not given',
    parseServerAddress,
    { ...heading, value: 'URL' },
  ),
};
const prefix = flagOption(
  content,
  'etcd-prefix',
  checkedFlag('prefix of all keys in etcd', (given) => void new KeySpace(given), {
    ...heading,
    value: 'PREFIX',
    default: '/registry',
  }),
);
const ca = pemOption('etcd-cafile', 'PEM of the authority of etcd', heading);
const client = keyPairOption(
  ['etcd-certfile', 'PEM of the client certificate for etcd'],
  ['etcd-keyfile', 'PEM of its key'],
  heading,
);

const encryption = {
  'encryption-provider-config': pathFlag('configuration of the encryption of stored objects', {
    ...heading,
    value: 'FILE',
  }),
  'encryption-provider-config-automatic-reload': switchFlag(
    'look at this file each minute, and use what has changed',
    heading,
  ),
};

export const storageOptions = {
  dataDir: option(text, dataDir, {
    read: (flags) => (flags['data-dir'] === inMemory ? undefined : flags['data-dir']),
  }),
  unsafeNoFsync: switchOption(
    'unsafe-no-fsync',
    'acknowledge writes before they are on the disk: a power failure may lose the last ones; for tests',
    heading,
  ),
  kubeconfigPath: flagOption(
    text,
    'kubeconfig-out',
    pathFlag('where the connection file of an administrator is written (mode 0600)', { value: 'FILE' }),
  ),
  etcd: option(
    shape<EtcdOptions>({ servers: list(text), prefix: prefix.form, ca: ca.form, client: client.form }, ['servers']),
    { ...etcdServers, ...prefix.flags, ...ca.flags, ...client.flags },
    {
      check: (flags) => {
        client.check(flags);
        if (flags['etcd-servers'].length > 0) return;
        if (flags['etcd-cafile'] === undefined && flags['etcd-certfile'] === undefined) return;
        throw new UsageError('certificates for etcd are given without --etcd-servers');
      },
      read: async (flags): Promise<EtcdOptions | undefined> => {
        const servers = flags['etcd-servers'];
        if (servers.length === 0) return undefined;
        const authority = await ca.read(flags);
        const pair = await client.read(flags);
        return {
          servers,
          prefix: flags['etcd-prefix'],
          ...(authority === undefined ? {} : { ca: authority }),
          ...(pair === undefined ? {} : { client: pair }),
        };
      },
    },
  ),
  encryption: option(shape<EncryptionOptions>({ configPath: text, reload: trueOrFalse }, ['configPath']), encryption, {
    check: (flags) => {
      if (!flags['encryption-provider-config-automatic-reload'] || flags['encryption-provider-config'] !== undefined)
        return;
      throw new UsageError(
        '--encryption-provider-config-automatic-reload must be set with --encryption-provider-config',
      );
    },
    read: (flags): EncryptionOptions | undefined => {
      const configPath = flags['encryption-provider-config'];
      if (configPath === undefined) return undefined;
      return { configPath, reload: flags['encryption-provider-config-automatic-reload'] };
    },
  }),
};
