// The options of who may come in, and what they may do.

import { listFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { checkKnownPlugin, checkPluginName } from '../../admission/make-admission.ts';
import { type AuthorizationMode, authorizationModes } from '../../authorization/make-authorizer.ts';
import { checkedListFlag } from '../flag/value-flags.ts';
import { fileOption, option, pemOption, switchOption } from '../option/option-entry.ts';
import { content, list, oneOf, text } from '../option/value-form.ts';
import { requestHeader } from './request-header-options.ts';

const heading = { group: 'Access' };

const modes = {
  'authorization-mode': listFlag<AuthorizationMode>(
    `modules in the order they are asked: ${authorizationModes.join(', ')}`,
    {
      ...heading,
      parse: (given) => authorizationModes.find((mode) => mode === given),
      what: `one of ${authorizationModes.join(', ')}`,
      default: ['AlwaysAllow'],
    },
  ),
};

const enabled = {
  'enable-admission-plugins': checkedListFlag(
    'plug-ins to add to those that are on by default',
    checkPluginName,
    heading,
  ),
};
const disabled = {
  'disable-admission-plugins': checkedListFlag('plug-ins to take away from them', checkKnownPlugin, heading),
};

export const accessOptions = {
  authorizationModes: option(list(oneOf(authorizationModes)), modes, {
    check: ({ 'authorization-mode': given }) => {
      if (given.length === 0) throw new UsageError('--authorization-mode needs at least one module');
      if (new Set(given).size < given.length) {
        throw new UsageError(`--authorization-mode names a module twice: ${given.join(',')}`);
      }
    },
    read: (flags) => flags['authorization-mode'],
  }),
  anonymousAuth: switchOption(
    'anonymous-auth',
    'serve requests without credentials as system:anonymous (never with AlwaysAllow)',
    { ...heading, default: true },
  ),
  clientCa: pemOption('client-ca-file', 'PEM of authorities for client certificates', heading),
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
  requestHeader,
};
