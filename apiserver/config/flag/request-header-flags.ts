// The flags of a proxy in front of the server that has authenticated the caller (requirements REQHDR).

import { readFile } from 'node:fs/promises';
import { UsageError } from '../../../shared/process/command-line/command-line.ts';
import type { FlagValues } from '../../../shared/process/command-line/flag.ts';
import { listFlag } from '../../../shared/process/command-line/flag.ts';
import type { RequestHeaderOptions } from '../option/options.ts';
import { checkedListFlag, pathFlag } from './value-flags.ts';

const group = 'Authenticating proxy';

export const requestHeaderFlags = {
  'requestheader-client-ca-file': pathFlag('PEM of authorities for client certificates of proxies', {
    value: 'FILE',
    group,
  }),
  'requestheader-allowed-names': listFlag('common names that proxies may have; any when not given', { group }),
  'requestheader-username-headers': checkedListFlag(
    'headers of the user name, the first that has a value counts',
    requireHeaderName,
    { group },
  ),
  'requestheader-uid-headers': checkedListFlag(
    'headers of the uid, the first that has a value counts',
    requireHeaderName,
    { group },
  ),
  'requestheader-group-headers': checkedListFlag('headers of groups', requireHeaderName, { group }),
  'requestheader-extra-headers-prefix': checkedListFlag('how headers of extra attributes begin', requireHeaderName, {
    group,
  }),
};

/** Undefined: no proxy is trusted. Throws UsageError when one of the two flags that are needed is missing. */
export async function requestHeaderOf(
  flags: FlagValues<typeof requestHeaderFlags>,
): Promise<RequestHeaderOptions | undefined> {
  const path = flags['requestheader-client-ca-file'];
  const usernameHeaders = flags['requestheader-username-headers'];
  const lists = {
    allowedNames: flags['requestheader-allowed-names'],
    usernameHeaders,
    uidHeaders: flags['requestheader-uid-headers'],
    groupHeaders: flags['requestheader-group-headers'],
    extraHeaderPrefixes: flags['requestheader-extra-headers-prefix'],
  };
  if (path === undefined) {
    if (Object.values(lists).every((list) => list.length === 0)) return undefined;
    throw new UsageError('--requestheader-* flags need --requestheader-client-ca-file: no proxy would be trusted');
  }
  if (usernameHeaders.length === 0) {
    throw new UsageError('--requestheader-client-ca-file needs --requestheader-username-headers');
  }
  try {
    return { clientCa: await readFile(path, 'utf8'), ...lists };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`--requestheader-client-ca-file: ${reason}`, { cause: error });
  }
}

function requireHeaderName(text: string): void {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(text)) throw new Error(`${JSON.stringify(text)} is no name of a header`);
}
