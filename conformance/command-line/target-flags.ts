// Flags about the target, its agent, and the commands that start more of both.

import { choiceFlag, type Flag, textFlag, valueFlag } from '../../shared/process/command-line/flag.ts';
import { vendorIds } from '../../shared/vendor/profile.ts';
import type { RunningContainer } from '../contract/case.ts';

export const targetFlags = {
  kubeconfig: textFlag('client configuration: address and credentials of an administrator (required)', {
    value: 'FILE',
  }),
  context: textFlag('context of the configuration (default: its current one)', { value: 'NAME' }),
  server: urlFlag('address to use in place of the configured one'),
  vendor: choiceFlag('names and behaviours to expect (default: detected)', vendorIds, { value: 'NAME' }),
  'agent-url': urlFlag('address of a node agent, for the cases about agents'),
  'agent-token-file': textFlag('bearer token for the agent (default: the configured client certificate)', {
    value: 'FILE',
  }),
  'launch-server': textFlag('command that starts a server, for the cases that need other flags', {
    value: 'COMMAND',
  }),
  'launch-agent': textFlag('command that starts an agent, for the cases that need other flags', {
    value: 'COMMAND',
  }),
  'agent-container': containerFlag('a container that the runtime of these agents runs, namespace/pod/container'),
  'pod-image': textFlag('an image with a shell that nodes of the target can run, for the cases that run pods', {
    value: 'IMAGE',
  }),
  'seccomp-folder': textFlag('where these nodes have their seccomp profiles, for the cases that write some', {
    value: 'FOLDER',
  }),
  'known-differences': textFlag('failures to expect of such targets: they are reported and fail no run', {
    value: 'FILE',
  }),
};

/** An http or https address; a trailing slash is removed. */
export function urlFlag(meaning: string): Flag<string | undefined> {
  const parse = (text: string) =>
    /^https?:\/\/./.test(text) && URL.canParse(text) ? text.replace(/\/$/, '') : undefined;
  return valueFlag(meaning, parse, { value: 'URL', what: 'an http or https address' });
}

/** `namespace/pod/container`. */
export function containerFlag(meaning: string): Flag<RunningContainer | undefined> {
  const parse = (text: string): RunningContainer | undefined => {
    const [namespace, pod, name, ...rest] = text.split('/');
    return namespace && pod && name && rest.length === 0 ? { namespace, pod, container: name } : undefined;
  };
  return valueFlag(meaning, parse, { value: 'NAME', what: 'namespace/pod/container' });
}
