// The option of a proxy in front of the server that has authenticated the caller (requirements REQHDR).

import { type FlagValues, listFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { checkedListFlag, pathFlag } from '../flag/value-flags.ts';
import { contentOf, option } from '../option/option-entry.ts';
import type { RequestHeaderOptions } from '../option/options.ts';
import { list, pem, shape, text } from '../option/value-form.ts';

const heading = { group: 'Authenticating proxy' };

const flags = {
  'requestheader-client-ca-file': pathFlag('PEM of authorities for client certificates of proxies', {
    ...heading,
    value: 'FILE',
  }),
  'requestheader-allowed-names': listFlag('common names that proxies may have; any when not given', heading),
  'requestheader-username-headers': checkedListFlag(
    'headers of the user name, the first that has a value counts',
    requireHeaderName,
    heading,
  ),
  'requestheader-uid-headers': checkedListFlag(
    'headers of the uid, the first that has a value counts',
    requireHeaderName,
    heading,
  ),
  'requestheader-group-headers': checkedListFlag('headers of groups', requireHeaderName, heading),
  'requestheader-extra-headers-prefix': checkedListFlag(
    'how headers of extra attributes begin',
    requireHeaderName,
    heading,
  ),
};

const form = shape<RequestHeaderOptions>(
  {
    clientCa: pem,
    allowedNames: list(text),
    usernameHeaders: list(text),
    uidHeaders: list(text),
    groupHeaders: list(text),
    extraHeaderPrefixes: list(text),
  },
  ['clientCa', 'usernameHeaders'],
);

/** Not given: no proxy is trusted. */
export const requestHeader = option(form, flags, {
  check: (given) => {
    const lists = listsOf(given);
    if (given['requestheader-client-ca-file'] === undefined) {
      if (Object.values(lists).every((each) => each.length === 0)) return;
      throw new UsageError('--requestheader-* flags need --requestheader-client-ca-file: no proxy would be trusted');
    }
    if (lists.usernameHeaders.length === 0) {
      throw new UsageError('--requestheader-client-ca-file needs --requestheader-username-headers');
    }
  },
  read: async (given): Promise<RequestHeaderOptions | undefined> => {
    const clientCa = await contentOf('requestheader-client-ca-file', given['requestheader-client-ca-file']);
    return clientCa === undefined ? undefined : { clientCa, ...listsOf(given) };
  },
});

function listsOf(given: FlagValues<typeof flags>) {
  return {
    allowedNames: given['requestheader-allowed-names'],
    usernameHeaders: given['requestheader-username-headers'],
    uidHeaders: given['requestheader-uid-headers'],
    groupHeaders: given['requestheader-group-headers'],
    extraHeaderPrefixes: given['requestheader-extra-headers-prefix'],
  };
}

function requireHeaderName(name: string): void {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a header`);
}
