// Whether the options of authorization fit together.

import { type ApiServerOptions, modesOf } from './options.ts';

/** What is wrong, with the names of the flags; undefined: nothing. */
export function modeProblem(
  options: Pick<ApiServerOptions, 'authorization' | 'authorizationModes'>,
): string | undefined {
  const { configPath, policyPath, webhook } = options.authorization ?? {};
  if (configPath !== undefined) {
    return options.authorizationModes === undefined && webhook === undefined
      ? undefined
      : '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined';
  }
  const modes = modesOf(options);
  if (modes.length === 0) return '--authorization-mode needs at least one module';
  if (new Set(modes).size < modes.length) return `--authorization-mode names a module twice: ${modes.join(',')}`;
  if (modes.includes('ABAC') && policyPath === undefined) {
    return '--authorization-mode=ABAC needs --authorization-policy-file';
  }
  if (modes.includes('Webhook') && webhook === undefined) {
    return '--authorization-mode=Webhook needs --authorization-webhook-config-file';
  }
  if (policyPath !== undefined && !modes.includes('ABAC')) {
    return '--authorization-policy-file needs --authorization-mode=ABAC';
  }
  if (webhook !== undefined && !modes.includes('Webhook')) {
    return '--authorization-webhook-config-file needs --authorization-mode=Webhook';
  }
  return undefined;
}
