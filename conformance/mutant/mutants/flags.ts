// Mutants of programs that ignore a flag, or act as if an absent flag were set. The flag is removed from the command
// line of a case, or added to it.

import type { Mutant } from '../contract/mutant.ts';

/** A program that ignores the flag. */
function ignoring(flag: string, noticedBy: readonly string[]): Mutant {
  return {
    id: `ignores${flag.slice(1)}`,
    breaks: `${flag} has an effect.`,
    noticedBy,
    start: () => ({ flags: (flags) => without(flags, flag) }),
  };
}

/** A program that acts by default as if the flag were set. */
function assuming(id: string, breaks: string, flag: string, noticedBy: readonly string[]): Mutant {
  return { id, breaks, noticedBy, start: () => ({ flags: (flags) => [...flags, flag] }) };
}

/** A program that takes one value of the flag for another. */
function replacing(
  id: string,
  breaks: string,
  [given, taken]: readonly [given: string, taken: string],
  noticedBy: readonly string[],
): Mutant {
  return {
    id,
    breaks,
    noticedBy,
    start: () => ({ flags: (flags) => flags.map((word) => word.replace(given, taken)) }),
  };
}

/** A flag and its value are one word or two. */
function without(flags: readonly string[], flag: string): readonly string[] {
  return flags.filter((word, index) => {
    const isValue = flags[index - 1] === flag && !word.startsWith('-');
    return word !== flag && !word.startsWith(`${flag}=`) && !isValue;
  });
}

