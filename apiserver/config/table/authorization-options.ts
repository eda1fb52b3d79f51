// The options of the modules that decide about requests.

import { choiceFlag, durationFlag, type FlagValues, listFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { type AuthorizationMode, authorizationModes } from '../../authorization/make-authorizer.ts';
import { pathFlag } from '../flag/value-flags.ts';
import { modeProblem } from '../option/mode-problem.ts';
import { option } from '../option/option-entry.ts';
import type { ApiServerOptions, AuthorizationOptions, AuthorizationWebhookOptions } from '../option/options.ts';
import { list, number, oneOf, shape, text } from '../option/value-form.ts';

const heading = { group: 'Access' };

const mode = listFlag<AuthorizationMode>(`modules in the order they are asked: ${authorizationModes.join(', ')}`, {
  ...heading,
  parse: (given) => authorizationModes.find((known) => known === given),
  what: `one of ${authorizationModes.join(', ')}`,
  default: ['AlwaysAllow'],
});

const reviewVersions = ['v1', 'v1beta1'] as const;

const flags = {
  'authorization-mode': mode,
  'authorization-config': pathFlag(
    'configuration file of the modules, reloaded when it changes; not with --authorization-mode',
    {
      ...heading,
      value: 'FILE',
    },
  ),
  'authorization-policy-file': pathFlag('policies of the mode ABAC, one JSON object a line', {
    ...heading,
    value: 'FILE',
  }),
  'authorization-webhook-config-file': pathFlag('connection file of the service of the mode Webhook', {
    ...heading,
    value: 'FILE',
  }),
  'authorization-webhook-version': choiceFlag(
    'version of the reviews that it is asked in; v1beta1 when not given',
    reviewVersions,
    heading,
  ),
  'authorization-webhook-cache-authorized-ttl': durationFlag(
    'how long its answers that allow are kept; 5m when not given, 0: not at all',
    heading,
  ),
  'authorization-webhook-cache-unauthorized-ttl': durationFlag(
    'how long its other answers are kept; 30s when not given, 0: not at all',
    heading,
  ),
};

type Given = FlagValues<typeof flags>;

/** The default applies only without `--authorization-config`. */
function modesIn(given: Given): readonly AuthorizationMode[] | undefined {
  const modes = given['authorization-mode'];
  return given['authorization-config'] !== undefined && modes === mode.initial ? undefined : modes;
}

function webhookIn(given: Given): AuthorizationWebhookOptions | undefined {
  const configPath = given['authorization-webhook-config-file'];
  const version = given['authorization-webhook-version'];
  const authorizedTtl = given['authorization-webhook-cache-authorized-ttl'];
  const unauthorizedTtl = given['authorization-webhook-cache-unauthorized-ttl'];
  if (configPath === undefined) return undefined;
  return {
    configPath,
    ...(version === undefined ? {} : { version }),
    ...(authorizedTtl === undefined ? {} : { authorizedTtl }),
    ...(unauthorizedTtl === undefined ? {} : { unauthorizedTtl }),
  };
}

function authorizationIn(given: Given): AuthorizationOptions | undefined {
  const configPath = given['authorization-config'];
  const policyPath = given['authorization-policy-file'];
  const webhook = webhookIn(given);
  if (configPath === undefined && policyPath === undefined && webhook === undefined) return undefined;
  return {
    ...(configPath === undefined ? {} : { configPath }),
    ...(policyPath === undefined ? {} : { policyPath }),
    ...(webhook === undefined ? {} : { webhook }),
  };
}

/** Flags of the webhook that mean nothing without its connection file. */
const webhookDetails = [
  'authorization-webhook-version',
  'authorization-webhook-cache-authorized-ttl',
  'authorization-webhook-cache-unauthorized-ttl',
] as const;

function check(given: Given): void {
  const modes = modesIn(given);
  const authorization = authorizationIn(given);
  const options: Pick<ApiServerOptions, 'authorization' | 'authorizationModes'> = {
    ...(modes === undefined ? {} : { authorizationModes: modes }),
    ...(authorization === undefined ? {} : { authorization }),
  };
  const problem = modeProblem(options);
  if (problem !== undefined) throw new UsageError(problem);
  const detail = webhookDetails.find((name) => given[name] !== undefined);
  if (detail !== undefined && authorization?.configPath !== undefined) {
    throw new UsageError(`--authorization-config can not be specified together with --${detail}`);
  }
}

const webhook = shape<AuthorizationWebhookOptions>(
  { configPath: text, version: oneOf(reviewVersions), authorizedTtl: number(0), unauthorizedTtl: number(0) },
  ['configPath'],
);

export const authorizationOptions = {
  authorizationModes: option(list(oneOf(authorizationModes)), flags, { check, read: modesIn }),
  authorization: option(shape<AuthorizationOptions>({ configPath: text, policyPath: text, webhook }), flags, {
    read: authorizationIn,
  }),
};
