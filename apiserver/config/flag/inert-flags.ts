// Flags of other servers of this API that change nothing here: their values are checked for their form, taken, and named in
// one warning at the start. What would change something here is refused.

import type { Flag } from '../../../shared/process/command-line/flag.ts';
import { parseGoDuration } from '../../../shared/object/duration.ts';
import { apiVersion } from '../../endpoint/version.ts';

/** A flag that changes nothing. */
export interface InertFlag extends Flag<string | undefined> {
  /** Why it changes nothing. */
  readonly reason: string;
}

/** What a value must look like, and how to say so. */
interface Form {
  readonly what: string;
  fits(text: string): boolean;
}

const duration: Form = {
  what: 'a duration such as 1m30s',
  fits: (text) => (parseGoDuration(text) ?? -1) >= 0,
};
const count: Form = { what: 'a whole number', fits: (text) => /^\d{1,15}$/.test(text) };
const amount: Form = { what: 'an amount such as 64Ki', fits: (text) => /^\d{1,15}([KMG]i?)?$/.test(text) };
const truth: Form = { what: 'true or false', fits: (text) => text === 'true' || text === 'false' };
const anything: Form = { what: 'a text', fits: () => true };

function oneOf(...texts: readonly string[]): Form {
  const [only] = texts;
  const what = texts.length === 1 ? `${JSON.stringify(only)}: no other value is served` : `one of ${texts.join(', ')}`;
  return { what, fits: (text) => texts.includes(text) };
}

function inert(form: Form, reason: string): InertFlag {
  return {
    meaning: `no effect: ${reason}`,
    ...(form === truth ? { initialText: 'false' } : { value: 'TEXT' }),
    initial: undefined,
    hidden: true,
    reason,
    read: (text) => {
      if (form.fits(text)) return text;
      throw new Error(`${JSON.stringify(text)} is not ${form.what}`);
    },
  };
}

const profiles = 'profiles of the process are taken by the flags of Node.js';
const caching = 'every list and watch is answered by a cache of all objects, which grows with them';
const etcdWatch = 'etcd is watched by what each request meets';
const lines = 'lines of the log are written at once';
const logBatch = 'batches of the audit log are as long as what waits';
const truncation = 'audit events are never cut';
const emulation = 'it speaks one release';
const election = 'there is one kind of leader election';
const release = `${apiVersion.major}.${apiVersion.minor}`;

/** By name. `--help` lists none of them. */
export const inertFlags = {
  'storage-backend': inert(oneOf('etcd3'), '--etcd-servers decides where objects go'),
  'storage-media-type': inert(
    {
      what: 'a media type such as application/json',
      fits: (text) => /^application\/(json|yaml|vnd\.[a-z]+\.protobuf)$/.test(text),
    },
    'objects are stored as JSON',
  ),
  'storage-initialization-timeout': inert(duration, 'the server waits for its store as long as it takes'),
  'etcd-count-metric-poll-period': inert(duration, 'objects are counted as they come and go'),
  'etcd-db-metric-poll-interval': inert(duration, 'the size of the database is no metric here'),
  'etcd-healthcheck-timeout': inert(duration, etcdWatch),
  'etcd-readycheck-timeout': inert(duration, etcdWatch),
  'lease-reuse-duration-seconds': inert(count, 'objects that expire have leases of their own'),
  'watch-cache': inert(oneOf('true'), caching),
  'default-watch-cache-size': inert(count, caching),
  'watch-cache-sizes': inert(anything, caching),
  profiling: inert(truth, profiles),
  'contention-profiling': inert(truth, profiles),
  'enable-aggregator-routing': inert(truth, 'services are always reached at an endpoint, where one is known'),
  'aggregator-reject-forwarding-redirect': inert(oneOf('true'), 'redirects are never handed on'),
  'enable-priority-and-fairness': inert(
    truth,
    '--max-requests-inflight limits what is worked on at once, without queues',
  ),
  'enable-logs-handler': inert(oneOf('false'), 'files of the host are not served'),
  'disable-http2-serving': inert(oneOf('false'), 'HTTP/2 is always served'),
  'permit-address-sharing': inert(truth, 'the port of a server that has just ended can always be taken again'),
  'max-connection-bytes-per-sec': inert(oneOf('0'), 'connections are not slowed down'),
  'audit-log-version': inert(
    { what: 'the version v1', fits: (text) => /^audit\.[a-z0-9.]+\/v1$/.test(text) },
    'there is one',
  ),
  'audit-log-batch-buffer-size': inert(count, logBatch),
  'audit-log-batch-max-size': inert(count, logBatch),
  'audit-log-batch-max-wait': inert(duration, logBatch),
  'audit-log-batch-throttle-enable': inert(truth, logBatch),
  'audit-log-batch-throttle-qps': inert({ what: 'a number', fits: (text) => /^\d+(\.\d+)?$/.test(text) }, logBatch),
  'audit-log-batch-throttle-burst': inert(count, logBatch),
  'audit-log-truncate-max-batch-size': inert(count, truncation),
  'audit-log-truncate-max-event-size': inert(count, truncation),
  'audit-webhook-truncate-max-batch-size': inert(count, truncation),
  'audit-webhook-truncate-max-event-size': inert(count, truncation),
  'coordinated-leadership-lease-duration': inert(duration, election),
  'coordinated-leadership-renew-deadline': inert(duration, election),
  'coordinated-leadership-retry-period': inert(duration, election),
  'emulated-version': inert(
    { what: `the release ${release}: no other is served`, fits: (text) => text.replace(/^\w+=/, '') === release },
    emulation,
  ),
  'emulation-forward-compatible': inert(truth, emulation),
  'runtime-config-emulation-forward-compatible': inert(truth, emulation),
  'log-flush-frequency': inert(duration, lines),
  'log-json-info-buffer-size': inert(amount, lines),
  'log-text-info-buffer-size': inert(amount, lines),
  'log-json-split-stream': inert(oneOf('false'), lines),
  'log-text-split-stream': inert(oneOf('false'), lines),
  vmodule: inert(anything, '-v sets how much all parts log'),
} as const;

/** One line about those among the given flags that change nothing; undefined: there are none. */
export function inertWarning(given: ReadonlySet<string>): string | undefined {
  const entries = Object.entries<InertFlag>(inertFlags).filter(([name]) => given.has(name));
  if (entries.length === 0) return undefined;
  return `without effect here: ${entries.map(([name, { reason }]) => `--${name} (${reason})`).join(', ')}`;
}
