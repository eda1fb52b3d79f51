// A server that knows clients by an authority and by a file of tokens, and what these are.

import type { Launch } from './case.ts';
import { clientAuthority } from './client-certificates.ts';
import { proxyAuthority } from './proxy-certificates.ts';

/** Tokens of the file: with all columns, without groups, and of all that a header may hold beside letters. */
export const staticTokens = {
  whole: 'conformance-whole',
  short: 'conformance-short',
  punctuated: "a.b-c_d~e+f/g==!#$%&'*^`|:;@?()<>[]",
} as const;

/** The file of tokens and two authorities: the server is told of `clients.crt`, and of `others.crt` only by a mutant. */
export const staticCredentials: Launch = {
  server: ['--client-ca-file={folder}/clients.crt', '--token-auth-file={folder}/tokens'],
  files: {
    'clients.crt': clientAuthority,
    'others.crt': proxyAuthority,
    tokens: [
      `${staticTokens.whole},ann,17,"devs,ops"`,
      `${staticTokens.short},joe,18`,
      `${staticTokens.punctuated},eve,19`,
      '',
    ].join('\n'),
  },
};
