// The flags of the stand-in for etcd. Flags of etcd without effect on a stand-in are accepted, with one warning that names
// them. Flags for features that only etcd has are refused.

import { resolve } from 'node:path';
import { type Flag, listFlag, switchFlag, valueFlag } from '../shared/process/command-line/flag.ts';

const instead = 'this is the stand-in of `orchkit envtest`; name a real etcd in TEST_ASSET_ETCD';

/** Hidden, because help lists only flags with an effect. */
function inert(): Flag<string | undefined> {
  return { meaning: 'no effect', value: 'TEXT', initial: undefined, hidden: true, read: (text) => text };
}

function refused(what: string): Flag<undefined> {
  return {
    meaning: `refused: ${what}`,
    value: 'TEXT',
    initial: undefined,
    hidden: true,
    read: () => {
      throw new Error(`${what} is not possible: ${instead}`);
    },
  };
}

function only(allowed: string, what: string): Flag<string | undefined> {
  return {
    ...refused(what),
    read: (text) => {
      if (text === allowed) return text;
      throw new Error(`${what} is not possible: ${instead}`);
    },
  };
}

const clientAddress = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' && url.hostname !== '' ? url : undefined;
};

const inertNames = [
  'name',
  'advertise-client-urls',
  'listen-peer-urls',
  'initial-advertise-peer-urls',
  'initial-cluster-token',
  'log-level',
  'log-outputs',
  'logger',
  'log-format',
  'logger-level',
  'snapshot-count',
  'heartbeat-interval',
  'election-timeout',
  'max-snapshots',
  'max-wals',
  'quota-backend-bytes',
  'max-txn-ops',
  'max-request-bytes',
  'max-concurrent-streams',
  'auto-compaction-mode',
  'auto-compaction-retention',
  'backend-batch-interval',
  'backend-batch-limit',
  'backend-bbolt-freelist-type',
  'pre-vote',
  'strict-reconfig-check',
  'metrics',
  'socket-reuse-port',
  'socket-reuse-address',
] as const;

export const inertStandInFlags = Object.fromEntries(inertNames.map((name) => [name, inert()])) as {
  readonly [Name in (typeof inertNames)[number]]: Flag<string | undefined>;
};

const access = 'protected access to the stored objects';
const members = 'a store of several members';

const refusedFlags = {
  'config-file': refused('a configuration file'),
  'client-cert-auth': only('false', access),
  'trusted-ca-file': refused(access),
  'cert-file': refused(access),
  'key-file': refused(access),
  'client-crl-file': refused(access),
  'auto-tls': only('false', access),
  'peer-client-cert-auth': only('false', members),
  'peer-trusted-ca-file': refused(members),
  'peer-cert-file': refused(members),
  'peer-key-file': refused(members),
  'peer-auto-tls': only('false', members),
  'initial-cluster': refused(members),
  'initial-cluster-state': only('new', members),
  discovery: refused(members),
  'discovery-srv': refused(members),
  'discovery-endpoints': refused(members),
  'force-new-cluster': only('false', 'repair of a store'),
  'wal-dir': refused('a folder of its own for the log'),
  'listen-metrics-urls': refused('metrics of etcd'),
  'listen-client-http-urls': refused('a second address for clients'),
  'enable-pprof': only('false', 'profiles of etcd'),
  'enable-v2': only('false', 'the second version of its API'),
};

export const standInFlags = {
  'data-dir': valueFlag('folder in which the API server keeps the objects', (text) => resolve(text), {
    value: 'FOLDER',
    what: 'a folder',
    default: resolve('default.etcd'),
  }),
  'listen-client-urls': listFlag('http addresses to listen on; the path /health answers there', {
    parse: clientAddress,
    what: `an http address: ${instead}`,
    value: 'URL',
    default: [new URL('http://localhost:2379')],
  }),
  'unsafe-no-fsync': switchFlag('acknowledge writes before they are on the disk: a power failure may lose them'),
  ...refusedFlags,
  ...inertStandInFlags,
};

/** One line that names the given flags without effect, except those of every test environment; undefined: there are none. */
export function inertWarning(given: ReadonlySet<string>): string | undefined {
  const usual = new Set(['advertise-client-urls', 'listen-peer-urls']);
  const names = inertNames.filter((name) => given.has(name) && !usual.has(name));
  return names.length === 0
    ? undefined
    : `without effect on a stand-in for etcd: ${names.map((name) => `--${name}`).join(', ')}`;
}