const ofServers: readonly Mutant[] = [
  ignoring('--runtime-config', [
    'alpha-version-switched-on',
    'deprecated-version-metric',
    'level-keys',
    'resource-switched-off',
    'switched-off-looks-removed',
    'unknown-version-is-refused',
    'version-switched-off',
  ]),
  ignoring('--cors-allowed-origins', ['pages-of-other-sites']),
  ignoring('--feature-gates', [
    'alpha-feature',
    'beta-feature-off',
    'cbor-answer',
    'cbor-body',
    'cbor-of-every-kind',
    'cbor-watch',
    'compression-switched-off',
    'declared-rules-are-off',
    'declared-rules-decide',
    'gates-that-cannot-be-set',
    'stable-gate-has-no-effect',
    'unreadable-objects',
  ]),
  ignoring('--admission-control-config-file', ['plug-ins-by-configuration', 'plug-ins-misconfigured']),
  ignoring('--encryption-provider-config', [
    'encryption-at-rest',
    'faulty-key-plug-ins',
    'keys-of-a-plug-in',
    'unfit-encryption-is-refused',
    'unreadable-objects',
  ]),
  ignoring('--enable-bootstrap-token-auth', ['token-groups', 'token-is-a-user', 'token-without-end']),
  ignoring('--controllers', ['cluster-info-signatures', 'pods-get-nodes']),
  ignoring('--enable-admission-plugins', [
    'mirror-pods',
    'restriction-of-node-writes',
    'restriction-of-other-kinds',
    'restriction-of-pods',
    'restriction-of-tokens',
    'security-policy-plugin',
  ]),
  ignoring('--show-hidden-metrics-for-version', ['hidden-metrics-of-one-version']),
  ignoring('--requestheader-allowed-names', ['proxy-name-not-allowed']),
  ignoring('--requestheader-username-headers', ['proxy-names-the-user']),
  ignoring('--requestheader-group-headers', ['callers-by-headers', 'keys-of-proxy-extras', 'proxy-names-groups']),
  ignoring('--requestheader-extra-headers-prefix', ['keys-of-proxy-extras', 'proxy-names-extra']),
  ignoring('--client-ca-file', ['certificate-names-the-user', 'certificate-without-name', 'unfit-certificates']),
  ignoring('--token-auth-file', [
    'static-token-columns',
    'static-token-of-any-characters',
    'static-token-without-groups',
    'token-file-lines',
    'token-file-is-read-at-the-start',
    'token-file-must-fit',
  ]),
  ignoring('--authentication-config', [
    'anonymous-by-file',
    'configuration-is-read-anew',
    'discovery',
    'distributed-claims',
    'issuers-in-words',
    'issuer-files-in-words',
    'keys-are-kept-and-renewed',
    'mapped-users',
    'number-of-issuers',
    'rules-of-claims',
    'tokens-are-checked',
    'unfit-extra-keys-are-refused',
    'unfit-issuers-are-refused',
    'unfit-mappings-are-refused',
    'written-tokens',
  ]),
  ignoring('--oidc-ca-file', ['claims-by-flags', 'prefixes-by-flags', 'provider-by-flags']),
  ignoring('--authentication-token-webhook-config-file', [
    'audiences-of-token-reviews',
    'broken-token-webhook',
    'token-reviews-are-kept',
    'tokens-are-reviewed',
    'versions-of-token-reviews',
  ]),
  ignoring('--authentication-token-webhook-cache-ttl', ['token-reviews-are-kept']),
  ignoring('--authorization-config', [
    'authorizers-in-words',
    'authorizers-are-read-anew',
    'failure-policy',
    'match-conditions',
    'order-of-authorizers',
    'paths-and-selectors-are-reviewed',
    'requests-are-reviewed',
    'reviews-of-access-are-kept',
    'unfit-authorizers-are-refused',
    'unfit-webhooks-are-refused',
  ]),
  ignoring('--authorization-webhook-cache-unauthorized-ttl', ['webhook-by-flags']),
  ignoring('--anonymous-auth', ['anonymous-switched-off']),
  ignoring('--authorization-mode', ['modes-by-flag', 'unknown-mode-is-refused']),
  ignoring('--service-account-key-file', ['keys-of-tokens', 'serving-key-verifies-tokens', 'unfit-key-files']),
  ignoring('--node-monitor-grace-period', ['back-to-ready', 'silence-makes-unknown', 'unreachable-taint']),
  ignoring('--etcd-compaction-interval', [
    'exact-expired',
    'expired-history',
    'expired-token',
    'not-older-than-expired',
    'token-after-expiry',
    'unchanged-list-expires',
  ]),
  ignoring('--shutdown-delay-duration', ['stopping']),
  ignoring('--audit-policy-file', [
    'audit-log',
    'audit-files-in-words',
    'audit-policies-in-words',
    'deprecated-version-in-audit-log',
  ]),
  ignoring('--data-dir', ['state-outlives-the-process', 'writes-outlive-crashes']),
  assuming('takes-bootstrap-tokens', 'Bootstrap tokens are off by default.', '--enable-bootstrap-token-auth', [
    'tokens-are-off-by-default',
  ]),
  assuming(
    'runs-bootstrap-controllers',
    'The controllers for bootstrap tokens are off by default.',
    '--controllers=*,bootstrapsigner,tokencleaner',
    ['controllers-are-off-by-default'],
  ),
  assuming('serves-all-versions', 'Beta versions are off by default.', '--runtime-config=api/all=true', [
    'beta-versions-are-off',
  ]),
  assuming('always-stops-late', 'A server stops promptly by default.', '--shutdown-delay-duration=60s', [
    'stop-without-delay',
  ]),
  assuming(
    'refuses-anonymous-callers',
    'Anonymous callers are let in where rights are asked for.',
    '--anonymous-auth=false',
    ['anonymous-by-default'],
  ),
  assuming(
    'never-looks-accounts-up',
    'A token that is gone from the API is worth nothing.',
    '--service-account-lookup=false',
    ['lookup-of-accounts'],
  ),
  assuming('denies-nothing', 'Modes that deny are asked.', '--authorization-mode=AlwaysAllow', [
    'always-deny',
    'attributes-of-objects',
    'attributes-of-other-paths',
    'lines-about-callers',
    'lines-about-requests',
    'lines-are-read-at-the-start',
    'modes-by-flag',
  ]),
  assuming(
    'calls-no-webhooks',
    'Webhooks are asked about writes.',
    '--disable-admission-plugins=MutatingAdmissionWebhook,ValidatingAdmissionWebhook',
    ['admission-webhooks', 'webhook-rules', 'webhooks-see-connections'],
  ),
  replacing(
    'trusts-any-authority',
    'A certificate is signed by a client authority.',
    ['clients.crt', 'others.crt'],
    ['certificate-of-nobody-known'],
  ),
  replacing(
    'asks-roles-always',
    'A mode alone decides.',
    ['AlwaysAllow', 'RBAC'],
    ['always-allow', 'anonymous-needs-rights'],
  ),
  assuming(
    'always-deletes-unsafely',
    'Unsafe deletion needs its gate.',
    '--feature-gates=AllowUnsafeMalformedObjectDeletion=true',
    ['unreadable-objects'],
  ),
  assuming('has-alpha-features', 'Alpha features are off by default.', '--feature-gates=AllAlpha=true', [
    'alpha-features-are-off',
  ]),
  assuming('lacks-beta-features', 'Beta features are on by default.', '--feature-gates=AllBeta=false', [
    'beta-feature-on',
  ]),
  assuming(
    'lets-declared-rules-decide',
    'Hand-written validation decides unless declared rules are set to decide.',
    '--feature-gates=DeclarativeValidationTakeover=true',
    ['declared-rules-are-compared'],
  ),
  assuming(
    'never-judges-declared-rules',
    'Declared rules are judged by default.',
    '--feature-gates=DeclarativeValidation=false',
    ['declared-rules-are-compared', 'declared-rules-decide'],
  ),
  replacing(
    'lets-rules-decide-that-are-off',
    'Declared rules decide nothing while they are off.',
    ['DeclarativeValidation=false,', ''],
    ['declared-rules-are-off'],
  ),
  assuming(
    'always-takes-groups-of-proxies',
    'Groups of proxies count only where their headers are named.',
    '--requestheader-group-headers=X-Remote-Group',
    ['proxy-lists-are-optional'],
  ),
];

const ofAgents: readonly Mutant[] = [
  ignoring('--config', ['main-file-alone', 'overlays']),
  ignoring('--config-dir', ['main-file-alone', 'overlays']),
  { ...ignoring('--feature-gates', ['gate-off']), id: 'agent-ignores-feature-gates' },
  { ...ignoring('--authorization-mode', ['calls-out']), id: 'agent-asks-nobody' },
  {
    ...ignoring('--container-runtime-endpoint', [
      'archive-must-be-there',
      'network-not-ready',
      'runtime-breaks',
      'runtime-fails',
      'timeout-reaches-the-runtime',
    ]),
    id: 'agent-ignores-runtime-endpoint',
  },
  ignoring('--hostname-override', ['node-name']),
  ignoring('--proxy-mode', ['kernel-version', 'nft-tool-version']),
  ignoring('--proxy-skip-kernel-version-check', ['kernel-version']),
];

/** Every mutant of this file. */
export const flagMutants: readonly Mutant[] = [...ofServers, ...ofAgents];
