// The options of authentication and authorization.

import { dirname } from 'node:path';
import { switchFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import {
  AdmissionConfigurationError,
  configurationPaths,
} from '../../admission/configuration/admission-configuration.ts';
import { checkKnownPlugin, checkPluginName } from '../../admission/make-admission.ts';
import { checkedListFlag, pathFlag } from '../flag/value-flags.ts';
import {
  authoritiesOption,
  contentOf,
  fileOption,
  flagOption,
  keyPairOption,
  option,
  switchOption,
} from '../option/option-entry.ts';
import type { AdmissionConfigurationOptions } from '../option/options.ts';
import { content, flag as trueOrFalse, list, map, shape, text } from '../option/value-form.ts';
import { authentication } from './authentication-options.ts';
import { authorizationOptions } from './authorization-options.ts';
import { requestHeader } from './request-header-options.ts';

const heading = { group: 'Access' };

const enabled = {
  'enable-admission-plugins': checkedListFlag(
    'plug-ins to add to those that are on by default',
    checkPluginName,
    heading,
  ),
};
const disabled = {
  'disable-admission-plugins': checkedListFlag('plug-ins to remove from them', checkKnownPlugin, heading),
};

const configurationFlag = 'admission-control-config-file';
const configuration = {
  [configurationFlag]: pathFlag('configuration of admission plug-ins', { ...heading, value: 'FILE' }),
} as const;

/** The file, and those that it names. Throws an Error that names the flag. */
async function admissionConfigurationOf(path: string | undefined): Promise<AdmissionConfigurationOptions | undefined> {
  const written = await contentOf(configurationFlag, path);
  if (written === undefined || path === undefined) return undefined;
  try {
    const files: Record<string, string> = {};
    for (const [name, place] of configurationPaths(written, dirname(path))) {
      files[name] = (await contentOf(configurationFlag, place)) ?? '';
    }
    return { text: written, files };
  } catch (error) {
    if (!(error instanceof AdmissionConfigurationError)) throw error;
    throw new Error(`--${configurationFlag}: ${path}: ${error.message}`, { cause: error });
  }
}

export const accessOptions = {
  ...authorizationOptions,
  authentication,
  // Whether it is given counts: a configuration of authentication may say it too.
  anonymousAuth: flagOption(trueOrFalse, 'anonymous-auth', {
    ...switchFlag('serve requests without credentials as system:anonymous (never with AlwaysAllow)', heading),
    initial: undefined,
    initialText: 'true',
  }),
  clientCa: authoritiesOption('client-ca-file', 'PEM of authorities for client certificates', heading),
  tokenFile: fileOption(
    content,
    'token-auth-file',
    'static tokens, one line each: token,user,uid,"group1,group2"',
    heading,
  ),
  bootstrapTokenAuth: switchOption(
    'enable-bootstrap-token-auth',
    'take bootstrap tokens, kept as secrets, for credentials',
    heading,
  ),
  enableAdmissionPlugins: option(list(text), enabled, { read: (flags) => flags['enable-admission-plugins'] }),
  disableAdmissionPlugins: option(
    list(text),
    { ...enabled, ...disabled },
    {
      check: (flags) => {
        const twice = flags['enable-admission-plugins'].find((name) =>
          flags['disable-admission-plugins'].includes(name),
        );
        if (twice !== undefined) throw new UsageError(`admission plug-in ${twice} is both enabled and disabled`);
      },
      read: (flags) => flags['disable-admission-plugins'],
    },
  ),
  admissionConfiguration: option(
    shape<AdmissionConfigurationOptions>({ text: content, files: map(content) }, ['text']),
    configuration,
    { read: (flags) => admissionConfigurationOf(flags[configurationFlag]) },
  ),
  requestHeader,
  proxyClient: keyPairOption(
    ['proxy-client-cert-file', 'PEM of the client certificate for servers of further APIs (APIService)'],
    ['proxy-client-key-file', 'PEM of its key'],
    { group: 'Aggregation' },
  ),
};
