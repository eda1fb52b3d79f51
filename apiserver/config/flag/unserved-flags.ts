// Known flags of other servers that this server does not support. A command line for another server fails with the name of the
// missing feature, instead of a suggestion for a misspelt name. A flag is accepted if its value matches what this server
// does anyway.

import type { Flag } from '../../../shared/process/command-line/flag.ts';
import { inertFlags } from './inert-flags.ts';

/** A flag that is refused with any value. */
function unserved(missing: string): Flag<undefined> {
  return {
    meaning: `not served yet: ${missing}`,
    value: 'TEXT',
    initial: undefined,
    hidden: true,
    read: () => {
      throw new Error(`not served yet: ${missing}`);
    },
  };
}

/** A flag that takes the one value that holds here: a switch that cannot be turned, or a text. */
function fixed<T extends boolean | string>(only: T, reason: string): Flag<T> {
  const shown = JSON.stringify(only);
  return {
    meaning: `always ${shown}: ${reason}`,
    ...(typeof only === 'boolean' ? { initialText: shown } : { value: 'TEXT' }),
    initial: only,
    hidden: true,
    read: (text) => {
      if (text === String(only)) return only;
      throw new Error(`only ${shown} is possible: ${reason}`);
    },
  };
}

const truncation = 'not served yet: cutting large audit events';

/** The flags, by name. `--help` lists none of them. */
export const unservedFlags = {
  'egress-selector-config-file': unserved('proxies for connections of the server'),
  'tracing-config-file': unserved('traces'),
  'audit-webhook-truncate-enabled': fixed(false, truncation),
  'audit-log-truncate-enabled': fixed(false, truncation),
  'admission-control': unserved('a list of all plug-ins; --enable-admission-plugins and --disable-admission-plugins'),
  'allow-metric-labels': unserved('choosing labels of metrics'),
  'allow-metric-labels-manifest': unserved('choosing labels of metrics'),
  'disabled-metrics': unserved('switching off metrics'),
  'debug-socket-path': unserved('profiles of the process'),
  'etcd-servers-overrides': unserved('other servers for some resources'),
  'kubelet-timeout': fixed('5s', 'requests to node agents end with those that caused them'),
  'peer-advertise-ip': unserved('forwarding to servers of other versions'),
  'peer-advertise-port': unserved('forwarding to servers of other versions'),
  'peer-ca-file': unserved('forwarding to servers of other versions'),
  'service-account-signing-endpoint': unserved('signing of tokens by another program'),
} as const;

/** For help: all of them, what may be said of those that stand fast, and those that are taken without effect. */
export function describeUnserved(): string {
  const entries = Object.entries<Flag>(unservedFlags);
  const refused = entries.filter(([, { initial }]) => initial === undefined).map(([name]) => `--${name}`);
  const fixed = entries
    .filter(([, { initial }]) => initial !== undefined)
    .map(([name, { initial }]) => `--${name}=${String(initial)}`);
  const inert = Object.keys(inertFlags).map((name) => `--${name}`);
  return [
    `Known and not served yet: ${refused.join(', ')}`,
    `Fixed: ${fixed.join(', ')}`,
    `Taken, without effect here: ${inert.join(', ')}`,
  ].join('\n\n');
}
